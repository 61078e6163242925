"""Checks each deal while it is played, by what this program has seen of it."""

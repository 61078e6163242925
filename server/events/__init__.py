"""The log: every event, its codec, and the stores that keep it."""

"""Clients of Ochos Locos; they know the protocol and the cards, and no rule of the game."""

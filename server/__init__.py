"""The game server of Ochos Locos: an event-sourced table of Crazy Eights."""

__version__ = "0.1.0"

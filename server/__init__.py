"""The game server of Ochos Locos: an event-sourced table of Crazy Eights."""

"""What the server costs, measured against a real process with real connections."""

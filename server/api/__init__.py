"""The server's edge: HTTP, WebSocket, tokens, limits; the composition root."""

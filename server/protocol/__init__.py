"""What travels between server and clients: frames, views, news and reasons."""

"""Checks an acta, the file of a match, and knows nothing of the server that wrote it."""

"""Servers that cheat, each in one way, which people's own clients must notice:
`python -m tests.fair.cheats NAME SEAT serve …`; SEAT is who is cheated.

Each is the product with one patch, made before its own main function runs.
"""

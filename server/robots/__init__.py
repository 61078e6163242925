"""Robots: policies over what a seat may see, and whole matches without I/O."""

"""Servers with one fault each, which the checker must catch: `python -m tests.chaos.mutants NAME`.

Each is the product with one patch, made before its own main function runs.
"""

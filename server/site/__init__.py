"""Looks after all tables of a site at once: checks, rebuilds indexes, archives."""

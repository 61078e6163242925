"""Merge patches (RFC 7396) on view trees."""

from __future__ import annotations

from server.protocol.frames import Tree


def patched(tree: Tree, patch: Tree) -> Tree:
    """A new tree: `tree` as `patch` changes it; null takes a member away."""
    result = dict(tree)
    for key, change in patch.items():
        if change is None:
            result.pop(key, None)
        elif isinstance(change, dict):
            known = result.get(key)
            result[key] = patched(known if isinstance(known, dict) else {}, change)
        else:
            result[key] = change
    return result

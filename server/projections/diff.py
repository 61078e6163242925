"""Merge patches (RFC 7396) between plain trees without nulls."""

from __future__ import annotations

from server.protocol.frames import Tree


def diff(old: Tree, new: Tree) -> Tree:
    """The smallest merge patch that makes `new` of `old`; lists are replaced whole."""
    changes: Tree = {}
    kept = 0
    for key, value in new.items():
        before = old.get(key)
        if before is None:
            changes[key] = value
            continue
        kept += 1
        if before == value:
            continue
        both = isinstance(value, dict) and isinstance(before, dict)
        changes[key] = diff(before, value) if both else value
    if kept < len(old):
        for key in old:
            if key not in new:
                changes[key] = None
    return changes


def patch(old: Tree, merge_patch: Tree) -> Tree:
    """`old` with a merge patch applied; `old` itself stays as it is."""
    new = dict(old)
    for key, value in merge_patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            before = new.get(key)
            new[key] = patch(before if isinstance(before, dict) else {}, value)
        else:
            new[key] = value
    return new

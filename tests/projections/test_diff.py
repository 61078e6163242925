"""Merge patches: what `diff` finds, `patch` makes again."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from server.projections.diff import diff, patch
from server.projections.frames import project, tree_of
from server.projections.news import WATCHER
from server.protocol.frames import Tree
from tests.matches import HONOUR, evening, tables

# As view trees are: text keys, no null, whole numbers; a value keeps its kind.
leaves = st.integers(-3, 3) | st.sampled_from(("", "7H", "8S")) | st.lists(st.sampled_from("ab"))
keys = st.sampled_from(("0", "1", "a", "b", "c"))
trees: st.SearchStrategy[Tree] = st.recursive(
    st.dictionaries(keys, leaves),
    lambda inner: st.dictionaries(keys, inner | leaves),
    max_leaves=12,
)


@forall(trees, trees)
def test_the_patch_of_a_difference_gives_the_new_tree(old: Tree, new: Tree) -> None:
    assert patch(old, diff(old, new)) == new


@forall(trees, trees)
def test_neither_tree_is_changed(old: Tree, new: Tree) -> None:
    before = deepcopy((old, new))
    patch(old, diff(old, new))
    assert (old, new) == before


@forall(trees)
def test_between_equal_trees_there_is_no_difference(tree: Tree) -> None:
    assert diff(tree, deepcopy(tree)) == {}


@forall(trees, trees)
def test_a_patch_survives_json(old: Tree, new: Tree) -> None:
    assert patch(old, json.loads(json.dumps(diff(old, new)))) == new


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {}, {"a": None}),
        ({}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": [1, 2]}, {"a": [1]}, {"a": [1]}),
        ({"a": {"b": 1}}, {"a": {}}, {"a": {"b": None}}),
        ({"a": {"b": 1}}, {"a": [1]}, {"a": [1]}),
        ({"a": 1}, {"a": {"b": 1}}, {"a": {"b": 1}}),
    ],
)
def test_a_difference_names_only_what_has_changed(old: Tree, new: Tree, found: Tree) -> None:
    assert diff(old, new) == found


@pytest.mark.parametrize(
    ("target", "merge_patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": "f"}, {"a": {"bb": {"ccc": None}}}, {"e": "f", "a": {"bb": {}}}),
    ],
)
def test_patches_are_those_of_rfc_7396(target: Tree, merge_patch: Tree, result: Tree) -> None:
    """The cases of the RFC's appendix whose trees are objects."""
    assert patch(target, merge_patch) == result


@pytest.mark.parametrize("preset", ["clasico", "especiales", "jiujitsu", HONOUR])
def test_between_any_two_views_of_an_evening_the_difference_leads_from_one_to_the_other(
    preset: str,
) -> None:
    projections = [project(table) for table in tables(evening(preset, 3, matches=2))]
    for viewer in (WATCHER, 0, 1):
        trees = [tree_of(projection, viewer) for projection in projections]
        for old, new in [*pairwise(trees), *zip(trees, reversed(trees), strict=True)]:
            assert patch(old, diff(old, new)) == new

"""What holds after every commit of every table, whatever its rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

from server.events.catalog import Commit
from server.game import commands as c
from server.game.decide import legal_actions
from server.game.evolve import fold
from server.game.table import Table, actor_of, new_table
from server.projections.diff import patch
from server.projections.frames import project, steps, tree_of
from server.projections.news import WATCHER
from server.projections.own import own_view


def check_laws(before: Table, now: Table, commits: tuple[Commit, ...]) -> None:
    """No card is lost or doubled; the log gives the table, whole and from the start of its match;
    every viewer's step leads to its view; who must act can; and a view offers what is legal."""
    if before.round and now.round and before.round.deal == now.round.deal:
        assert cards_of(now) == cards_of(before)
    for start in {0, max(0, now.match_version - 1)}:
        read = new_table(now.id)
        for known in commits[start:]:
            read = fold(read, known)
        assert read == now, "the log does not give the table"
    if before.phase != "new":
        old, new = project(before), project(now)
        told = steps(old, new, commits[-1])
        for viewer in (WATCHER, *new.own):
            assert patch(tree_of(old, viewer), told[viewer].patch) == tree_of(new, viewer)
    if now.round is not None:
        check_offers(now)


def cards_of(table: Table) -> Counter[str]:
    round_ = table.round
    assert round_ is not None
    return Counter([*round_.stock, *round_.pile, *(card for hand in round_.hands for card in hand)])


def check_offers(table: Table) -> None:
    """What every seat's view offers in a round is what is legal; whoever must act can."""
    assert table.round is not None
    for seat in range(len(table.seats)):
        legal = {words(command) for command in legal_actions(table, seat)} - {"abandon"}
        assert offered(table, seat) == legal, f"seat {seat}"
        if seat == actor_of(table.round):
            assert {word.split()[0] for word in legal} & {"play", "draw", "pass", "name"}


def offered(table: Table, seat: int) -> set[str]:
    """What the view of a seat offers in a round, in words."""
    actions = own_view(table, seat).actions
    found = {f"call {accused}" for accused in actions.call_fault}
    found |= {"announce"} if actions.announce else set()
    found |= {"draw"} if actions.draw else set()
    found |= {"pass"} if actions.passing else set()
    found |= {"pass announced"} if actions.announce_pass else set()
    found |= {f"name {suit}" for suit in actions.suits} if actions.name else set()
    for card in actions.play:
        suits = [f" suit {suit}" for suit in actions.suits] if card in actions.suit_with else [""]
        suits += [""] if card in actions.suit_with and actions.suit_free else []
        calls = ["", " announced"] if card in actions.announce_with else [""]
        found |= {f"play {card}{suit}{call}" for suit, call in product(suits, calls)}
    return found


def words(command: c.Command) -> str:
    """A command in words: `play 8C suit H`, `draw`, `pass announced`, `call 2` …"""
    match command:
        case c.Play():
            suit = f" suit {command.suit}" if command.suit else ""
            return f"play {command.card}{suit}" + (" announced" if command.announce else "")
        case c.Pass():
            return "pass announced" if command.announce else "pass"
        case c.Name():
            return f"name {command.suit}"
        case c.CallFault():
            return f"call {command.accused}"
        case _:
            return type(command).__name__.lower()

"""Lives of tables by chance: sitting, leaving, rematches, absence, expiry, with play between."""

from __future__ import annotations

from random import Random

from msgspec import structs

from server.events.acts import act_of
from server.events.catalog import Commit, MatchStarted
from server.game import commands as c
from server.game.decide import decide, legal_actions
from server.game.evolve import fold
from server.game.faults import turn_ends_ms
from server.game.table import actor_of, new_table, people_of
from server.protocol.reasons import Rejected
from server.rules.door import rules_for
from server.rules.presets import PRESETS
from tests.chaos.referee import LoggedEntry, from_commits
from tests.spec import HOUR_MS, INVITE, NOON, TABLE, token

ENTRIES_MOST = 1_500
TRIES_MOST = 60  # wishes that are refused in a row
TOKENS = 40


class _Life:
    """A table and its log."""

    def __init__(self, chance: int) -> None:
        self.random = Random(chance)
        self.table = new_table(TABLE)
        self.log: list[Commit] = []
        self.now_ms = NOON

    def wish(self, command: c.Command) -> bool:
        """Tries a command; whether it was accepted."""
        try:
            events = decide(self.table, command)
        except Rejected:
            return False
        version = self.table.version + 1
        begins = any(isinstance(event, MatchStarted) for event in events)
        commit = Commit(
            version=version,
            tag=f"{self.random.getrandbits(64):016x}",
            command_id=f"id-{version}",
            at_ms=self.now_ms,
            match_version=version if begins else self.table.match_version,
            act=act_of(events),
            events=events,
        )
        self.log.append(commit)
        self.table = fold(self.table, commit)
        return True

    def seed(self) -> str:
        return self.random.randbytes(64).hex()

    def any_seat(self) -> int:
        return self.random.randrange(len(self.table.seats))


def life(chance: int) -> list[LoggedEntry]:
    """The log of a table whose people come, play, leave and come back no more."""
    one = _Life(chance)
    preset = one.random.choice(list(PRESETS))
    seats = one.random.randint(2, 6)
    chosen: dict[str, object] = {
        "on_abandon": one.random.choice(["ends", "robot_plays"]),
        "enforcement": one.random.choice(["strict", "honour"]),
        "turn_seconds": one.random.choice([None, 30]),
    }
    if preset in ("clasico", "especiales", "familiar"):
        chosen["target"] = one.random.choice([5, 60, 150])
    if preset == "jiujitsu":
        chosen |= {"limit": one.random.choice([30, 100]), "max_rounds": 4}
    rules = rules_for(preset, chosen)
    one.wish(c.MakeTable(TABLE, seats, rules, token(0), INVITE, one.seed(), at_ms=NOON))
    while one.table.phase != "closed" and len(one.log) < ENTRIES_MOST:
        if not any(_step(one) for _ in range(TRIES_MOST)):
            break
    return from_commits(one.log)


def farewell() -> list[LoggedEntry]:
    """The log of a table where people change devices, the link is renewed, and the host erases
    it in the middle of a round."""
    one = _Life(1)
    one.wish(c.MakeTable(TABLE, 3, rules_for("clasico"), token(0), INVITE, one.seed(), at_ms=NOON))
    for command in (
        c.Sit(token(1), INVITE, 1, one.now_ms),
        c.MoveSeat(2, 1, token(7), one.now_ms),
        c.RenewInvite(0, "ab" * 32, one.now_ms),
        c.Sit(token(2), "ab" * 32, 2, one.now_ms),
        c.Start(0, 1, one.seed(), one.now_ms),
        c.MoveSeat(2, 2, token(8), one.now_ms),
        c.EraseTable(0, one.now_ms),
    ):
        assert one.wish(command), command
    return from_commits(one.log)


def _step(one: _Life) -> bool:
    one.now_ms += one.random.choice([0, 1, 900, 7_000])
    match one.table.phase:
        case "lobby":
            return one.wish(_in_the_lobby(one))
        case "round":
            return one.wish(_in_a_round(one))
        case "between":
            return one.wish(_between(one))
        case _:
            return one.wish(_afterwards(one))


def _gift(one: _Life) -> c.Command:
    """Somebody adds to the coming deal, or cuts its deck."""
    deal, seat = one.table.deal, one.any_seat()
    if one.random.random() < 0.5:
        return c.Deposit(seat, deal, one.random.randbytes(16).hex(), at_ms=one.now_ms)
    return c.CutDeck(seat, deal, one.random.randrange(60), at_ms=one.now_ms)


def _in_the_lobby(one: _Life) -> c.Command:
    random, host, now = one.random, one.table.host, one.now_ms
    seat, other = one.any_seat(), one.any_seat()
    if random.random() < 0.01:
        one.now_ms += 200 * HOUR_MS
        return c.Expire(one.now_ms)
    wishes: list[c.Command] = [
        c.Sit(token(random.randrange(TOKENS)), INVITE, seat, now),
        c.Sit(token(random.randrange(TOKENS)), INVITE, seat, now),
        c.AddRobot(host, at_ms=now),
        c.AddRobot(host, seat, random.choice(["pepe", "ines"]), now),
        c.SwapSeats(host, seat, other, now),
        _gift(one),
        _gift(one),
        c.RemoveRobot(host, seat, now),
        c.RemovePerson(host, seat, now),
        c.Leave(seat, now) if random.random() < 0.2 else c.AddRobot(host, at_ms=now),
        c.Start(host, one.table.match + 1, one.seed(), now),
    ]
    return random.choice(wishes)


def _in_a_round(one: _Life) -> c.Command:
    random, table = one.random, one.table
    assert table.round is not None
    actor, chance = actor_of(table.round), random.random()
    if chance < 0.004:
        return _going(one)
    if chance < 0.006:
        one.now_ms += random.choice([48, 49, 24 * 7]) * HOUR_MS
        if random.random() < 0.3:
            return c.Expire(one.now_ms)
        return c.CloseForAbsence(one.any_seat(), table.round.turn, one.now_ms)
    if chance < 0.03 and turn_ends_ms(table):
        one.now_ms = max(one.now_ms, turn_ends_ms(table))
        return c.TimeOut(actor, table.round.turn, one.now_ms)
    if chance < 0.04:
        return _gift(one)
    seat = actor if random.random() < 0.9 else one.any_seat()
    return _act(one, seat)


def _act(one: _Life, seat: int) -> c.Command:
    legal = legal_actions(one.table, seat)
    acts: list[c.Command] = [act for act in legal if not isinstance(act, c.Abandon)]
    plays = [act for act in acts if isinstance(act, c.Play)]
    act: c.Command = c.Draw(seat)
    if plays and one.random.random() < 0.7:
        act = one.random.choice(plays)
    elif acts:
        act = one.random.choice(acts)
    return structs.replace(act, at_ms=one.now_ms)


def _between(one: _Life) -> c.Command:
    table, chance = one.table, one.random.random()
    if chance < 0.05:
        return _going(one)
    if chance < 0.06:
        one.now_ms += 24 * 7 * HOUR_MS
        return c.Expire(one.now_ms)
    if chance < 0.4:
        return _gift(one)
    seat = one.any_seat()
    return c.NextRound(seat, table.match, table.round_number, one.seed(), one.now_ms)


def _going(one: _Life) -> c.Command:
    """Whoever is out, eliminated or sits out goes more often: nothing ends with them."""
    return c.Abandon(one.any_seat(), one.table.match, one.now_ms)


def _afterwards(one: _Life) -> c.Command:
    random, match, now = one.random, one.table.match, one.now_ms
    seat = random.choice(people_of(one.table) or (0,))
    if random.random() < 0.03:
        return c.Leave(seat, now)
    if random.random() < 0.1:
        return _gift(one)
    wishes: list[c.Command] = [
        c.OfferRematch(seat, match, one.seed(), now),
        c.AcceptRematch(seat, match, one.seed(), now),
        c.AcceptRematch(seat, match, one.seed(), now),
        c.AcceptRematch(seat, match, one.seed(), now),
        c.RefuseRematch(seat, match, now),
    ]
    return random.choice(wishes)

"""Before the start and after the end: seats, the host, the rematch (RULES.md §10)."""

from __future__ import annotations

from tests.chaos.referee import chance
from tests.chaos.referee.dealing import SEED_DIGITS, start_match
from tests.chaos.referee.drawing import event
from tests.chaos.referee.entries import Event
from tests.chaos.referee.sealing import drop
from tests.chaos.referee.state import Seat, Table, allow

ROBOTS = ("carmen", "tito", "luna", "olga", "pepe", "rita", "beto", "nora", "hugo", "ines")


def make(table: Table, at_ms: int, wish: Event) -> list[Event]:
    allow(not table.phase, "the table was made twice")
    allow(2 <= wish["seats"] <= 10, f"a table of {wish['seats']} seats")
    allow(len(wish["seed"]) == SEED_DIGITS, "the first deal's seed is not of 64 bytes")
    table.phase, table.rules = "lobby", wish["rules"]
    table.seats = [Seat() for _ in range(wish["seats"])]
    table.seats[0] = Seat(person=1, token_hash=wish["token_hash"], epoch=1)
    table.host, table.persons = 0, 1
    table.absence_ms, table.expiry_ms = wish["absence_ms"], wish["expiry_ms"]
    table.invite_hash, table.seed = wish["invite_hash"], wish["seed"]
    table.commitment = chance.commitment(table.seed)
    table.moved_ms = at_ms
    return [{**wish, "table": table.name, "commitment": table.commitment}]


def _free(table: Table, seat: int) -> Seat:
    allow(table.phase == "lobby", "nobody sits down once the match has begun")
    allow(0 <= seat < len(table.seats), f"there is no seat {seat}")
    allow(table.seats[seat].free, f"seat {seat} is taken")
    return table.seats[seat]


def sit(table: Table, at_ms: int, wish: Event) -> list[Event]:
    place = _free(table, wish["seat"])
    table.persons += 1
    place.person, place.token_hash, place.epoch = table.persons, wish["token_hash"], 1
    place.wins = 0
    table.moved_ms, table.others_sat = at_ms, True
    twice = [s for s in table.seats if s.token_hash == wish["token_hash"] and s is not place]
    allow(not twice, "the same person sat down twice")
    return [event("SeatTaken", seat=wish["seat"], person=table.persons,
                  token_hash=wish["token_hash"])]  # fmt: skip


def seat_robot(table: Table, wish: Event) -> list[Event]:
    place = _free(table, wish["seat"])
    allow(wish["robot"] in ROBOTS, f"there is no robot {wish['robot']}")
    here = any(seat.robot == wish["robot"] for seat in table.seats)
    allow(not here, f"{wish['robot']} sits here already")
    place.robot, place.wins = wish["robot"], 0
    return [event("RobotSeated", seat=wish["seat"], robot=wish["robot"])]


def swap(table: Table, wish: Event) -> list[Event]:
    one, other = wish["seat"], wish["other"]
    allow(table.phase == "lobby", "seats were swapped once the match had begun")
    allow(one != other and max(one, other) < len(table.seats), "no two seats to swap")
    allow(min(one, other) >= 0, "no two seats to swap")
    both_free = table.seats[one].free and table.seats[other].free
    allow(not both_free, "two empty seats were swapped")
    table.seats[one], table.seats[other] = table.seats[other], table.seats[one]
    drop(table, one, other)
    if table.host in (one, other):
        table.host = one + other - table.host
    return [event("SeatsSwapped", seat=one, other=other)]


def move(table: Table, wish: Event) -> list[Event]:
    """The same person holds the seat by another token."""
    allow(wish["seat"] in table.people(), f"seat {wish['seat']} moved, and no person sits there")
    place = table.seats[wish["seat"]]
    twice = [seat for seat in table.seats if seat.token_hash == wish["token_hash"]]
    allow(wish["token_hash"] and not twice, "a seat moved to a token that holds one already")
    place.token_hash, place.epoch = wish["token_hash"], place.epoch + 1
    return [event("SeatMoved", seat=wish["seat"], epoch=place.epoch,
                  token_hash=place.token_hash)]  # fmt: skip


def renew_invite(table: Table, wish: Event) -> list[Event]:
    """The host gives the link another secret."""
    allow(table.host in table.people(), "the link was renewed without a host")
    table.invite_hash = wish["invite_hash"]
    return [event("InviteRenewed", seat=table.host, invite_hash=table.invite_hash)]


def free_seat(table: Table, at_ms: int, wish: Event) -> list[Event]:
    """Somebody leaves, or is sent away by the host."""
    seat, removed = wish["seat"], wish["removed"]
    allow(0 <= seat < len(table.seats), f"there is no seat {seat}")
    place = table.seats[seat]
    allow(not place.free, f"seat {seat} is free")
    if removed:
        allow(table.phase == "lobby", "somebody was removed once the match had begun")
        allow(seat != table.host, "the host removed itself")
    else:
        allow(seat in table.people(), f"seat {seat} left, and no person sits there")
        allow(table.phase in ("lobby", "over") or _takes_no_part(table, seat),
              f"seat {seat} left in the middle of a match")  # fmt: skip
    was_person = seat in table.people()
    vacate(table, seat)
    table.rematch = False
    if table.phase == "lobby" and was_person:
        table.moved_ms = at_ms
    events = [event("SeatFreed", seat=seat, removed=removed)]
    if table.phase == "lobby":
        events += hand_over(table, seat)
        if not table.people():
            table.phase = "closed"
            events.append(event("TableExpired"))
    return events


def _takes_no_part(table: Table, seat: int) -> bool:
    """Out, eliminated or sitting out: whoever leaves then ends nothing."""
    if table.rules["on_abandon"] == "robot_plays" and table.people() == [seat]:
        return False
    if table.phase == "round":
        return table.round is not None and seat not in table.round.holders()
    sits_out = bool(table.extra) and seat not in table.extra
    return bool(table.seats[seat].eliminated) or sits_out


def vacate(table: Table, seat: int) -> None:
    place = table.seats[seat]
    place.person, place.robot, place.token_hash, place.epoch = 0, "", "", 0
    drop(table, seat)


def hand_over(table: Table, seat: int) -> list[Event]:
    """A leaving host hands over to the next person."""
    if seat != table.host:
        return []
    places = len(table.seats)
    order = ((seat + step) % places for step in range(1, places))
    heir = next((other for other in order if other in table.people()), -1)
    if heir < 0:
        return []
    table.host = heir
    return [event("HostChanged", seat=heir)]


def start(table: Table, version: int, at_ms: int, found: list[Event]) -> list[Event]:
    allow(table.phase == "lobby", "a match was started when none could be")
    seated = [seat for seat in table.seats if not seat.free]
    allow(len(seated) >= 2, "a match was started with fewer than two seats filled")
    return start_match(table, version, at_ms, found)


# After a match


def rematch(table: Table, version: int, at_ms: int, found: list[Event]) -> list[Event]:
    """Somebody offers, accepts or refuses; with the last to accept the rematch starts."""
    wish = found[0]
    seat, what = wish["seat"], wish["t"]
    allow(table.phase == "over" and table.rematch, "there is no rematch to speak of")
    allow(seat in table.people(), f"seat {seat} is no person at this table")
    if what == "RematchRefused":
        allow(table.offered, "a rematch was refused that nobody offered")
        table.offered = []
        return [event(what, seat=seat)]
    allow(bool(table.offered) == (what == "RematchAccepted"), f"{what} at the wrong time")
    allow(seat not in table.offered, f"seat {seat} accepts twice")
    table.offered.append(seat)
    events = [event(what, seat=seat)]
    if set(table.offered) >= set(table.people()):
        events += start_match(table, version, at_ms, found)
    return events

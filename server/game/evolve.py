"""What an event does to a table. Total, and knows no rule: consequences stand on the events."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from server.events.catalog import (
    Announced,
    AnyEvent,
    CallsOwed,
    CardPlayed,
    CardsDrawn,
    CardTakenBack,
    ClosedForAbsence,
    Commit,
    DealerCut,
    DeckCut,
    EntropyDeposited,
    FaultCalled,
    HostChanged,
    InviteRenewed,
    MatchEnded,
    MatchStarted,
    PlayerAbandoned,
    RematchAccepted,
    RematchOffered,
    RematchRefused,
    RobotSeated,
    RoundClosed,
    RoundDealt,
    SeatFreed,
    SeatMoved,
    SeatsSwapped,
    SeatTaken,
    SeatTakenOver,
    StockRebuilt,
    SuitDemanded,
    SuitNamed,
    TableErased,
    TableExpired,
    TableMade,
    TurnMoved,
    TurnPassed,
    TurnTimedOut,
    WentOut,
)
from server.game.evolve_round import in_round
from server.game.evolve_seats import changed, freed, made, moved, seated, swapped, taken_over
from server.game.table import (
    FREE,
    NOBODY,
    SEEN_A_SEAT,
    Deposit,
    End,
    Lock,
    Result,
    Round,
    SeatState,
    Table,
    clock_rests,
)
from server.rules.door import hand_size_for
from server.rules.scoring import target_of

_Kinds = frozenset[type[AnyEvent]]
# A play, a draw or a pass, which may be called and ends calling.
_ACTS: _Kinds = frozenset((CardPlayed, CardsDrawn, TurnPassed))
_CALLABLE: _Kinds = _ACTS | {RoundDealt}  # after which calls cite another act
_RESTARTS: _Kinds = _ACTS | {SuitNamed, RoundDealt, SeatTaken, SeatFreed, TableMade}
_CLOCKS: _Kinds = frozenset((TurnTimedOut, FaultCalled))  # commits of a clock or a call
_TURNS: _Kinds = frozenset((TurnMoved, RoundDealt, CardTakenBack, SuitDemanded))
_UNSEEN = ("bot-", "to-")  # ids that follow from the log and need not be remembered


def fold(table: Table, commit: Commit) -> Table:
    """The table after one more commit."""
    return stamp(table, happen(table, commit.events), commit)


def happen(table: Table, events: tuple[AnyEvent, ...]) -> Table:
    """What the events of a commit come to; version and times stay as they were."""
    for event in _from_the_start(events) if table.version == 0 else events:
        table = evolve(table, event)
    return table


def stamp(before: Table, after: Table, commit: Commit) -> Table:
    """`after`, which is what the commit's events made of `before`, with its version and times."""
    assert commit.version == before.version + 1 or before.version == 0, (
        f"table {before.id} at {before.version}, commit {commit.version}"
    )
    kinds, round_ = _kinds(commit), after.round
    moved_ms, turn_ms = _clocks(before, after, commit.at_ms, kinds)
    if round_ is not None and (not kinds.isdisjoint(_CALLABLE) or _called_rightly(kinds, commit)):
        round_ = replace(round_, acted=commit.version)
    return replace(
        after,
        version=commit.version,
        tag=commit.tag,
        at_ms=commit.at_ms,
        moved_ms=moved_ms,
        turn_ms=turn_ms,
        started_ms=after.started_ms or commit.at_ms if after.match else 0,
        match_version=commit.match_version,
        round=round_,
        seen=_remember(after, commit),
    )


def foresee(before: Table, after: Table, commit: Commit, at_ms: int) -> Table:
    """`after` as its deadlines will be if the commit gets into the log at `at_ms`."""
    moved_ms, turn_ms = _clocks(before, after, at_ms, _kinds(commit))
    return replace(after, version=commit.version, at_ms=at_ms, moved_ms=moved_ms, turn_ms=turn_ms)


def _clocks(before: Table, after: Table, at_ms: int, kinds: set[type[AnyEvent]]) -> tuple[int, int]:
    """When the last act was that restarts the clocks of a table, and when the turn began.

    Plays, draws, passes, named suits and deals are such acts, and before the start sitting down
    and leaving.
    """
    begins = not kinds.isdisjoint(_TURNS) or (
        clock_rests(before.round) and not clock_rests(after.round)
    )
    restarts = kinds.isdisjoint(_CLOCKS) and not kinds.isdisjoint(_RESTARTS)
    return at_ms if restarts else after.moved_ms, at_ms if begins else after.turn_ms


def _kinds(commit: Commit) -> set[type[AnyEvent]]:
    """What the commit is made of, but for fines, which are nobody's act."""
    return {
        type(event) for event in commit.events if not (isinstance(event, CardsDrawn) and event.fine)
    }


def _called_rightly(kinds: set[type[AnyEvent]], commit: Commit) -> bool:
    """Whether a fault was called: whoever calls it a moment later is too late, and not wrong."""
    return FaultCalled in kinds and any(
        isinstance(event, FaultCalled) and event.fault for event in commit.events
    )


def _from_the_start(events: tuple[AnyEvent, ...]) -> tuple[AnyEvent, ...]:
    """A match starts a table anew: what a rematch's entry tells before it needs an older table."""
    for place, event in enumerate(events):
        if isinstance(event, MatchStarted):
            return events[place:]
    return events


def _remember(table: Table, commit: Commit) -> tuple[tuple[str, int], ...]:
    if commit.command_id.startswith(_UNSEEN):
        return table.seen
    most = SEEN_A_SEAT * max(1, len(table.seats))
    # Adding tuples copies them once; a display of both would build a list besides.
    return table.seen[-most + 1 :] + ((commit.command_id, commit.version),)  # noqa: RUF005


def evolve(table: Table, event: AnyEvent) -> Table:  # noqa: C901 - one match
    """The table after one more event."""
    match event:
        case TurnMoved() | CardTakenBack():
            return replace(table, round=in_round(_running(table, event), event), turn=event.turn)
        case (
            CardPlayed()
            | CardsDrawn()
            | TurnPassed()
            | SuitNamed()
            | StockRebuilt()
            | Announced()
            | CallsOwed()
            | FaultCalled()
            | SuitDemanded()
            | TurnTimedOut()
            | WentOut()
        ):
            return replace(table, round=in_round(_running(table, event), event))
        case RoundDealt():
            return _dealt(table, event)
        case RoundClosed():
            return _closed(table, event)
        case TableMade():
            return made(table, event)
        case SeatTaken():
            taken = SeatState(
                holder="person",
                person=event.person,
                token_hash=event.token_hash,
                epoch=event.epoch,
            )
            persons = max(table.persons, event.person)
            return replace(seated(table, event.seat, taken), persons=persons)
        case RobotSeated():
            return seated(table, event.seat, SeatState(holder="robot", robot=event.robot))
        case SeatFreed():
            return freed(table, event.seat)
        case SeatsSwapped():
            return swapped(table, event)
        case HostChanged():
            return replace(table, host=event.seat)
        case MatchStarted():
            return _started(table, event)
        case MatchEnded():
            return _ended(table, event)
        case PlayerAbandoned():
            return changed(table, event.seat, gone=True)
        case ClosedForAbsence():
            return table
        case DealerCut():
            return replace(table, cut=event.cards, dealer=event.dealer)
        case SeatTakenOver():
            return taken_over(table, event)
        case EntropyDeposited():
            deposit = Deposit(event.seat, event.sha256, event.given)
            return replace(table, deposits=(*table.deposits, deposit))
        case DeckCut():
            return replace(table, cut_by=event.seat, cut_at=event.place)
        case TableExpired():
            return replace(table, phase="closed", round=None)
        case SeatMoved():
            return moved(table, event)
        case InviteRenewed():
            return replace(table, invite_hash=event.invite_hash)
        case TableErased():
            return replace(table, erased=True)
        case RematchOffered():
            offered = replace(table, offered_by=event.seat, refused_by=-1)
            return changed(offered, event.seat, accepted=True)
        case RematchAccepted():
            return changed(table, event.seat, accepted=True)
        case RematchRefused():
            seats = tuple(replace(seat, accepted=False) for seat in table.seats)
            return replace(table, seats=seats, offered_by=-1, refused_by=event.seat)
        case _:
            assert_never(event)


def _running(table: Table, event: AnyEvent) -> Round:
    assert table.round is not None, f"{event} outside a round"
    return table.round


def _started(table: Table, event: MatchStarted) -> Table:
    seats = [FREE] * event.seats
    for chair in event.chairs:
        seats[chair.seat] = SeatState(
            holder="robot" if chair.robot else "person",
            person=chair.person,
            robot=chair.robot,
            token_hash=chair.token_hash,
            epoch=chair.epoch,
            wins=chair.wins,
            size=hand_size_for(event.rules, len(event.players)),
        )
    return Table(
        id=event.table,
        version=table.version,
        tag=table.tag,
        phase="round",
        rules=event.rules,
        host=event.host,
        seats=tuple(seats),
        persons=event.persons,
        invite_hash=event.invite_hash,
        absence_ms=event.absence_ms,
        expiry_ms=event.expiry_ms,
        match=event.match,
        players=event.players,
        target=target_of(event.rules, len(event.players)),
        deal=event.deal,
        commitment=event.commitment,
        seed=event.seed,
        turn=event.turn,
        dealer=event.dealer,
        seen=event.seen,
    )


def _dealt(table: Table, event: RoundDealt) -> Table:
    hands: list[tuple[str, ...]] = [()] * len(table.seats)
    for seat, hand in zip(table.players, event.hands, strict=True):
        hands[seat] = hand
    seats = event.seats or table.players
    sizes = zip(table.players, event.hand_sizes, strict=True)
    round_ = Round(
        number=event.round,
        deal=event.deal,
        dealer=event.dealer,
        seed=table.seed,
        lock=Lock(
            contributions=event.contributions,
            missing=event.missing,
            cut=event.cut,
            cut_by=event.cut_by,
            sizes=tuple([sized for sized in sizes if sized[0] in seats]),
        ),
        hands=tuple(hands),
        stock=event.stock,
        pile=(event.starter,),
        active=event.active,
        direction=event.direction,
        seat=event.first,
        turn=event.turn,
        seats=seats,
        naming=event.naming,
        namer=event.first if event.naming else NOBODY,
        pending=event.pending,
    )
    return replace(
        table,
        phase="round",
        deal=event.deal + 1,
        commitment=event.next_commitment,
        seed=event.next_seed,
        round_commitment=table.commitment,
        deposits=(),
        cut_by=NOBODY,
        cut_at=0,
        turn=event.turn,
        round_number=event.round,
        dealer=event.dealer,
        round=round_,
        result=None,
    )


def _closed(table: Table, event: RoundClosed) -> Table:
    assert table.round is not None, "a round closed that was not running"
    seats = list(table.seats)
    for place, seat in enumerate(table.players):
        state = seats[seat]
        seats[seat] = replace(
            state,
            points=event.totals[place] if event.totals else state.points,
            size=event.sizes[place] if event.sizes else state.size,
            out_after=event.round if seat in event.eliminated else state.out_after,
            last_cards=len(table.round.hands[seat]),
        )
    result = Result(
        how=event.how,
        round=event.round,
        deal=table.round.deal,
        seed=event.seed,
        commitment=table.round_commitment,
        direction=table.round.direction,
        winner=event.winner,
        gained=event.gained,
        left=tuple((left.seat, left.cards, left.points, left.gained) for left in event.left),
        outs=table.round.outs,
        eliminated=event.eliminated,
        lock=table.round.lock,
    )
    return replace(
        table,
        phase="between",
        seats=tuple(seats),
        round=None,
        result=result,
        extra=event.extra,
    )


def _ended(table: Table, event: MatchEnded) -> Table:
    seats = list(table.seats)
    if event.winner >= 0:
        winner = seats[event.winner]
        seats[event.winner] = replace(winner, wins=winner.wins + 1)
    end = End(
        how=event.how,
        winner=event.winner,
        loser=event.loser,
        places=event.places,
        rematch=event.rematch,
    )
    phase = "closed" if event.how == "expired" else "over"
    return replace(table, phase=phase, seats=tuple(seats), end=end)

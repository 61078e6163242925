"""Why something was refused, as codes that stand on the wire for ever; clients word them."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """A wire code: add, never rename or reuse. Facts that go with it stand behind each."""

    # The frame itself
    MALFORMED = "malformed"  # not a frame of this protocol; `detail`
    UNKNOWN_FRAME = "unknown_frame"
    TOO_FAST = "too_fast"
    NO_SUCH_TABLE = "no_such_table"  # also a wrong link secret or token: the same answer
    # Who asks
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    # When it was decided
    STALE = "stale"  # the table has moved on since
    # The lobby
    TABLE_FULL = "table_full"
    ALREADY_SEATED = "already_seated"
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    TOO_FEW_PLAYERS = "too_few_players"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_ROBOT = "no_such_robot"
    TOO_MANY_WATCHERS = "too_many_watchers"
    # A turn
    NOT_YOUR_TURN = "not_your_turn"  # `seat`: whose turn it is
    ROUND_OVER = "round_over"  # no round runs
    UNKNOWN_CARD = "unknown_card"
    NOT_IN_HAND = "not_in_hand"  # `card`
    DOES_NOT_MATCH = "does_not_match"  # `card`, `top`, `suit`, `ranks`: what would serve
    MUST_ANSWER = "must_answer"  # `pending`, `ranks`: a penalty is owed
    MUST_NAME = "must_name"  # a suit is owed first
    SUIT_NEEDED = "suit_needed"  # missing, or not one of the pack's suits
    SUIT_NOT_ASKED = "suit_not_asked"  # this card names no suit
    STOCK_EMPTY = "stock_empty"
    CAN_PLAY = "can_play"  # this table draws only when nothing serves
    DRAW_LIMIT = "draw_limit"  # `limit`
    MUST_PLAY_DRAWN = "must_play_drawn"
    PLAY_OR_PASS = "play_or_pass"  # a right to one more play: no drawing
    MUST_TAKE_REST = "must_take_rest"  # `pending`: of the penalty, after its first card
    CANNOT_PASS = "cannot_pass"
    NOTHING_TO_CALL = "nothing_to_call"  # no last card is due to be called
    NO_CALLING = "no_calling"  # this table has no faults to call, or not of that seat
    CALLED_ALREADY = "called_already"
    NOTHING_TO_NAME = "nothing_to_name"
    # The coming deal
    NOT_CUTTER = "not_cutter"  # `seat`: who may cut now, if anybody may
    NO_SUCH_PLACE = "no_such_place"  # `limit`: the deck is cut at 1 … `limit`
    # Between rounds and after the match
    ROUND_RUNNING = "round_running"
    MATCH_OVER = "match_over"
    MATCH_RUNNING = "match_running"
    NO_REMATCH = "no_rematch"  # ended by leaving, absence or expiry, or somebody has left
    ALREADY_ACCEPTED = "already_accepted"
    NOT_OFFERED = "not_offered"
    NOT_ABSENT_YET = "not_absent_yet"  # `at_ms`: from when
    OWN_ABSENCE = "own_absence"
    TABLE_CLOSED = "table_closed"
    NOT_EXPIRED_YET = "not_expired_yet"
    # Who may come in, watch and write
    BAD_CODE = "bad_code"  # wrong, used or too old: the same answer
    WATCHING_OFF = "watching_off"  # the host lets nobody watch
    MUTED = "muted"  # the host lets this person write no lines
    # Words
    BAD_NAME = "bad_name"
    EMPTY_WORDS = "empty_words"
    # The house
    RETRY = "retry"  # the store did not answer in time; the same command may be sent again
    RESTARTING = "restarting"
    TOO_MANY_TABLES = "too_many_tables"
    BAD_RULES = "bad_rules"  # `switch`, `other`, `why`
    NOT_FOUND = "not_found"


class Rejected(Exception):
    """A command that the game refuses; nothing has changed."""

    def __init__(self, reason: Reason, **facts: str | int | tuple[str, ...]) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.facts = facts

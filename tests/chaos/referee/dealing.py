"""Starting a match, cutting for the deal, dealing and the starter (RULES.md §2)."""

from __future__ import annotations

from tests.chaos.referee import chance, packs
from tests.chaos.referee.drawing import event
from tests.chaos.referee.entries import Event
from tests.chaos.referee.matching import names_suit
from tests.chaos.referee.sealing import locked
from tests.chaos.referee.state import Round, Table, allow

SEED_DIGITS = 128


def start_match(table: Table, version: int, at_ms: int, found: list[Event]) -> list[Event]:
    """The match starts and its first round is dealt; a rematch is not cut for (D20)."""
    rematch = table.match > 0
    wish = next(one for one in found if one["t"] == "MatchStarted")
    table.players = [number for number, seat in enumerate(table.seats) if not seat.free]
    dealer = _next_dealer(table, _in_the_match(table)) if rematch else table.host
    table.match += 1
    table.match_version, table.match_ms = version, at_ms
    for seat in table.seats:
        seat.points = seat.eliminated = seat.held = 0
        seat.size = _hand_size(table)
    table.extra, table.round_number = [], 0
    told, cut = dealer, []  # where it is cut for, the host stands in until the cut
    if not rematch and table.rules["first_dealer"] != "host":
        cards, dealer = _cut(table, _given(found))
        cut = [event("DealerCut", cards=cards, dealer=dealer)]
    started = event(
        "MatchStarted", table=table.name, match=table.match, seats=len(table.seats),
        host=table.host, rules=table.rules, chairs=_chairs(table), players=table.players,
        dealer=told, deal=table.deal + 1, turn=table.turn, persons=table.persons,
        commitment=table.commitment, absence_ms=table.absence_ms, expiry_ms=table.expiry_ms,
        seen=_seen(table, wish["seen"]), invite_hash=table.invite_hash, seed=table.seed,
        log_digest=_digest(wish["log_digest"]),
    )  # fmt: skip
    return [started, *cut, *deal_round(table, at_ms, dealer, found)]


def _chairs(table: Table) -> list[dict[str, object]]:
    return [
        {"seat": number, "person": seat.person, "robot": seat.robot,
         "token_hash": seat.token_hash, "epoch": seat.epoch, "wins": seat.wins}
        for number, seat in enumerate(table.seats)
        if not seat.free
    ]  # fmt: skip


def _seen(table: Table, seen: list[list[object]]) -> list[list[object]]:
    """Ids of earlier commands, each once, with their versions, oldest first."""
    ids = [str(one) for one, _ in seen]
    allow(len(set(ids)) == len(ids), "MatchStarted.seen holds an id twice")
    real = [[one, table.commands.get(one, 0)] for one in ids]
    return sorted(real, key=lambda pair: int(str(pair[1])))


def _digest(told: str) -> str:
    """Of the log before. It covers packed bytes, which are not there any more (ARCHITECTURE §6)."""
    allow(len(told) in (0, 64), f"a digest of {len(told)} letters")
    return told


def _hand_size(table: Table) -> int:
    size: int = table.rules["hand_size_two" if len(table.players) == 2 else "hand_size"]
    return size


def deck_of(table: Table) -> list[str]:
    least = table.rules["two_packs_from"]
    two = least is not None and len(table.players) >= least
    return packs.deck(table.rules["pack"], 2 if two else 1)


def _key(table: Table, given: list[tuple[int, str]]) -> bytes:
    return chance.deal_key(table.seed, table.name, table.deal + 1, deck_of(table), given)


def _cut(table: Table, given: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], int]:
    """The cards that were cut, and who deals."""
    order = iter(chance.shuffle(_key(table, given), "cut", deck_of(table)))
    sign = 1 if table.rules["first_dealer"] == "lowest_cut" else -1
    shown: list[tuple[int, str]] = []
    among = list(table.players)
    while len(among) > 1:
        cards = {seat: next(order) for seat in among}
        shown += cards.items()
        heights = {s: sign * packs.height(table.rules["pack"], card) for s, card in cards.items()}
        among = [seat for seat in among if heights[seat] == min(heights.values())]
    return shown, among[0]


def _given(found: list[Event]) -> list[tuple[int, str]]:
    """The players' contributions to the deal: seat, bytes in hex."""
    dealt = [one for one in found if one["t"] == "RoundDealt"]
    allow(len(dealt) == 1, "not one round was dealt")
    given: list[tuple[int, str]] = dealt[0]["contributions"]
    return given


def _in_the_match(table: Table) -> list[int]:
    return [seat for seat in table.players if not table.seats[seat].eliminated]


def _next_dealer(table: Table, among: list[int]) -> int:
    ways = {"left": 1, "right": -1, "in_direction": _way(table)}
    way, places = ways[table.rules["next_dealer"]], len(table.seats)
    order = ((table.dealer + way * step) % places for step in range(1, places + 1))
    return next(seat for seat in order if seat in among)


def _way(table: Table) -> int:
    return 1 if table.rules["direction"] == "left" else -1


def next_round(table: Table, at_ms: int, found: list[Event]) -> list[Event]:
    allow(table.phase == "between", "a round was dealt while none was asked for")
    allow(table.people(), "a round was dealt with no person at the table")
    among = table.extra or _in_the_match(table)
    return deal_round(table, at_ms, _next_dealer(table, among), found)


def deal_round(table: Table, at_ms: int, dealer: int, found: list[Event]) -> list[Event]:
    given = _given(found)
    wish = next(one for one in found if one["t"] == "RoundDealt")
    seats = table.extra or _in_the_match(table)
    people = table.people()
    allow(dict(given) == table.given,
          "what was given to the deal is not what is in it")  # fmt: skip
    deck, key = deck_of(table), _key(table, given)
    cut, cut_by = locked(table, dealer, seats, len(deck))
    next_seed = wish["next_seed"]
    allow(len(next_seed) == SEED_DIGITS, "the next deal's seed is not of 64 bytes")
    order = chance.shuffle(key, "deal", deck)
    order = order[cut:] + order[:cut]
    way = _way(table)
    hands, order = _hands(table, seats, dealer, way, order)
    starter, stock = turn_starter(table, order)
    round_ = Round(
        number=table.round_number + 1, deal=table.deal + 1, seed=table.seed, key=key,
        dealer=dealer, seats=seats, extra=bool(table.extra), hands=hands, stock=stock,
        pile=[starter], active=packs.suit(starter), direction=way, seat=dealer,
        turn=table.turn + 1, turn_ms=at_ms,
    )  # fmt: skip
    skipped = _open(table, round_, starter)
    names = [seat for seat, _ in given]
    dealt = event(
        "RoundDealt", round=round_.number, deal=round_.deal, dealer=dealer, first=round_.seat,
        direction=round_.direction, starter=starter, active=round_.active, turn=round_.turn,
        hand_sizes=[table.seats[s].size if s in seats else 0 for s in table.players],
        stock_cards=len(stock), contributions=sorted(given),
        missing=[seat for seat in people if seat in seats and seat not in names], cut=cut,
        cut_by=cut_by,
        naming=round_.dealer_names, seats=seats if seats != table.players else [],
        pending=round_.pending, skipped=skipped, next_commitment=chance.commitment(next_seed),
        hands=[hands.get(seat, []) for seat in table.players], stock=stock, next_seed=next_seed,
    )  # fmt: skip
    table.round, table.phase, table.dealer, table.extra = round_, "round", dealer, []
    table.round_number, table.deal, table.turn = round_.number, round_.deal, round_.turn
    table.seed, table.commitment = next_seed, dealt["next_commitment"]
    table.moved_ms = at_ms
    return [dealt]


def _hands(
    table: Table, seats: list[int], dealer: int, way: int, order: list[str]
) -> tuple[dict[int, list[str]], list[str]]:
    """One card at a time from the seat after the dealer, passing over who has all."""
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    cards = list(order)
    places = len(table.seats)
    seat = dealer
    while any(len(hands[one]) < table.seats[one].size for one in seats):
        seat = (seat + way) % places
        if seat in hands and len(hands[seat]) < table.seats[seat].size:
            hands[seat].append(cards.pop(0))
    return hands, cards


def turn_starter(table: Table, cards: list[str]) -> tuple[str, list[str]]:
    """The card that opens, and the stock under it (D2)."""
    rules, stock = table.rules, list(cards)
    while True:
        card = stock.pop(0)
        stays = rules["starter_eight"] == "dealer_names" and names_suit(rules, card)
        if stays or packs.rank(card) not in rules["starter_forbidden"]:
            return card, stock
        stock.insert(len(stock) // 2, card)


def _open(table: Table, round_: Round, starter: str) -> list[int]:
    """Who is first, with the starter's effect; the seats that lose their turn."""
    rules, rank = table.rules, packs.rank(starter)
    first = _after(table, round_, round_.dealer)
    pending = rules["draw"].get(rank, 0) if rules["starter_effects"] else 0
    if rules["starter_eight"] == "dealer_names" and names_suit(rules, starter):
        round_.dealer_names, round_.first_pending = True, pending
        return []
    round_.seat, round_.pending = first, pending
    if rules["starter_effects"] and rank in rules["reverse"]:
        round_.direction, round_.seat = -round_.direction, round_.dealer
    if rules["starter_effects"] and rank in rules["skip"]:
        round_.seat = _after(table, round_, first)
        return [first]
    return []


def _after(table: Table, round_: Round, seat: int) -> int:
    places = len(table.seats)
    order = ((seat + round_.direction * step) % places for step in range(1, places + 1))
    return next(other for other in order if other in round_.seats)

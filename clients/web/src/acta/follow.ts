/** One deal, followed card by card: dealt anew from its seed, each card where it must be. */

import { cutDeck, dealKey, shuffle } from "../fair/shuffle";
import type { Line } from "./canonical";
import { bySeat, hex, objects, Odd, oneOf, pairs, text, texts, whole, wholes } from "./fields";
import { Bad } from "./parts";

const UNKNOWN = ""; // a card of a deal that is not over
export const SCORINGS = ["winner_collects", "losers_add", "elimination", "places", "countdown"];
const HOWS = ["out", "blocked", "last", "stopped"];
export const SEED_DIGITS = 128; // 64 bytes in hex
const ROUND_BONUS = -100; // of a round's winner, by elimination
const NOBODY = -1;

/** What a match brings to each of its deals. */
export interface Setting {
  table: string;
  rules: Line;
  players: number[];
  deck: string[];
}

/** The seats that a deal is for. Throws: Odd. */
export function dealtTo(lock: Line, players: number[]): number[] {
  const named = wholes(lock, "seats");
  const seats = named.length > 0 ? named : players;
  if (new Set(seats).size !== seats.length || seats.some((seat) => !players.includes(seat))) throw new Odd("seats");
  return seats;
}

/** A round as the log tells it: the lock and deal, what happened, the end. */
export interface Round {
  lock: Line;
  line: number;
  version: number;
  commitment: string;
  turned: { line: number; event: Line } | null; // the cut for the first deal
  happened: { line: number; event: Line }[];
  end: { line: number; version: number; event: Line } | null;
  rebuilds: number;
}

/** Where the cards of a deal are; without its seed, how many are where. */
export class Cards {
  readonly #setting: Setting;
  readonly #round: Round;
  readonly #hands = new Map<number, string[]>();
  readonly #seats: number[];
  readonly #key: Uint8Array | null;
  #stock: string[];
  #pile: string[];

  constructor(setting: Setting, round: Round) {
    this.#setting = setting;
    this.#round = round;
    const sizes = this.#sizes();
    this.#seats = dealtTo(round.lock, setting.players);
    const starter = text(round.lock, "starter");
    this.#pile = [starter];
    this.#key = round.end ? this.#keyOf(hex(round.end.event, "seed", SEED_DIGITS)) : null;
    if (this.#key) {
      this.#stock = this.#deal(this.#key, sizes, starter);
    } else {
      for (const seat of this.#seats) this.#hands.set(seat, Array<string>(sizes.get(seat) ?? 0).fill(UNKNOWN));
      this.#stock = Array<string>(whole(round.lock, "stock_cards")).fill(UNKNOWN);
    }
    this.#checkSizes(sizes);
  }

  #sizes(): Map<number, number> {
    const { lock, line } = this.#round;
    const [given, stock] = [wholes(lock, "hand_sizes"), whole(lock, "stock_cards")];
    if (given.length !== this.#setting.players.length) throw new Odd("hand_sizes");
    const cards = given.reduce((sum, size) => sum + size, 1 + stock);
    if (cards !== this.#setting.deck.length || [...given, stock].some((size) => size < 0)) throw new Bad(line, "count", this.#setting.deck.length);
    return new Map(this.#setting.players.map((seat, index) => [seat, given[index] as number]));
  }

  /** Every hand has its size: a seat that is not dealt to has none. */
  #checkSizes(sizes: ReadonlyMap<number, number>): void {
    for (const [seat, size] of sizes) {
      const found = this.#hands.get(seat)?.length ?? 0;
      if (found !== size) throw new Bad(this.#round.line, "count", size, found);
    }
  }

  #keyOf(seed: string): Uint8Array {
    const { lock } = this.#round;
    const contributions = [...bySeat(lock, "contributions")];
    return dealKey({ seed, table: this.#setting.table, deal: whole(lock, "deal"), deck: this.#setting.deck, contributions });
  }

  /** Deals the cards; gives the stock. */
  #deal(key: Uint8Array, sizes: Map<number, number>, told: string): string[] {
    const { lock, line } = this.#round;
    const { deck } = this.#setting;
    this.#checkTurned(key);
    const cut = whole(lock, "cut", 0);
    if (cut < 0 || cut >= deck.length) throw new Bad(line, "count", `0–${deck.length - 1}`, cut);
    const order = cutDeck(shuffle(key, "deal", deck), cut);
    for (const seat of this.#seats) this.#hands.set(seat, []);
    const going = this.#going();
    for (let number = 0; number < Math.max(...sizes.values()); number += 1) {
      for (const seat of going) {
        if (number < (sizes.get(seat) ?? 0)) this.#hand(seat).push(order.shift() ?? UNKNOWN);
      }
    }
    const starter = turnUp(order, this.#setting);
    if (starter !== told) throw new Bad(line, "starter", starter, told);
    return order;
  }

  /** Seats in the order in which they are dealt to; the dealer is the last. */
  #going(): number[] {
    const seats = this.#seats;
    const place = seats.indexOf(whole(this.#round.lock, "dealer"));
    if (place < 0) throw new Odd("dealer");
    if (this.#setting.rules.direction === "left") return [...seats.slice(place + 1), ...seats.slice(0, place + 1)];
    return [...seats.slice(0, place).reverse(), ...seats.slice(place).reverse()];
  }

  #checkTurned(key: Uint8Array): void {
    const { turned } = this.#round;
    if (!turned) return;
    const shown = pairs(turned.event, "cards").map(([, card]) => card);
    const order = shuffle(key, "cut", this.#setting.deck).slice(0, shown.length);
    if (!same(shown, order)) throw new Bad(turned.line, "dealer-cut", order.join(" "), shown.join(" "));
  }

  #hand(seat: number): string[] {
    const hand = this.#hands.get(seat);
    if (!hand) throw new Odd(`seat ${seat}`);
    return hand;
  }

  // What happens

  /** One event more. Throws: Bad. */
  take(line: number, event: Line): void {
    switch (event.t) {
      case "CardPlayed":
        return this.#play(line, this.#hand(whole(event, "seat")), text(event, "card"));
      case "CardsDrawn":
        return this.#draw(line, this.#hand(whole(event, "seat")), whole(event, "count"));
      case "StockRebuilt":
        return this.#rebuild(line, event);
      case "CardTakenBack":
        return this.#takeBack(line, this.#hand(whole(event, "seat")), text(event, "card"));
      case "WentOut": {
        const { length } = this.#hand(whole(event, "seat"));
        if (length > 0) throw new Bad(line, "count", 0, length);
      }
    }
  }

  #play(line: number, hand: string[], card: string): void {
    const held = hand.includes(card) ? card : UNKNOWN;
    const place = hand.indexOf(held);
    if (place < 0 || !this.#setting.deck.includes(card) || (held === UNKNOWN && this.#lies(card))) {
      throw new Bad(line, "hand", hand.filter(Boolean).join(" "), card);
    }
    hand.splice(place, 1);
    this.#pile.push(card);
  }

  /** Whether a card lies somewhere in sight. */
  #lies(card: string): boolean {
    return this.#pile.includes(card) || [...this.#hands.values()].some((hand) => hand.includes(card));
  }

  #draw(line: number, hand: string[], count: number): void {
    if (count < 0 || count > this.#stock.length) throw new Bad(line, "count", this.#stock.length, count);
    hand.push(...this.#stock.splice(0, count));
  }

  #takeBack(line: number, hand: string[], card: string): void {
    const top = this.#pile[this.#pile.length - 1];
    if (this.#pile.length < 2 || top !== card) throw new Bad(line, "pile", top, card);
    this.#pile.pop();
    hand.push(card);
  }

  /** All discards but the last `kept`, shuffled under the deal's key, are the new stock. */
  #rebuild(line: number, event: Line): void {
    const [kept, cards, times] = [whole(event, "kept", 1), whole(event, "cards"), whole(event, "times")];
    const under = kept > 0 ? this.#pile.slice(0, -kept) : [];
    this.#round.rebuilds += 1;
    if (this.#stock.length > 0 || cards !== under.length || times !== this.#round.rebuilds || kept < 1) {
      throw new Bad(line, "rebuild", `(${under.length}, ${this.#round.rebuilds})`, `(${cards}, ${times})`);
    }
    this.#stock = this.#key ? shuffle(this.#key, `reshuffle-${times}`, under) : under.map(() => UNKNOWN);
    this.#pile = this.#pile.slice(-kept);
  }

  // The end

  /** The totals after the round, from those before it, by `players`. Throws: Bad, Odd. */
  close(totals: number[]): number[] {
    const end = this.#round.end;
    if (!end) return totals;
    const { players, rules } = this.#setting;
    const { event, line } = end;
    const [how, winner] = [oneOf(event, "how", HOWS), whole(event, "winner", NOBODY)];
    this.#checkWinner(line, how, winner);
    let gains = this.#gains(line, event, how, winner);
    if (rules.scoring === "winner_collects" && winner !== NOBODY) gains = new Map([[winner, [...gains.values()].reduce((sum, one) => sum + one, 0)]]);
    else if (rules.scoring === "elimination" && winner !== NOBODY) gains.set(winner, ROUND_BONUS);
    const own = rules.scoring === "losers_add" ? 0 : (gains.get(winner) ?? 0);
    if (whole(event, "gained", 0) !== own) throw new Bad(line, "points", own, event.gained ?? 0);
    const after = totals.map((total, index) => total + (gains.get(players[index] as number) ?? 0));
    const told = wholes(event, "totals");
    if (told.length > 0 && told.join() !== after.join()) throw new Bad(line, "totals", after, told);
    return after;
  }

  /** Whoever is out holds nothing; of a blocked table the lowest hand wins. */
  #checkWinner(line: number, how: string, winner: number): void {
    if (how === "stopped") {
      if (winner !== NOBODY) throw new Bad(line, "event", NOBODY, winner);
      return;
    }
    const hand = this.#hand(winner);
    if (how !== "blocked" && hand.length > 0) throw new Bad(line, "count", 0, hand.length);
    const holding = [...this.#hands.values()].filter((cards) => cards.length > 0).length;
    if (how === "last" && holding > 1) throw new Bad(line, "count", 1, holding);
    const points = this.#points(winner);
    const isLower = ([seat, cards]: [number, string[]]) => this.#points(seat) < points || (this.#points(seat) === points && cards.length < hand.length);
    if (how === "blocked" && [...this.#hands].some(isLower)) throw new Bad(line, "points", "", points);
  }

  /** What each hand that was left brings: each is told, and none twice. */
  #gains(line: number, event: Line, how: string, winner: number): Map<number, number> {
    const own = how === "blocked" ? this.#points(winner) : 0;
    const counted = how === "stopped" ? [] : this.#seats.filter((seat) => how === "blocked" || seat !== winner);
    const due = counted.toSorted((a, b) => a - b).join(" ");
    const all = objects(event, "left");
    const told = all.map((left) => whole(left, "seat")).sort((a, b) => a - b).join(" ");
    if (told !== due) throw new Bad(line, "left", due, told);
    return new Map(
      all.map((left) => {
        const seat = whole(left, "seat");
        const gained = gainOf(this.#setting.rules.scoring, this.#points(seat), own, seat === winner);
        this.#checkLeft(line, left, gained);
        return [seat, gained];
      }),
    );
  }

  #checkLeft(line: number, left: Line, gained: number): void {
    const [hand, told] = [this.#hand(whole(left, "seat")), texts(left, "cards")];
    if (!same([...told].sort(), [...hand].sort())) throw new Bad(line, "left", hand.join(" "), told.join(" "));
    const points = this.#points(whole(left, "seat"));
    const found = [whole(left, "points"), whole(left, "gained", 0)];
    if (found[0] !== points || found[1] !== gained) throw new Bad(line, "points", points, left.points);
  }

  #points(seat: number): number {
    const { pack } = this.#setting.rules;
    return this.#hand(seat).reduce((sum, card) => sum + pointsOf(rankOf(card, pack), pack), 0);
  }
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((card, index) => card === other[index]);
}

/** What a hand brings: to its own total where losers add, else to the winner's. */
function gainOf(scoring: unknown, points: number, own: number, wins: boolean): number {
  if (scoring === "places" || scoring === "countdown") return 0;
  if (scoring === "elimination") return wins ? ROUND_BONUS : points;
  return points - own;
}

/** Takes the card that opens the pile off the rest of the deal; one that may not goes back below
 * half of what is left. */
function turnUp(order: string[], { rules }: Setting): string {
  for (let tries = order.length; tries >= 0; tries -= 1) {
    const card = order.shift() ?? UNKNOWN;
    if (mayOpen(rankOf(card, rules.pack), rules)) return card;
    order.splice(Math.floor(order.length / 2), 0, card);
  }
  return UNKNOWN;
}

function mayOpen(rank: string, rules: Line): boolean {
  if (rules.starter_eight === "dealer_names" && texts(rules, "wild_suit").includes(rank)) return true;
  return !texts(rules, "starter_forbidden").includes(rank);
}

function rankOf(card: string, pack: unknown): string {
  const face = card.split("#")[0] ?? "";
  if (face === "JK" || face === "+5" || face === "EL") return face;
  return pack === "jiujitsu" ? face.slice(1) : face.slice(0, 1);
}

const FRENCH: Record<string, number> = { A: 1, T: 10, J: 10, Q: 10, K: 10, JK: 50, "8": 50 };
const BELTS: Record<string, number> = { "+": 20, "~": 20, "!": 20, "+5": 50, EL: 50 };

function pointsOf(rank: string, pack: unknown): number {
  return (pack === "jiujitsu" ? BELTS : FRENCH)[rank] ?? Number(rank);
}

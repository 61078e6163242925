/** What people gave to the coming deal, as the log tells it, held against what was locked. */

import { digestOf } from "../fair/shuffle";
import type { Line } from "./canonical";
import { bySeat, hex, isObject, Odd, rising, whole } from "./fields";
import { Bad } from "./parts";

const GIVEN_DIGITS = 32; // 16 bytes in hex
export const DIGEST_DIGITS = 64;
const NOBODY = -1;

/** Whom a deal is for: the people of the match, the seats that are dealt to, the deck's size. */
export interface Dealt {
  people: ReadonlySet<number>;
  seats: readonly number[];
  deck: number;
}

/** Deposits and the cut for one deal; `left` are seats whose people have left the match. */
export class Given {
  readonly #digests = new Map<number, string>();
  #cut: { seat: number; place: number } | null = null;

  constructor(readonly left: Set<number>) {}

  /** A deposit, a cut, or somebody's leaving. Throws: Bad for a second one of a seat, Odd. */
  take(line: number, event: Line, deal: number): void {
    const seat = whole(event, "seat");
    if (event.t === "PlayerAbandoned" || event.t === "SeatTakenOver" || event.t === "SeatFreed") {
      this.left.add(seat);
      return;
    }
    if (whole(event, "deal") !== deal) throw new Bad(line, "event", deal, event.deal);
    if (event.t === "DeckCut") return this.#takeCut(line, seat, whole(event, "place"));
    const digest = hex(event, "sha256", DIGEST_DIGITS);
    if (this.#digests.has(seat)) throw new Bad(line, "entropy", this.#digests.get(seat), digest);
    this.#digests.set(seat, digest);
  }

  #takeCut(line: number, seat: number, place: number): void {
    if (this.#cut?.seat === seat && !this.left.has(seat)) throw new Bad(line, "cut", this.#cut.place, place);
    this.#cut = { seat, place };
  }

  /** Whether a lock has just what was given; `known`: all of that stands in this file. Throws: Bad, Odd. */
  check(line: number, lock: Line, dealt: Dealt, known: boolean): void {
    const given = bySeat(lock, "contributions");
    this.#checkWho(line, given, rising(lock, "missing"), dealt);
    for (const [seat, bytes] of given) {
      if (bytes.length !== GIVEN_DIGITS) throw new Bad(line, "entropy", "", bytes);
      const digest = digestOf(hex({ bytes }, "bytes", GIVEN_DIGITS));
      if (known && this.#digests.get(seat) !== digest) throw new Bad(line, "entropy", this.#digests.get(seat) ?? "", digest);
    }
    const dropped = [...this.#digests.keys()].filter((seat) => !given.has(seat) && !this.left.has(seat));
    if (known && dropped.length > 0) throw new Bad(line, "entropy", this.#digests.get(Math.min(...dropped)));
    this.#checkCut(line, lock, dealt.deck, known);
  }

  /** People give, or are missing; robots are neither. Else bytes that were put in afterwards could
   * make any order of the cards. */
  #checkWho(line: number, given: ReadonlyMap<number, string>, missing: number[], { people, seats }: Dealt): void {
    const due = seats.filter((seat) => people.has(seat) && !this.left.has(seat));
    const told = new Set([...given.keys(), ...missing]);
    const both = missing.some((seat) => given.has(seat));
    if (both || [...told].some((seat) => !people.has(seat)) || due.some((seat) => !told.has(seat))) {
      throw new Bad(line, "entropy", due.toSorted((a, b) => a - b).join(" "), [...told].sort((a, b) => a - b).join(" "));
    }
  }

  #checkCut(line: number, lock: Line, deck: number, known: boolean): void {
    const [by, cut, made] = [whole(lock, "cut_by", NOBODY), whole(lock, "cut", 0), this.#cut];
    if (by === NOBODY) {
      const half = Math.floor(deck / 2);
      if (cut !== half) throw new Bad(line, "cut", half, cut);
      if (known && made && this.left.size === 0) throw new Bad(line, "cut", made.place, cut);
    } else if (cut < 1 || cut >= deck || (known && (made?.seat !== by || made.place !== cut))) {
      throw new Bad(line, "cut", made?.place ?? "", cut);
    }
  }
}

/** The seats that people have when the match starts; those that play all have somebody. Throws: Odd. */
export function peopleIn(head: Line): Set<number> {
  const all = (head.seats as unknown[]).filter(isObject);
  const seats = rising({ seats: all.map((one) => whole(one, "seat")) }, "seats");
  const people = new Set<number>();
  for (const [index, one] of all.entries()) {
    const isPerson = Object.hasOwn(one, "person");
    if (isPerson === (Object.hasOwn(one, "robot") && typeof one.robot === "string")) throw new Odd("seats");
    if (!isPerson) continue;
    whole(one, "person");
    people.add(seats[index] as number);
  }
  if ((head.players as number[]).some((seat) => !seats.includes(seat))) throw new Odd("players");
  return people;
}

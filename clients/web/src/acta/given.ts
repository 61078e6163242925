/** What people gave to the coming deal, as the log tells it, held against what was locked. */

import { digestOf } from "../fair/shuffle";
import type { Line } from "./canonical";
import { Odd, pairs, text, whole, wholes } from "./fields";
import { Bad } from "./parts";

const GIVEN_DIGITS = 32; // 16 bytes in hex
const NOBODY = -1;

/** Deposits and the cut for one deal; `left` are seats whose people have left the match. */
export class Given {
  readonly #digests = new Map<number, string>();
  #cut: { seat: number; place: number } | null = null;

  constructor(readonly left: Set<number>) {}

  /** A deposit, a cut, or somebody's leaving. Throws: Bad for a second deposit of a seat. */
  take(line: number, event: Line, deal: number): void {
    const seat = whole(event, "seat");
    if (event.t === "PlayerAbandoned" || event.t === "SeatTakenOver" || event.t === "SeatFreed") {
      this.left.add(seat);
      return;
    }
    if (whole(event, "deal") !== deal) throw new Bad(line, "event", deal, event.deal);
    if (event.t === "DeckCut") {
      this.#cut = { seat, place: whole(event, "place") };
      return;
    }
    const digest = text(event, "sha256");
    if (this.#digests.has(seat)) throw new Bad(line, "entropy", this.#digests.get(seat), digest);
    this.#digests.set(seat, digest);
  }

  /** Whether a lock has just what was given; `known`: all of that stands in this file. Throws: Bad. */
  check(line: number, lock: Line, deck: number, known: boolean): void {
    const given = new Map(pairs(lock, "contributions"));
    const missing = wholes(lock, "missing");
    for (const [seat, bytes] of given) {
      if (bytes.length !== GIVEN_DIGITS || missing.includes(seat)) throw new Bad(line, "entropy", "", bytes);
      if (!/^[0-9a-f]*$/.test(bytes)) throw new Odd("contributions");
      const digest = digestOf(bytes);
      if (known && this.#digests.get(seat) !== digest) throw new Bad(line, "entropy", this.#digests.get(seat) ?? "", digest);
    }
    const dropped = [...this.#digests.keys()].filter((seat) => !given.has(seat) && !this.left.has(seat));
    if (known && dropped.length > 0) throw new Bad(line, "entropy", this.#digests.get(Math.min(...dropped)));
    this.#checkCut(line, lock, deck, known);
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

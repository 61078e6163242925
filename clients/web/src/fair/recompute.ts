/** A deal dealt again from its seed, and held against every card that was seen of it. */

import type { LeftHand, News, SealView } from "../lib/protocol";
import { cutDeck, dealKey, shuffle, type Contribution } from "./shuffle";

/** What was seen of a round, from its deal on. */
export interface Tape {
  me?: number; // my seat as it was dealt; −1 for those who watch
  hand: string[]; // my own, as dealt
  starter: string;
  moves: Move[];
  torn?: boolean; // not seen to its end: what came after the moves is not known
}

export type Move =
  | { t: "played" | "taken_back"; seat: number; card: string }
  | { t: "drew"; seat: number; cards: number; own?: string[] }
  | { t: "rebuilt"; cards: number };

/** A deal that is over, and how the table was. */
export interface Opened {
  table: string;
  deck: readonly string[];
  seal: SealView; // with its seed
  me: number; // my seat; −1 for those who watch
}

class Cards {
  readonly #key: Uint8Array;
  readonly hands: Record<number, string[]> = {};
  stock: string[];
  pile: string[] = [];
  #rebuilds = 0;

  constructor({ table, deck, seal }: Opened) {
    const contributions = Object.entries(seal.contributions ?? {}).map(([seat, given]): Contribution => [Number(seat), given]);
    this.#key = dealKey({ seed: seal.seed ?? "", table, deal: seal.deal, deck, contributions });
    this.stock = cutDeck(shuffle(this.#key, "deal", deck), seal.cut ?? 0);
    const order = seal.order ?? [];
    const sizes = seal.sizes ?? [];
    for (const seat of order) this.hands[seat] = [];
    for (let dealt = 0; dealt < Math.max(0, ...sizes); dealt += 1) {
      order.forEach((seat, index) => {
        if (dealt < (sizes[index] ?? 0)) this.hands[seat]?.push(...this.stock.splice(0, 1));
      });
    }
  }

  /** Turns the starter; whatever is turned before it goes back below half of the others. */
  open(starter: string): boolean {
    for (let turned = this.stock.length; turned > 0; turned -= 1) {
      const [card, ...rest] = this.stock;
      if (card === starter) {
        this.pile = [card];
        this.stock = rest;
        return true;
      }
      const middle = Math.floor(rest.length / 2);
      this.stock = [...rest.slice(0, middle), card as string, ...rest.slice(middle)];
    }
    return false;
  }

  follow(move: Move): boolean {
    switch (move.t) {
      case "played":
        return this.#leaves(move.seat, move.card);
      case "taken_back":
        this.hands[move.seat]?.push(move.card);
        return this.pile.pop() === move.card;
      case "drew":
        return this.#draws(move.seat, move.cards, move.own);
      case "rebuilt":
        return this.#rebuilt(move.cards);
    }
  }

  #leaves(seat: number, card: string): boolean {
    const hand = this.hands[seat] ?? [];
    const place = hand.indexOf(card);
    if (place < 0) return false;
    hand.splice(place, 1);
    this.pile.push(card);
    return true;
  }

  #draws(seat: number, count: number, own: string[] | undefined): boolean {
    const drawn = this.stock.splice(0, count);
    this.hands[seat]?.push(...drawn);
    return drawn.length === count && (!own || same(own, drawn));
  }

  #rebuilt(cards: number): boolean {
    if (this.stock.length > 0 || cards > this.pile.length) return false;
    this.#rebuilds += 1;
    this.stock = shuffle(this.#key, `reshuffle-${this.#rebuilds}`, this.pile.slice(0, cards));
    this.pile = this.pile.slice(cards);
    return true;
  }
}

/** Whether every card that was seen is the one that the seed gives; `left`: what all held at the end. */
export function cardsFit(opened: Opened, tape: Tape, left: Record<string, LeftHand> = {}): boolean {
  const cards = new Cards(opened);
  const mine = cards.hands[opened.me];
  if (mine && !same(mine, tape.hand)) return false;
  if (!cards.open(tape.starter)) return false;
  if (!tape.moves.every((move) => cards.follow(move))) return false;
  return Object.entries(left).every(([seat, hand]) => same([...hand.cards].sort(), [...(cards.hands[Number(seat)] ?? [])].sort()));
}

/** What the news of a step tell of the cards. */
export function movesOf(news: readonly News[]): Move[] {
  return news.flatMap((item): Move[] => {
    if (item.t === "played" || item.t === "taken_back") return [{ t: item.t, seat: item.seat, card: item.card }];
    if (item.t === "drew") return [{ t: "drew", seat: item.seat, cards: item.cards, ...(item.own ? { own: item.own } : {}) }];
    return item.t === "rebuilt" ? [{ t: "rebuilt", cards: item.cards }] : [];
  });
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((card, index) => card === other[index]);
}

/** For tests: a table that deals fairly, or is told to cheat. */

import type { LeftHand, News, SealView, View } from "../lib/protocol";
import { deckOf } from "./deck";
import { commitment, cutDeck, dealKey, digestOf, shuffle, type Contribution } from "./shuffle";

export const SEED = "5e".repeat(64);
export const MINE = "a0".repeat(16);
export const THEIRS = "b1".repeat(16);
const DECK = deckOf("french52", 1) as string[];
const HAND = 5;

export interface Wish {
  given?: Contribution[]; // what goes into the deal
  listed?: Contribution[]; // what the table says went into it
  seed?: string;
  cut?: number;
}

export interface Dealt {
  hands: string[][]; // seats 0, 1
  starter: string;
  stock: string[];
  seal: SealView;
}

/** Deals for seats 1, 0; whatever turns up opens. */
export function deal({ given = [[0, MINE], [1, THEIRS]], listed = given, seed = SEED, cut = 26 }: Wish = {}): Dealt {
  const key = dealKey({ seed, table: "t", deal: 1, deck: DECK, contributions: given });
  const order = cutDeck(shuffle(key, "deal", DECK), cut);
  const hands = [order.filter((_, at) => at < 2 * HAND && at % 2 === 1), order.filter((_, at) => at < 2 * HAND && at % 2 === 0)];
  const seal: SealView = { deal: 1, commitment: commitment(SEED), contributions: Object.fromEntries(listed), cut, order: [1, 0], sizes: [HAND, HAND] };
  return { hands, starter: order[2 * HAND] as string, stock: order.slice(2 * HAND + 1), seal };
}

const seats = { "0": { holder: "person", person: 1, playing: true }, "1": { holder: "person", person: 2, playing: true } } as const;

export function lobby(more: Partial<NonNullable<View["next_seal"]>> = {}): View {
  return {
    table: "t", phase: "lobby", rules: { preset: "clasico", wild: ["8"] }, host: 0, seats: { ...seats },
    next_seal: { deal: 1, commitment: commitment(SEED), ...more }, own: { seat: 0, actions: { leave: true } },
  };
}

export const bothGave = { digests: { "0": digestOf(MINE), "1": digestOf(THEIRS) } };

export function round({ hands, starter, stock, seal }: Dealt): View {
  return {
    ...lobby(), phase: "round", match: 1, round: 1, dealer: 0, stock: stock.length, seal,
    next_seal: { deal: 2, commitment: "c0".repeat(32) }, own: { seat: 0, hand: hands[0] as string[] },
    pile: { top: starter, suit: starter.slice(-1), cards: 1 },
  };
}

export function dealtNews({ hands, starter }: Dealt): News[] {
  return [{ t: "dealt", round: 1, dealer: 0, first: 1, direction: "left", top: starter, cards: hands[0] as string[] }];
}

export function over(dealt: Dealt, hands: Record<string, LeftHand>, seed = SEED): View {
  return { ...round(dealt), phase: "between", seal: { ...dealt.seal, seed }, result: { how: "out", round: 1, winner: 1, hands }, own: { seat: 0 } };
}

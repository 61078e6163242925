/** The order of a hand on the screen; the server's is the order in which the cards came. */

import { rankOf, suitOf } from "../lib/cards";
import type { Sort } from "../lib/settings.svelte";

const SUITS = [..."SHCD", ..."bpnk", ""]; // dark and light by turns; belts from the lowest; what has no suit
const RANKS = [..."A123456789", "T", "J", "Q", "K", "+", "~", "!", "+5", "EL", "JK"];

export function sorted(hand: readonly string[], by: Sort): string[] {
  if (by === "dealt") return [...hand];
  return [...hand].sort(by === "suit" ? bySuit : byRank);
}

function bySuit(a: string, b: string): number {
  return SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) || byRank(a, b);
}

function byRank(a: string, b: string): number {
  const ranks = RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b));
  return ranks || SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b)) || a.localeCompare(b);
}

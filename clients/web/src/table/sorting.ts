/** The order of a hand on the screen; the server's is the order in which the cards came. */

import type { Sort } from "../lib/settings.svelte";

const SUITS = "SHCD"; // dark and light by turns, in both French packs
const RANKS = "A23456789TJQK";

export function sorted(hand: readonly string[], by: Sort): string[] {
  if (by === "dealt") return [...hand];
  return [...hand].sort(by === "suit" ? bySuit : byRank);
}

function bySuit(a: string, b: string): number {
  return SUITS.indexOf(a[1] ?? "") - SUITS.indexOf(b[1] ?? "") || byRank(a, b);
}

function byRank(a: string, b: string): number {
  return RANKS.indexOf(a[0] ?? "") - RANKS.indexOf(b[0] ?? "") || SUITS.indexOf(a[1] ?? "") - SUITS.indexOf(b[1] ?? "") || a.localeCompare(b);
}

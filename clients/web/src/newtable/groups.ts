/** The switches in the order in which people think of them; only for showing. */

import type { Switch } from "./form";

const GROUPS: Record<string, string[]> = {
  deal: ["pack", "two_packs_from", "hand_size", "hand_size_two", "direction", "first_dealer", "next_dealer", "starter_forbidden", "starter_eight", "starter_effects"],
  cards: ["wild_suit", "wild_keep", "skip", "reverse", "reverse_two", "draw", "play_again", "eight_on_eight", "silent_eight"],
  penalties: ["stacking", "answers", "penalty_first_card"],
  drawing: ["draw_limit", "voluntary_draw", "drawn_card", "rebuild_stock"],
  closing: ["play_on", "last_card_effect", "last_card_call", "last_card_fine", "call_on_pass"],
  keeping: ["enforcement", "fines", "turn_seconds"],
  counting: ["scoring", "target", "limit", "max_rounds", "time_limit", "on_abandon"],
};

export interface Group {
  key: string;
  rows: Switch[];
}

/** Every row in one group; what no group knows comes last, under "more". */
export function grouped(rows: readonly Switch[]): Group[] {
  const by = new Map(rows.map((row) => [row.key, row]));
  const groups = Object.entries(GROUPS).map(([key, keys]) => ({ key, rows: keys.flatMap((one) => by.get(one) ?? []) }));
  const known = new Set(Object.values(GROUPS).flat());
  const more = rows.filter((row) => !known.has(row.key));
  return [...groups, { key: "more", rows: more }].filter((group) => group.rows.length > 0);
}

const RANKS: Record<string, string[]> = {
  french52: [..."A23456789TJQK"],
  french54: [..."A23456789TJQK", "JK"],
  jiujitsu: [..."123456789", "+", "~", "!", "+5", "EL"],
};

/** The ranks to choose among: those of the pack, and those that are chosen although it has them not. */
export function ranksOf(pack: string, chosen: readonly string[]): string[] {
  const own = RANKS[pack] ?? RANKS.french52 ?? [];
  return [...own, ...chosen.filter((rank) => !own.includes(rank))];
}

/** What simulated play says of some rules, in a few words; what is not told is left out. */

import { t } from "../lib/i18n";
import type { Facts } from "./form";

const TOLD = ["minutes", "rounds_a_match", "turns_a_round", "drawn_a_round", "blocked"] as const;
const WORTH_TELLING = 0.005; // share of blocked rounds

export function factWords(facts: Partial<Facts> | undefined): string {
  if (!facts) return "";
  return TOLD.flatMap((key) => told(key, facts[key])).join(" · ");
}

function told(key: (typeof TOLD)[number], value: number | undefined): string[] {
  if (typeof value !== "number" || (key === "blocked" && value < WORTH_TELLING)) return [];
  return [t(`new-fact-${key}`, { count: rounded(key, value) })];
}

function rounded(key: (typeof TOLD)[number], value: number): number {
  if (key === "blocked") return Math.max(1, Math.round(100 * value));
  return key === "rounds_a_match" && value < 10 ? Math.round(10 * value) / 10 : Math.round(value);
}

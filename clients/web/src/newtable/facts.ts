/** What simulated play says of some rules, in a few words; what is not told is left out. */

import { t } from "../lib/i18n";
import type { Facts } from "./form";

const TOLD = ["rounds", "turns", "drawn", "minutes", "blocked"];

export function factWords(facts: Facts | undefined): string {
  if (!facts) return "";
  return TOLD.filter((key) => typeof facts[key] === "number" && shown(key, facts[key]))
    .map((key) => t(`new-fact-${key}`, { count: rounded(key, facts[key] ?? 0) }))
    .join(" · ");
}

function shown(key: string, value: number): boolean {
  return key !== "blocked" || value >= 0.005;
}

function rounded(key: string, value: number): number {
  if (key === "blocked") return Math.round(100 * value);
  return value < 10 && key !== "minutes" ? Math.round(10 * value) / 10 : Math.round(value);
}

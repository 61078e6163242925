/** What simulated play says of some rules, in a few words; what is not told is left out. */

import { t } from "../lib/i18n";
import type { Facts, Preset, Variant } from "./form";

const LONG_MINUTES = 120; // from here on a shorter way to play is worth a word
const WORTH_TELLING = 0.005; // share of blocked rounds

/** "unos 31 min · 6,5 rondas de 34 turnos · 23 robadas · 2 % sin salida" */
export function factWords(facts: Facts | undefined): string {
  if (!facts) return "";
  const { minutes, rounds_a_match, turns_a_round, drawn_a_round, blocked } = facts;
  const told = [
    t("new-fact-minutes", { count: Math.max(1, Math.round(minutes)) }),
    t("new-fact-rounds", { rounds: rounds_a_match < 10 ? Math.round(10 * rounds_a_match) / 10 : Math.round(rounds_a_match), turns: Math.round(turns_a_round) }),
    t("new-fact-drawn", { count: Math.round(drawn_a_round) }),
    ...(blocked < WORTH_TELLING ? [] : [t("new-fact-blocked", { count: Math.max(1, Math.round(100 * blocked)) })]),
  ];
  return told.join(" · ");
}

/** The variant that makes a long game of this preset short, if there is one: at most half as long. */
export function shorterOf(preset: Preset, variants: readonly Variant[]): Variant | undefined {
  const minutes = preset.facts?.minutes ?? 0;
  const lasts = (variant: Variant): number => variant.facts?.[preset.key]?.minutes ?? Infinity;
  const short = variants.filter((variant) => lasts(variant) <= minutes / 2);
  return minutes < LONG_MINUTES ? undefined : short.sort((a, b) => lasts(a) - lasts(b))[0];
}

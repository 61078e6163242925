/** How a table counts, in words: points, the size of the next deal, or places alone. */

import { t } from "./i18n";
import type { RulesView, View } from "./protocol";

export type Counted = "points" | "sizes" | "places";

export function countedBy(rules: Partial<RulesView>): Counted {
  if (rules.scoring === "countdown") return "sizes";
  return rules.scoring === "places" ? "places" : "points";
}

/** What a seat has so far: "34 puntos", "reparto de 5"; "" where only places count. */
export function standingWords(view: View, seat: number): string {
  const held = view.seats[String(seat)];
  switch (countedBy(view.rules)) {
    case "points":
      return t("points", { points: held?.points ?? 0 }).replace("-", "−");
    case "sizes":
      return t("deal-of", { cards: held?.size ?? 0 });
    case "places":
      return "";
  }
}

/** Points that end the match for somebody; 0 where none do. */
export function pointsToReach(rules: Partial<RulesView>): number {
  if (countedBy(rules) !== "points") return 0;
  return rules.scoring === "elimination" ? (rules.limit ?? 0) : (rules.target ?? 0);
}

/** "Jiu-jitsu · ronda 5 · hasta 888" */
export function tableLine(view: View | null): string {
  const rules = view?.rules;
  return t("table-line", { preset: t(`preset-${rules?.preset ?? ""}`), packs: rules?.packs ?? 1, round: view?.round ?? 1, limit: pointsToReach(rules ?? {}), places: rules?.scoring === "places" ? "yes" : "no" });
}

/** What the round brought each seat, by the table's way of counting. */
export function gainsOf(view: View): Record<string, number> {
  const { result } = view;
  if (!result) return {};
  const collects = (view.rules.scoring ?? "winner_collects") === "winner_collects";
  const others = collects ? [] : Object.entries(result.hands ?? {}).map(([seat, left]) => [seat, left.gained ?? 0] as const);
  const winner = result.winner ?? -1;
  const all = winner >= 0 ? [...others, [String(winner), result.gained ?? 0] as const] : others;
  return Object.fromEntries(all.filter(([, gained]) => gained !== 0));
}

/** The players' points, best first; none where points do not count. */
export function pointsInOrder(view: View): number[] {
  if (countedBy(view.rules) !== "points") return [];
  const points = Object.values(view.seats).filter((seat) => seat.playing).map((seat) => seat.points ?? 0);
  return points.sort((a, b) => (view.rules.lowest_wins ? a - b : b - a));
}

/** Each seat's place, as the match ended or as it stands now; equal standings share one. */
export function placesOf(view: View, seats: readonly number[]): Record<string, number> {
  const told = view.end?.places ?? {};
  const outs = view.result?.outs ?? [];
  const better = (a: number, b: number): boolean => (rankOrder(view, a) < rankOrder(view, b));
  return Object.fromEntries(
    seats.map((seat) => {
      const out = outs.indexOf(seat) + 1 || view.seats[String(seat)]?.place;
      return [String(seat), told[String(seat)] ?? (out || 1 + seats.filter((other) => better(other, seat)).length)];
    }),
  );
}

// Less is better; whoever is out of the match comes last.
function rankOrder(view: View, seat: number): number {
  const held = view.seats[String(seat)];
  if (held?.eliminated) return Number.MAX_SAFE_INTEGER;
  if (countedBy(view.rules) === "sizes") return held?.size ?? 0;
  return (held?.points ?? 0) * (view.rules.lowest_wins ? 1 : -1);
}

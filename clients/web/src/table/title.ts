/** What the browser's tab says, computed from what is known, never toggled. */

import { t } from "../lib/i18n";
import type { View } from "../lib/protocol";

export function isMyTurn(view: View | null): boolean {
  return view?.phase === "round" && view.own !== undefined && view.turn?.seat === view.own.seat;
}

/** "● Te toca · Mesa de los viernes" */
export function pageTitle(view: View | null, title: string): string {
  const place = title || t("table-untitled");
  if (!view) return `${place} · Ochos Locos`;
  if (isMyTurn(view)) return `● ${t("your-turn-title")} · ${place}`;
  if (view.phase === "between") return `${t("title-between")} · ${place}`;
  if (view.phase === "over" || view.phase === "closed") return `${t("title-over")} · ${place}`;
  return `${place} · Ochos Locos`;
}

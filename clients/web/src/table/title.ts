/** What the browser's tab says, computed from what is known, never toggled. */

import { t } from "../lib/i18n";
import type { View } from "../lib/protocol";
import { actorOf } from "../lib/scene";

export function isMyTurn(view: View | null): boolean {
  return isWanted(view) && view?.turn?.seat === view?.own?.seat;
}

/** Whether the table waits for me: it is my turn, or I owe a suit. */
export function isWanted(view: View | null): boolean {
  if (view?.phase !== "round" || view.own === undefined) return false;
  return actorOf(view) === view.own.seat;
}

/** "● Te toca · Mesa de los viernes" */
export function pageTitle(view: View | null, title: string): string {
  const place = title || t("table-untitled");
  if (!view) return `${place} · Ochos Locos`;
  if (isWanted(view)) return `● ${t("your-turn-title")} · ${place}`;
  if (view.phase === "between") return `${t("title-between")} · ${place}`;
  if (view.phase === "over" || view.phase === "closed") return `${t("title-over")} · ${place}`;
  return `${place} · Ochos Locos`;
}

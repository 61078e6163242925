/** The clock of a turn, and when to say that it runs out. */

import type { View } from "../lib/protocol";
import { actorOf } from "../lib/scene";

export const WARN_SECONDS = 10;

/** Whole seconds until then, from 0. */
export function secondsLeft(ends_at_ms: number, now_ms: number): number {
  return Math.max(0, Math.ceil((ends_at_ms - now_ms) / 1000));
}

/** Milliseconds until I must be told that my time runs out; none if there is nothing to tell. */
export function warnIn(view: View | null, now_ms: number): number | undefined {
  const ends_at_ms = view?.turn?.ends_at_ms ?? 0;
  if (!view || !ends_at_ms || view.phase !== "round" || actorOf(view) !== view.own?.seat) return undefined;
  const wait = ends_at_ms - WARN_SECONDS * 1000 - now_ms;
  return wait >= 0 ? wait : undefined;
}

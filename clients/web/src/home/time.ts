/** Times as they are said at the table. */

import { language } from "../lib/settings.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type PartOfDay = "morning" | "afternoon" | "night";

export function partOfDay(hour: number): PartOfDay {
  if (hour >= 6 && hour < 13) return "morning";
  return hour >= 13 && hour < 21 ? "afternoon" : "night";
}

/** "3 h", "20 min", "2 días": a span, in its largest unit. */
export function span(ms: number): string {
  const [unit, size, unitDisplay] = ms < HOUR ? (["minute", MINUTE, "short"] as const) : ms < DAY ? (["hour", HOUR, "short"] as const) : (["day", DAY, "long"] as const);
  const count = Math.max(1, Math.floor(ms / size));
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay }).format(count);
}

/** "hoy", "ayer", "el viernes" (within a week), else the date. */
export function dayOf(at_ms: number, now_ms: number): string {
  const days = Math.round((midnight(at_ms) - midnight(now_ms)) / DAY);
  if (days > -2) return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.min(0, days), "day");
  if (days > -7) return new Intl.DateTimeFormat(language(), { weekday: "long" }).format(at_ms);
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long" }).format(at_ms);
}

/** "18:27" */
export function timeOf(at_ms: number): string {
  return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at_ms);
}

function midnight(at_ms: number): number {
  return new Date(at_ms).setHours(0, 0, 0, 0);
}

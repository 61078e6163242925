/** The tables of this browser: what it remembers of each, and what the server says of them now. */

import { t } from "../lib/i18n";
import type { Phase, View } from "../lib/protocol";
import { pointsInOrder } from "../lib/standing";
import { dayOf, timeOf } from "./time";

export interface Guest {
  seat: number;
  name: string; // "" for a robot: its name comes by its key
  robot: string;
}

export interface Ending {
  winner: string; // "" = nobody
  points: number[]; // the players', best first
  at_ms: number;
}

/** What this browser remembers of a table it has been at. */
export interface Kept {
  table: string;
  title: string;
  seen_ms: number;
  since_ms?: number; // when it was first seen
  guests: Guest[]; // the others
  ending?: Ending; // of the last match seen to its end
}

/** What `GET /api/tables/<T>` answers. */
export interface TableInfo {
  table: string;
  title: string;
  phase: Phase;
  preset: string;
  seats: number;
  filled: number;
  you: number;
  your_turn: boolean;
  match: number;
  round: number;
  turn_since_ms?: number;
  now_ms?: number;
}

export type Answer = { kind: "known"; info: TableInfo } | { kind: "unknown" } | { kind: "silent" };

/** A table as the home page lists it; `info` is missing while the server says nothing. */
export interface Row {
  kept: Kept;
  info: TableInfo | null;
}

const KEY = "ochos.tables";
const KEPT_MAX = 40;
const TABLE = /^[a-z2-7]{26}$/;

export function keptTables(): Kept[] {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return []; // storage is closed, or holds what is not ours
  }
}

/** Remembers a table as the newest, on top of what was known of it. */
export function keep(table: Pick<Kept, "table"> & Partial<Kept>, now_ms = Date.now()): void {
  const all = keptTables();
  const before = all.find((kept) => kept.table === table.table);
  const kept: Kept = { title: "", guests: [], since_ms: now_ms, ...before, ...table, seen_ms: now_ms };
  save([kept, ...all.filter((other) => other.table !== table.table)]);
}

export function drop(tables: readonly string[]): void {
  save(keptTables().filter((kept) => !tables.includes(kept.table)));
}

/** Remembers what somebody seated sees, also once they have left; who only watches leaves no trace here. */
export function keepSeen(view: View, people: { names: Record<string, string>; title: string }, now_ms = Date.now()): void {
  if (!view.own && !keptTables().some((kept) => kept.table === view.table)) return;
  const ending = endingOf(view, people.names, now_ms);
  const seen = { table: view.table, title: people.title, guests: guestsOf(view, people.names) };
  keep(ending ? { ...seen, ending } : seen, now_ms);
}

function guestsOf(view: View, names: Record<string, string>): Guest[] {
  return Object.entries(view.seats)
    .filter(([seat, { holder }]) => holder && Number(seat) !== view.own?.seat)
    .map(([seat, { person, robot }]) => ({ seat: Number(seat), name: names[String(person ?? 0)] ?? "", robot: robot ?? "" }));
}

function endingOf(view: View, names: Record<string, string>, now_ms: number): Ending | null {
  if (view.phase !== "over" || !view.end) return null;
  const known = keptTables().find((kept) => kept.table === view.table)?.ending;
  const winner = view.seats[String(view.end.winner ?? -1)];
  const ending = {
    winner: winner ? (names[String(winner.person ?? 0)] ?? winner.robot ?? "") : "",
    points: pointsInOrder(view),
    at_ms: now_ms,
  };
  return known && same(known, ending) ? known : ending;
}

function same(a: Ending, b: Ending): boolean {
  return a.winner === b.winner && a.points.join() === b.points.join();
}

/** How a table is called here: its title, or else what is played there and since when it is known. */
export function titleOf({ kept, info }: Row, now_ms: number): string {
  const title = info?.title || kept.title;
  const since_ms = kept.since_ms ?? kept.seen_ms;
  return title || t("home-untitled", { preset: info ? t(`preset-${info.preset}`) : "none", day: dayOf(since_ms, now_ms), time: timeOf(since_ms) });
}

/** Asks the server about one table. */
export async function ask(table: string): Promise<Answer> {
  try {
    const answer = await fetch(`/api/tables/${table}`, { headers: { accept: "application/json" } });
    if (answer.status === 404) return { kind: "unknown" };
    if (!answer.ok) return { kind: "silent" };
    return { kind: "known", info: (await answer.json()) as TableInfo };
  } catch {
    return { kind: "silent" };
  }
}

/** Whose move is awaited comes first, then what is being played, then what waits for people. */
export function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => urgency(a) - urgency(b) || b.kept.seen_ms - a.kept.seen_ms);
}

function urgency({ info }: Row): number {
  if (!info) return 3;
  if (info.your_turn) return 0;
  return { round: 1, between: 1, lobby: 2, over: 4, closed: 5 }[info.phase];
}

/** Whether the table belongs to the talk after the meal. */
export function isOver({ info }: Row): boolean {
  return info?.phase === "over" || info?.phase === "closed";
}

function sane(found: unknown): Kept[] {
  if (!Array.isArray(found)) return [];
  return found.filter(isKept).slice(0, KEPT_MAX);
}

function isKept(found: unknown): found is Kept {
  if (typeof found !== "object" || found === null) return false;
  const { table, title, seen_ms, guests } = found as Record<string, unknown>;
  return typeof table === "string" && TABLE.test(table) && typeof title === "string"
    && typeof seen_ms === "number" && Array.isArray(guests);
}

function save(tables: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, KEPT_MAX)));
  } catch {
    // Storage is closed or full: the tables are still there by their links.
  }
}

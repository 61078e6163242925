/** The table's story as lines: news grouped as a person would tell them. */

import { rankOf } from "./cards";
import { t } from "./i18n";
import type { News, RulesView, View } from "./protocol";
import { heldBy, type Holder } from "./scene";
import type { LogEntry } from "./table.svelte";
import { marked, newsWords, playedArgs, type Listener, type Marked } from "./words";

export interface LogLine {
  key: string;
  at_ms: number;
  version: number; // of its last entry
  parts: Marked;
  text: string;
  strong: boolean; // "Te toca."
}

export type Rules = Partial<RulesView> | undefined;

/** Lines from the oldest to the newest. Cards of the ranks that are wild by the rules are marked. */
export function logLines(entries: readonly LogEntry[], me: number, names: Record<string, string>, rules: Rules): LogLine[] {
  const lines: LogLine[] = [];
  for (const group of grouped(entries)) {
    const last = group[group.length - 1];
    if (!last) continue;
    const to = listener(last, me, names, rules);
    const news = folded(group.flatMap((entry) => entry.news));
    const text = news.flatMap((item) => told(item, news, to)).join(" ");
    if (text) lines.push(line(last, text, wildCard(news, rules?.wild ?? []), false));
    if (news.some((item) => isMyPlainTurn(item, me))) lines.push(line(last, t("your-turn"), "", true));
  }
  return lines;
}

/** The last thing that happened, for the cloth: without whose turn it is, or a cut that it shows. */
export function lately(entries: readonly LogEntry[], me: number, names: Record<string, string>, rules: Rules): string {
  const last = grouped(entries.slice(-24)).at(-1);
  const end = last?.at(-1);
  if (!last || !end) return "";
  const news = folded(last.flatMap((entry) => entry.news)).filter((item) => item.t !== "cut");
  return news.flatMap((item) => told(item, news, listener(end, me, names, rules))).join(" ");
}

function line(entry: LogEntry, text: string, card: string, strong: boolean): LogLine {
  const key = `${entry.version}${strong ? "t" : ""}`;
  return { key, at_ms: entry.at_ms, version: entry.version, parts: marked(text, card), text, strong };
}

/** Names as they were when it happened. */
export function listener(entry: LogEntry, me: number, names: Record<string, string>, rules: Rules): Listener {
  return { me, name: (seat) => heldBy(seat, entry.who?.[String(seat)], names), rules };
}

/** Who sat where, to keep with an entry: those who are there now, and those who were before. */
export function whoSat(before: View | null, after: View): Record<string, Holder> {
  const who: Record<string, Holder> = {};
  for (const view of [before, after]) {
    for (const [seat, held] of Object.entries(view?.seats ?? {})) {
      if (held.person) who[seat] = { person: held.person };
      else if (held.robot) who[seat] = { robot: held.robot };
    }
  }
  return who;
}

// What one seat does in one turn is one line: draws add up, and the play that follows joins them.
function grouped(entries: readonly LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && drawsOnly(before) && continues(before, entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function drawsOnly(entry: LogEntry): boolean {
  return entry.news.every((item) => isPlainDraw(item) || item.t === "rebuilt");
}

function isPlainDraw(item: News): item is Extract<News, { t: "drew" }> {
  return item.t === "drew" && !item.penalty && !item.fine;
}

function continues(before: LogEntry, entry: LogEntry): boolean {
  const seat = before.news.find((item) => item.t === "drew")?.seat;
  const first = entry.news.find((item) => item.t !== "rebuilt");
  if (seat === undefined || !first) return false;
  if (first.t === "drew") return first.seat === seat && isPlainDraw(first);
  return (first.t === "played" || first.t === "passed") && first.seat === seat;
}

/** Draws of one turn as one. */
function folded(news: News[]): News[] {
  const draws = news.filter(isPlainDraw);
  if (draws.length < 2) return news;
  const first = draws[0] as Extract<News, { t: "drew" }>;
  const own = draws.flatMap((item) => item.own ?? []);
  const sum: News = { t: "drew", seat: first.seat, cards: draws.reduce((cards, item) => cards + item.cards, 0), ...(own.length > 0 ? { own } : {}) };
  const rest = news.filter((item) => !draws.includes(item as Extract<News, { t: "drew" }>));
  return [sum, ...rest];
}

function told(item: News, all: News[], to: Listener): string[] {
  if (item.t === "turn") return turnTold(item, to);
  // In the log it ends as where nobody plays any more; but here its host closed it, which is said.
  if (item.t === "match_over" && all.some((other) => other.t === "erased")) return [];
  const draw = all.find(isPlainDraw);
  const play = all.find((other) => other.t === "played");
  const joined = draw && play?.t === "played" && draw.seat === play.seat;
  if (joined && item === draw) return [];
  if (joined && item === play) return [drewAndPlayed(draw, play, to)];
  // Who called it has already said what was forgotten.
  const called = item.t === "drew" && item.fine && all.some((other) => other.t === "fault_called");
  return newsWords(called ? { ...item, fine: "called" } : item, to);
}

// Whose turn it is stands in the strip; a line says it only if something came with it.
function turnTold(item: Extract<News, { t: "turn" }>, to: Listener): string[] {
  const all = newsWords(item, to);
  return isPlainTurn(item) ? all.slice(0, -1) : all;
}

function isMyPlainTurn(item: News, me: number): boolean {
  return item.t === "turn" && item.seat === me && me >= 0 && isPlainTurn(item);
}

function isPlainTurn(item: Extract<News, { t: "turn" }>): boolean {
  return !item.reversed && !item.pending && !item.again;
}

function drewAndPlayed(draw: Extract<News, { t: "drew" }>, play: Extract<News, { t: "played" }>, to: Listener): string {
  return t("line-drew-played", { ...playedArgs(play, to), cards: draw.cards });
}

function wildCard(news: News[], wild: readonly string[]): string {
  const play = news.find((item) => item.t === "played");
  return play?.t === "played" && wild.includes(rankOf(play.card)) ? play.card : "";
}

/** A match as a tape of views: what stood on the table at each version, and how to move along it. */

import { rankOf } from "../lib/cards";
import { mergePatch } from "../lib/patch";
import type { News, Snapshot, Step, View } from "../lib/protocol";
import type { MatchFile } from "./file";

/** One version as everybody may see it now, and the news that led to it. */
export interface Moment {
  version: number;
  at_ms: number;
  view: View;
  news: News[];
}

export type MarkKind = "round" | "eight" | "penalty" | "reversal";

export interface Mark {
  at: number;
  kind: MarkKind;
  round: number;
}

export interface Tape {
  moments: readonly Moment[];
  marks: readonly Mark[];
  players: readonly number[];
}

export type Move = "back" | "forward" | "lap_back" | "lap_forward" | "start" | "end";

/** The views are all worked out here, once; afterwards moment k is the same however one came to it. */
export function tapeOf(file: Pick<MatchFile, "head" | "frames">): Tape {
  const moments: Moment[] = [];
  for (const frame of file.frames) moments.push(momentOf(frame, moments[moments.length - 1]));
  return { moments, marks: marksOf(moments), players: file.head.players };
}

function momentOf(frame: Snapshot | Step, before: Moment | undefined): Moment {
  const { version, at_ms } = frame;
  if (frame.t === "snapshot") return { version, at_ms, view: frame.view, news: [] };
  return { version, at_ms, view: mergePatch(before?.view, frame.patch) as View, news: frame.news ?? [] };
}

/** What is shown at `at`: all open hands, or (seat ≥ 0) that seat's only. */
export function viewAt(tape: Tape, at: number, seat = -1): View {
  const { view } = tape.moments[within(tape, at)] as Moment;
  if (seat < 0 || !view.hands) return view;
  const own = view.hands[String(seat)];
  return { ...view, hands: own ? { [String(seat)]: own } : {} };
}

export function within(tape: Tape, at: number): number {
  return Math.max(0, Math.min(tape.moments.length - 1, Math.trunc(at) || 0));
}

/** Where a move leads from `at`. */
export function moved(tape: Tape, at: number, move: Move): number {
  switch (move) {
    case "back":
      return within(tape, at - 1);
    case "forward":
      return within(tape, at + 1);
    case "start":
      return 0;
    case "end":
      return tape.moments.length - 1;
    case "lap_back":
      return lapBack(tape, at);
    case "lap_forward":
      return lapForward(tape, at);
  }
}

// One lap: until the same seat is in turn again, or until this round or the next deal, if that is sooner.
function lapForward(tape: Tape, at: number): number {
  const now = turnAt(tape, at);
  for (let k = at + 1; k < tape.moments.length; k += 1) {
    const turn = turnAt(tape, k);
    if (!turn || !now) {
      if (!turn !== !now) return k;
    } else if (turn.seat === now.seat && turn.number !== now.number) return k;
  }
  return tape.moments.length - 1;
}

function lapBack(tape: Tape, at: number): number {
  const now = turnAt(tape, at);
  for (let k = at - 1; k > 0; k -= 1) {
    const turn = turnAt(tape, k);
    if (!turn || !now) {
      if (!turn !== !now) return k;
    } else if (turn.seat === now.seat && turn.number !== now.number && begins(tape, k)) return k;
  }
  return 0;
}

function turnAt(tape: Tape, at: number): { seat: number; number: number } | undefined {
  return tape.moments[at]?.view.turn;
}

function begins(tape: Tape, at: number): boolean {
  return turnAt(tape, at - 1)?.number !== turnAt(tape, at)?.number;
}

function marksOf(moments: readonly Moment[]): Mark[] {
  return moments.flatMap(({ news, view }, at) => {
    const kinds = new Set(news.map((one) => kindOf(one, view)).filter((kind) => kind !== null));
    if (at === 0 && view.phase === "round") kinds.add("round"); // dealt with the match's start
    return [...kinds].map((kind) => ({ at, kind, round: view.round ?? 0 }));
  });
}

function kindOf(news: News, view: View): MarkKind | null {
  if (news.t === "dealt") return "round";
  if (news.t === "played" && view.rules.wild?.includes(rankOf(news.card))) return "eight";
  if (news.t === "drew" && (news.penalty ?? 0) > 0) return "penalty";
  return news.t === "turn" && news.reversed ? "reversal" : null;
}

/** Where the round that is shown at `at` was dealt, and where the next one is; for the log beside it. */
export function roundAround(tape: Tape, at: number): { from: number; to: number } {
  const deals = tape.marks.filter(({ kind }) => kind === "round").map((mark) => mark.at);
  const from = deals.filter((deal) => deal <= at).pop() ?? 0;
  const to = deals.find((deal) => deal > at) ?? tape.moments.length;
  return { from, to };
}

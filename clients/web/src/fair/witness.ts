/**
 * What one browser has seen of the deals of a table, so that it can check them by itself: the seal
 * before the deal, what it gave and what others gave, every card after it, and the seed at the end.
 */

import type { News, NextSealView, SealView, View } from "../lib/protocol";
import { deckOf } from "./deck";
import { cardsFit, movesOf, type Tape } from "./recompute";
import { commitment, digestOf } from "./shuffle";

/** Why a deal is not right. */
export type Fault = "changed" | "left_out" | "left_out_other" | "added" | "cut" | "seed" | "cards" | "twice";
/** `half`: the seal is right, but not every card was seen here. `unseen`: its end was not. */
export type Verdict = "right" | "half" | "unseen" | "wrong";

interface Coming {
  deal: number;
  commitment: string; // as it was first told
  changed: boolean; // another was told later
  seat: number; // mine
  mine: string; // what I gave, once the table has said that it is in
  digests: Record<string, string>; // as last seen
  cut: number;
}

interface Playing {
  deal: number;
  match: number;
  round: number;
  commitment: string;
  faults: Fault[];
  sealed: boolean; // its seal was seen before it was dealt
  tape: Tape | null; // null: its beginning was not seen
}

export interface Checked {
  deal: number;
  match: number;
  round: number;
  verdict: Verdict;
  faults: Fault[];
}

export interface Witness {
  version: number; // of the last view
  coming: Coming | null;
  playing: Playing | null;
  past: Checked[]; // oldest first
  twice?: number; // a version of which two digests were told
}

export const NOTHING_SEEN: Witness = { version: 0, coming: null, playing: null, past: [] };
const PAST_MAX = 60;

/** One more view; `news` are those of its step, null where it came whole. */
export function witnessed(before: Witness, view: View, version: number, news: readonly News[] | null): Witness {
  const follows = news !== null || version === before.version;
  let now: Witness = { ...before, version };
  const { seal } = view;
  if (seal && seal.deal !== now.playing?.deal && !now.past.some((one) => one.deal === seal.deal)) now = dealt(now, view, seal, news, follows);
  else if (now.playing?.tape) now = { ...now, playing: moved(now.playing, news, follows) };
  if (seal?.seed && seal.deal === now.playing?.deal) now = ended(now, now.playing, view, seal);
  return { ...now, coming: comingOf(now.coming, view) };
}

/** The table has said that these bytes are in. */
export function gave(before: Witness, deal: number, seat: number, given: string): Witness {
  const coming = before.coming;
  if (coming?.deal !== deal || coming.seat !== seat) return before;
  return { ...before, coming: { ...coming, mine: given } };
}

/** The table's history is another one now: what was seen of a deal under way is of no use. */
export function forgotten(before: Witness): Witness {
  const now = before.playing ? past(before, before.playing, "unseen") : before;
  return { ...now, version: 0, coming: null };
}

/** One digest of the log was told, and another one later, of the same version. */
export function toldTwice(before: Witness, version: number): Witness {
  return { ...before, twice: before.twice ?? version };
}

/** What must be said aloud: two histories of the table (deal 0), or the last deal that is not right. */
export function alarmOf(witness: Witness): { deal: number; fault: Fault } | null {
  if (witness.twice !== undefined) return { deal: 0, fault: "twice" };
  const fault = witness.playing?.faults[0];
  if (witness.playing && fault) return { deal: witness.playing.deal, fault };
  const last = witness.past.findLast((one) => one.verdict === "wrong");
  return last?.faults[0] ? { deal: last.deal, fault: last.faults[0] } : null;
}

function comingOf(known: Coming | null, view: View): Coming | null {
  const next = view.next_seal;
  if (!next) return known;
  const seat = view.own?.seat ?? -1;
  const digests = next.digests ?? {};
  const cut = next.cut ?? 0;
  if (known?.deal !== next.deal) return { deal: next.deal, commitment: next.commitment, changed: false, seat, mine: "", digests, cut };
  const changed = known.changed || known.commitment !== next.commitment;
  return { ...known, changed, seat, mine: seat === known.seat ? known.mine : "", digests, cut };
}

function dealt(before: Witness, view: View, seal: SealView, news: readonly News[] | null, follows: boolean): Witness {
  const coming = before.coming?.deal === seal.deal ? before.coming : null;
  const told = news?.find((item) => item.t === "dealt");
  const tape = told?.t === "dealt" ? { me: view.own?.seat ?? -1, hand: told.cards ?? [], starter: told.top, moves: movesOf(news ?? []) } : null;
  const playing: Playing = {
    deal: seal.deal,
    match: view.match ?? 0,
    round: view.round ?? 0,
    commitment: coming?.commitment ?? seal.commitment,
    faults: coming ? lockFaults(coming, seal, view.own?.seat ?? -1, follows) : [],
    sealed: coming !== null,
    tape,
  };
  const unseen = before.playing ? past(before, before.playing, "unseen") : before;
  return { ...unseen, playing };
}

/** What is wrong with the list that was locked; whoever was away in between can tell less. */
function lockFaults(coming: Coming, seal: SealView, me: number, follows: boolean): Fault[] {
  const list = seal.contributions ?? {};
  const faults: Fault[] = [];
  if (coming.changed || coming.commitment !== seal.commitment) faults.push("changed");
  if (coming.mine && coming.seat === me && list[String(me)] !== coming.mine) faults.push("left_out");
  if (!follows) return faults;
  const others = Object.keys(coming.digests).filter((seat) => seat !== String(me) || !faults.includes("left_out"));
  if (others.some((seat) => !fitsDigest(list[seat], coming.digests[seat]))) faults.push("left_out_other");
  if (Object.keys(list).some((seat) => !(seat in coming.digests))) faults.push("added");
  if (coming.cut > 0 && coming.cut !== seal.cut) faults.push("cut");
  return faults;
}

function fitsDigest(given: string | undefined, digest: string | undefined): boolean {
  return given !== undefined && attempt(() => digestOf(given)) === digest;
}

// What came before a gap still counts: who could be sent the view anew could be blinded.
function moved(playing: Playing, news: readonly News[] | null, follows: boolean): Playing {
  if (!playing.tape || playing.tape.torn) return playing;
  if (!follows) return { ...playing, tape: { ...playing.tape, torn: true } };
  const moves = movesOf(news ?? []);
  return moves.length === 0 ? playing : { ...playing, tape: { ...playing.tape, moves: [...playing.tape.moves, ...moves] } };
}

function ended(before: Witness, playing: Playing, view: View, seal: SealView): Witness {
  const faults = [...playing.faults];
  const seed = seal.seed ?? "";
  if (attempt(() => commitment(seed)) !== playing.commitment) faults.push("seed");
  const deck = deckOf(view.rules.pack ?? "french52", view.rules.packs ?? 1);
  const opened = deck && playing.tape ? { table: view.table, deck, seal, me: playing.tape.me ?? view.own?.seat ?? -1 } : null;
  if (opened && playing.tape) {
    const { tape } = playing;
    if (attempt(() => cardsFit(opened, tape, tape.torn ? undefined : view.result?.hands)) !== true) faults.push("cards");
  }
  if (faults.length > 0) return past(before, { ...playing, faults }, "wrong");
  return past(before, playing, opened && !playing.tape?.torn && playing.sealed ? "right" : "half");
}

function past(before: Witness, { deal, match, round, faults }: Playing, verdict: Verdict): Witness {
  const checked = { deal, match, round, faults, verdict: faults.length > 0 ? "wrong" : verdict };
  return { ...before, playing: null, past: [...before.past, checked].slice(-PAST_MAX) };
}

function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined; // not hex: a table that tells nonsense has not told the truth
  }
}

/** Whether what the table shows as mine for the coming deal is what I gave. */
export function isIn(witness: Witness, next: NextSealView | undefined): boolean {
  const coming = witness.coming;
  return coming !== null && coming.deal === next?.deal && coming.mine !== "" && next.digests?.[String(coming.seat)] === digestOf(coming.mine);
}

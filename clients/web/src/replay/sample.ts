/** For tests: a small match as a file, with hands, laps, an eight, a penalty and a reversal. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { News, Snapshot, Step, View } from "../lib/protocol";
import { nextDigest, type Entry } from "./chain";
import { canonical, FORMAT } from "./file";

const RANKS = [..."A234567TJQK9"];
export const HEAD = {
  k: "head", format: FORMAT, table: "t".repeat(26), match: 1, preset: "especiales", rules: {}, players: [0, 1, 2],
  finished: true, viewer: -1, server: "0.1.0",
};

/** The text of a file with these records, its sum right. */
export function textOf(records: object[]): string {
  const body = records.map((record) => `${canonical(record)}\n`).join("");
  return `${body}${canonical({ k: "sum", sha256: bytesToHex(sha256(utf8ToBytes(body))) })}\n`;
}

export function bytesOf(records: object[]): Uint8Array {
  return utf8ToBytes(textOf(records));
}

/** A snapshot and then `steps` versions on: a deal every 40, in between three seats in turn. */
export function sampleFrames(steps = 120): (Snapshot | Step)[] {
  const view: View = {
    table: HEAD.table, phase: "lobby", rules: { preset: "especiales", wild: ["8"], target: 150 }, host: 0, match: 1,
    seats: { "0": { holder: "person", person: 1, playing: true }, "1": { holder: "robot", robot: "tito", playing: true }, "2": { holder: "person", person: 2, playing: true } },
  };
  const frames: (Snapshot | Step)[] = [{ t: "snapshot", version: 5, tag: "00", at_ms: 1000, view }];
  for (let n = 1; n <= steps; n += 1) frames.push(step(n));
  return frames;
}

function step(n: number): Step {
  const within = (n - 1) % 40;
  const base = { t: "step" as const, version: 5 + n, tag: "00", at_ms: 1000 + n * 1000 };
  if (within === 0) return { ...base, patch: deal(n), news: [dealt(n)] };
  if (within === 39) return { ...base, patch: { phase: "between", turn: null, hands: null }, news: [over(n)] };
  const seat = (n - 1) % 3;
  const card = within === 12 ? "8H" : `${RANKS[n % 12]}${"CDHS"[n % 4]}`;
  return {
    ...base,
    patch: { turn: turn(n), pile: { top: card, suit: card[1], cards: n }, hands: { [seat]: [`${RANKS[(n + 3) % 12]}S`, "2C"] }, seats: { [seat]: { cards: 2 } } },
    news: [{ t: "played", seat, card, left: 2, ...(within === 12 ? { suit: "S" } : {}) }, ...extra(within, seat)],
  };
}

function turn(n: number) {
  return { seat: n % 3, number: n, since_ms: 1000 + n * 1000 };
}

function deal(n: number): Record<string, unknown> {
  const hands = { "0": ["3C", "4C"], "1": ["3D", "4D"], "2": ["3H", "4H"] };
  return { phase: "round", round: Math.floor(n / 40) + 1, turn: turn(n), hands, stock: 40, pile: { top: "7H", suit: "H", cards: 1 } };
}

function dealt(n: number): News {
  return { t: "dealt", round: Math.floor(n / 40) + 1, dealer: 0, first: n % 3, direction: "right", top: "7H" };
}

function over(n: number): News {
  return { t: "round_over", how: "out", round: Math.floor(n / 40) + 1, winner: 0, gained: 12 };
}

function extra(within: number, seat: number): News[] {
  if (within === 20) return [{ t: "drew", seat, cards: 4, penalty: 4 }];
  return within === 25 ? [{ t: "turn", seat, reversed: true }] : [];
}

/** All records of the sample but its sum. */
export function sampleRecords(steps = 120): object[] {
  const frames = sampleFrames(steps);
  return [
    HEAD,
    { k: "name", person: 1, name: "Ana" },
    { k: "name", person: 2, name: "José 🂡" },
    { k: "robot", seat: 1, robot: "tito", name: "Tito" },
    { k: "chat", n: 1, person: 2, at_ms: 1500, text: "¡hola\u2028!" },
    ...entries(frames),
    ...frames.map((f) => ({ k: "frame", f })),
  ];
}

function entries(frames: (Snapshot | Step)[]): (Entry & { k: "entry" })[] {
  let d = "00".repeat(32); // the digest before the match, which its file does not tell
  return frames.map(({ version: v, at_ms: t }) => {
    const entry = { v, t, a: "draw", p: "9200" };
    d = nextDigest(d, entry);
    return { k: "entry" as const, ...entry, d };
  });
}

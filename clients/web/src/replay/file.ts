/** Reads an exported match, and says which line is wrong if one is. Needs no server. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ChatLine, RulesView, Snapshot, Step } from "../lib/protocol";
import { firstBroken, type Entry } from "./chain";

export const FORMAT = "ochos-export-1";
export const FILE_BYTES_MAX = 64 * 1024 * 1024;

export interface Head {
  table: string;
  match: number;
  preset: string;
  rules: Record<string, unknown> & Partial<RulesView>;
  players: number[];
  finished: boolean;
  viewer: number;
  server: string;
  title?: string;
}

/** A match as its file tells it. */
export interface MatchFile {
  head: Head;
  names: Record<string, string>; // by person
  robots: Record<string, string>; // key of the robot by seat
  chat: ChatLine[];
  entries: Entry[];
  frames: (Snapshot | Step)[];
}

export type Fault =
  | "too_big"
  | "empty"
  | "not_text"
  | "not_json"
  | "not_canonical"
  | "no_head"
  | "other_format"
  | "unknown_kind"
  | "out_of_order"
  | "gap"
  | "no_frames"
  | "broken_chain"
  | "no_sum"
  | "wrong_sum"
  | "after_sum";

/** What is wrong, at which line (from 1; 0 = the file as a whole). */
export class BadFile extends Error {
  constructor(
    readonly fault: Fault,
    readonly line: number,
  ) {
    super(`${fault} at line ${line}`);
  }
}

/** The match in the file, once every line and the sum have been checked. Raises: BadFile. */
export function readMatchFile(bytes: Uint8Array): MatchFile {
  if (bytes.length > FILE_BYTES_MAX) throw new BadFile("too_big", 0);
  const lines = linesOf(bytes);
  if (bytes[0] !== 123) throw new BadFile("no_head", 1); // "{"
  const records = lines.map(({ from, to }, index) => recordOf(bytes.subarray(from, to), index + 1));
  checkOrder(records);
  checkChain(records);
  checkSum(bytes, lines[lines.length - 1]?.from ?? 0, records);
  return collect(records);
}

interface Line {
  from: number;
  to: number;
}

type Json = Record<string, unknown> & { k: string };

// Every line ends with a line feed, the last one too.
function linesOf(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end;
    lines.push({ from, to });
    from = to + 1;
  }
  if (lines.length === 0) throw new BadFile("empty", 0);
  return lines;
}

function recordOf(bytes: Uint8Array, line: number): Json {
  const text = textOf(bytes, line);
  const value = jsonOf(text, line);
  if (typeof value !== "object" || value === null || typeof (value as Json).k !== "string") throw new BadFile("not_json", line);
  if (canonical(value) !== text) throw new BadFile("not_canonical", line);
  return value as Json;
}

function textOf(bytes: Uint8Array, line: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadFile("not_text", line);
  }
}

function jsonOf(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadFile("not_json", line);
  }
}

/** The one way to write a value: keys sorted, no spaces, whole numbers below 2⁵³. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) return "not a whole number";
  return JSON.stringify(value);
}

const PLACE: Record<string, number> = { head: 0, name: 1, robot: 1, chat: 1, entry: 2, frame: 3, sum: 4 };

function checkOrder(records: Json[]): void {
  const [head] = records;
  if (head?.k !== "head") throw new BadFile("no_head", 1);
  if (head.format !== FORMAT) throw new BadFile("other_format", 1);
  let place = 0;
  for (const [index, { k }] of records.entries()) {
    const next = PLACE[k];
    if (next === undefined) throw new BadFile("unknown_kind", index + 1);
    if (place === 4) throw new BadFile("after_sum", index + 1);
    if (next < place || (k === "head" && index > 0)) throw new BadFile("out_of_order", index + 1);
    place = next;
  }
  checkVersions(records);
}

// Every version is there: a gap would show a table that never was.
function checkVersions(records: Json[]): void {
  const last: Record<string, number> = {};
  for (const [index, record] of records.entries()) {
    const version = versionOf(record);
    if (version === null) continue;
    const before = last[record.k];
    if (before !== undefined && version !== before + 1) throw new BadFile("gap", index + 1);
    if (record.k === "frame" && before === undefined && (record.f as Snapshot).t !== "snapshot") throw new BadFile("gap", index + 1);
    last[record.k] = version;
  }
  if (last.frame === undefined) throw new BadFile("no_frames", 0);
}

function versionOf(record: Json): number | null {
  if (record.k === "entry") return Number(record.v);
  return record.k === "frame" ? Number((record.f as Partial<Step> | undefined)?.version) : null;
}

// An entry that was changed is found before the sum is, so that its line can be named.
function checkChain(records: Json[]): void {
  const first = records.findIndex(({ k }) => k === "entry");
  const entries = records.filter(({ k }) => k === "entry") as unknown as Entry[];
  const broken = firstBroken(String(records[0]?.table), entries);
  if (broken >= 0) throw new BadFile("broken_chain", first + broken + 1);
}

function checkSum(bytes: Uint8Array, from: number, records: Json[]): void {
  const sum = records[records.length - 1];
  if (sum?.k !== "sum") throw new BadFile("no_sum", records.length);
  if (sum.sha256 !== bytesToHex(sha256(bytes.subarray(0, from)))) throw new BadFile("wrong_sum", records.length);
}

function collect(records: Json[]): MatchFile {
  const of = <T>(kind: string): T[] => records.filter(({ k }) => k === kind) as unknown as T[];
  return {
    head: records[0] as unknown as Head,
    names: Object.fromEntries(of<{ person: number; name: string }>("name").map(({ person, name }) => [String(person), name])),
    robots: Object.fromEntries(of<{ seat: number; robot: string }>("robot").map(({ seat, robot }) => [String(seat), robot])),
    chat: of<ChatLine>("chat"),
    entries: of<Entry>("entry"),
    frames: of<{ f: Snapshot | Step }>("frame").map(({ f }) => f),
  };
}

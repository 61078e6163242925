/** The lines of an acta: read one by one, each in its place and of its shape, the chain unbroken. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { unpack } from "./body";
import { canonical, NotCanonical, readLine, type Line } from "./canonical";
import { isObject } from "./fields";

export const FORMAT = "ochos-acta-1";
export const FILE_BYTES_MAX = 64 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/; // of a multiple of four letters
const SUMMED_BYTES = 1024 * 1024; // at a time

/** The first bad line of a file, from 1; `why` is the end of a message's key. */
export class Bad extends Error {
  readonly expected: string;
  readonly found: string;

  constructor(
    readonly line: number,
    readonly why: string,
    expected: unknown = "",
    found: unknown = "",
  ) {
    super(`line ${line}: ${why}`);
    this.expected = String(expected);
    this.found = String(found);
  }
}

/** An entry of the log, and where it stands in the file. */
export interface Entry {
  line: number;
  version: number;
  digest: string;
  schema: number;
  events: Line[];
}

export interface Acta {
  head: Line;
  names: Map<number, string>; // by person
  entries: Entry[];
  told: { line: number; bytes: Uint8Array }[]; // deals and result, as they stand
  end: Line;
  endLine: number;
  sha256: string; // of all before the last line
}

type Fits = (value: unknown) => boolean;
type Kind = keyof typeof SHAPES;

const isCount: Fits = (value) => isWhole(value) && value >= 0;
const isText: Fits = (value) => typeof value === "string";
const isDigest: Fits = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isList: Fits = (value) => Array.isArray(value);
const isWholes: Fits = (value) => Array.isArray(value) && value.every(isWhole);
const isObjects: Fits = (value) => Array.isArray(value) && value.every(isObject);
const isBody: Fits = (value) =>
  Array.isArray(value) &&
  value.length === 2 &&
  isCount(value[0]) &&
  isObjects(value[1]) &&
  (value[1] as Line[]).every(({ t }) => typeof t === "string");

const SHAPES = {
  head: {
    before: isDigest, fingerprint: isText, first: isCount, format: isText, match: isCount, packs: isCount,
    players: isWholes, rules: isObject, seats: isObjects, server: isText, table: isText,
  },
  name: { name: isText, person: isCount },
  entry: { a: isText, d: isDigest, e: isBody, p: isText, t: isCount, v: isCount },
  deal: {
    closed: isCount, commitment: isText, contributions: isList, cut: isCount, cut_by: isWhole, deal: isCount, locked: isCount,
    missing: isWholes, round: isCount, seed: isText,
  },
  result: { how: isText, loser: isWhole, places: isWholes, totals: isWholes, winner: isWhole },
  end: { deals: isCount, entries: isCount, last: isDigest, lines: isCount, sha256: isDigest },
} satisfies Record<string, Record<string, Fits>>;
const MAY_LACK = ["closed", "seed"]; // of a deal that is not over
const PLACES: Record<Kind, number> = { head: 0, name: 1, entry: 2, deal: 3, result: 4, end: 5 };
const AMONG_MANY: Kind[] = ["name", "entry", "deal"];

/** The parts of a file, line by line: yields the share that is read, 0 to 1. Throws: Bad, with the
 * first line that is wrong in itself or its place. */
export function* partsOf(bytes: Uint8Array): Generator<number, Acta> {
  if (bytes.length > FILE_BYTES_MAX) throw new Bad(1, "too-big");
  const lines = linesOf(bytes);
  const first = lines[0] ?? new Uint8Array();
  if (!says(first, `"format":"${FORMAT}"`)) throw new Bad(1, "no-acta");
  const head = partOf(first, 1);
  if (head.k !== "head" || head.format !== FORMAT) throw new Bad(1, "no-acta");
  const acta: Acta = { head, names: new Map(), entries: [], told: [], end: {}, endLine: 0, sha256: "" };
  let place = PLACES.head;
  for (const [index, line] of lines.slice(1).entries()) {
    if (acta.endLine) throw new Bad(index + 2, "after-end");
    place = take(acta, line, index + 2, place);
    yield index / lines.length;
  }
  if (!acta.endLine || bytes[bytes.length - 1] !== 10) throw new Bad(lines.length, "no-end");
  const last = lines[lines.length - 1] as Uint8Array;
  acta.sha256 = yield* sumOf(bytes.subarray(0, last.byteOffset - bytes.byteOffset));
  return acta;
}

function* sumOf(bytes: Uint8Array): Generator<number, string> {
  const sum = sha256.create();
  for (let from = 0; from < bytes.length; from += SUMMED_BYTES) {
    sum.update(bytes.subarray(from, from + SUMMED_BYTES));
    yield 1;
  }
  return bytesToHex(sum.digest());
}

/** Lines without their line feeds; what is left after the last one is a line too. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(10, from);
    const to = feed < 0 ? bytes.length : feed;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

function says(line: Uint8Array, words: string): boolean {
  return new TextDecoder("latin1").decode(line).includes(words);
}

function take(acta: Acta, bytes: Uint8Array, number: number, place: number): number {
  const part = partOf(bytes, number);
  const now = nextPlace(place, part.k as Kind, number);
  if (part.k === "name") takeName(acta, part.person as number, part.name as string, number);
  else if (part.k === "entry") acta.entries.push(entryOf(acta, part, number));
  else if (part.k === "end") [acta.end, acta.endLine] = [part, number];
  else acta.told.push({ line: number, bytes });
  return now;
}

function takeName(acta: Acta, person: number, name: string, line: number): void {
  if (person <= Math.max(-1, ...acta.names.keys())) throw new Bad(line, "order");
  acta.names.set(person, name);
}

function partOf(bytes: Uint8Array, number: number): Line {
  const part = lineOf(bytes, number);
  const kind = part.k;
  if (typeof kind !== "string" || !Object.hasOwn(SHAPES, kind)) throw new Bad(number, "unknown-kind");
  const shape: Record<string, Fits> = SHAPES[kind as Kind];
  const known = Object.keys(part).every((key) => key === "k" || Object.hasOwn(shape, key));
  const whole = Object.entries(shape).every(([key, fits]) => (Object.hasOwn(part, key) ? fits(part[key]) : MAY_LACK.includes(key)));
  if (!known || !whole) throw new Bad(number, "shape");
  return part;
}

function lineOf(bytes: Uint8Array, number: number): Line {
  try {
    return readLine(bytes);
  } catch (bad) {
    if (bad instanceof NotCanonical) throw new Bad(number, bad.why, bad.expected);
    throw bad;
  }
}

/** Kinds follow one another in the format's order; there are entries, and one result. */
function nextPlace(place: number, kind: Kind, number: number): number {
  const now = PLACES[kind];
  const skips = (now > PLACES.entry && place < PLACES.entry) || (kind === "end" && place !== PLACES.result);
  if (now < place || skips || (now === place && !AMONG_MANY.includes(kind))) throw new Bad(number, "order");
  return now;
}

/** The entry, its digest computed from the one before it and from what it says. */
function entryOf(acta: Acta, part: Line, line: number): Entry {
  const before = acta.entries[acta.entries.length - 1];
  const version = before ? before.version + 1 : (acta.head.first as number);
  if (part.v !== version) throw new Bad(line, "version", version, part.v);
  const raw = rawOf(part.p as string, line);
  const act = utf8ToBytes(part.a as string);
  const head = new DataView(new ArrayBuffer(20));
  head.setBigUint64(0, BigInt(version));
  head.setBigUint64(8, BigInt(part.t as number));
  head.setUint32(16, act.length);
  const last = hexToBytes(before?.digest ?? (acta.head.before as string));
  const digest = bytesToHex(sha256(concatBytes(last, new Uint8Array(head.buffer), act, raw)));
  if (digest !== part.d) throw new Bad(line, "chain", digest, part.d);
  checkBody(part, raw, line);
  const [schema, events] = part.e as [number, Line[]];
  return { line, version, digest, schema, events };
}

function rawOf(packed: string, line: number): Uint8Array {
  if (packed.length % 4 || !BASE64.test(packed)) throw new Bad(line, "shape");
  return Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
}

/** Both forms of the body must be the very same; base64 has several ways to write one thing. */
function checkBody(part: Line, raw: Uint8Array, line: number): void {
  let told: string;
  try {
    told = canonical(unpack(raw));
  } catch {
    throw new Bad(line, "body");
  }
  const again = btoa(Array.from(raw, (byte) => String.fromCharCode(byte)).join(""));
  if (told !== canonical(part.e) || again !== part.p) throw new Bad(line, "body", told, canonical(part.e));
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

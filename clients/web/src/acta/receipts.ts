/**
 * Receipts: digests of a table's log that this browser was shown. Each covers everything before it,
 * so no file of another history can hold them.
 */

import { hexToBytes } from "@noble/hashes/utils.js";

export interface Receipt {
  version: number;
  digest: string;
}

export interface Judged {
  version: number;
  verdict: "good" | "bad" | "outside";
}

interface Kept extends Receipt {
  round: string; // of which it is the last
  over?: boolean; // it is that of the round's very end, which everybody is told
}

const KEY = "ochos.receipts";
const TABLES_MAX = 40;
const KEPT_MAX = 48; // of a table
// Letters that are told apart when they are read aloud, in Spanish and in English.
const LETTERS = "ABCDEFHJKLMNPRSTUXYZ";
const DIGEST = /^[0-9a-f]{64}$/;

/** The letters by which people compare a digest aloud, as in "ABCD EFGH". */
export function short(digest: string): string {
  const letters = [...hexToBytes(digest).subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return `${letters.slice(0, 4)} ${letters.slice(4)}`;
}

/** Whether a file's chain, version → digest, has what a receipt says. */
export function judge({ version, digest }: Receipt, chain: Map<number, string>): Judged {
  const known = chain.get(version);
  if (known === undefined) return { version, verdict: "outside" };
  return { version, verdict: known === digest ? "good" : "bad" };
}

export function isDigest(told: unknown): told is string {
  return typeof told === "string" && DIGEST.test(told);
}

/** Keeps the last receipt of a round of a table, and beside it that of the round's end. */
export function keepReceipt(table: string, round: string, { version, digest }: Receipt, { over = false } = {}): void {
  if (!isDigest(digest)) return;
  const all = read();
  const others = (all.get(table) ?? []).filter((kept) => kept.round !== round || (kept.over ?? false) !== over);
  all.delete(table); // the table seen last is the last
  all.set(table, [...others, { version, digest, round, ...(over ? { over } : {}) }].slice(-KEPT_MAX));
  const tables = [...all].slice(-TABLES_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(tables)));
  } catch {
    // Storage is closed or full: there will be none to compare with.
  }
}

/** The receipts that this browser holds of a table, one a version. */
export function keptReceipts(table: string): Receipt[] {
  const by = new Map((read().get(table) ?? []).map(({ version, digest }) => [`${version} ${digest}`, { version, digest }]));
  return [...by.values()].sort((a, b) => a.version - b.version);
}

/** The receipts of the ends of rounds, by match and round: "1.3". */
export function roundReceipts(table: string): Map<string, Receipt> {
  return new Map((read().get(table) ?? []).filter(({ over }) => over).map(({ version, digest, round }) => [round, { version, digest }]));
}

function read(): Map<string, Kept[]> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return new Map(Object.entries(found as Record<string, unknown>).map(([table, kept]) => [table, sane(kept)]));
  } catch {
    return new Map(); // storage is closed, or holds what is not ours
  }
}

function sane(kept: unknown): Kept[] {
  const list = Array.isArray(kept) ? (kept as Partial<Kept>[]) : [];
  return list.filter((one): one is Kept => Number.isSafeInteger(one?.version) && isDigest(one?.digest) && typeof one?.round === "string");
}

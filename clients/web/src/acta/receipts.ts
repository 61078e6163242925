/**
 * Receipts: digests of a table's log that this browser was shown. Each covers everything before it,
 * so no file of another history can hold them, and no table can tell two for one version.
 */

import { hexToBytes } from "@noble/hashes/utils.js";

export interface Receipt {
  version: number;
  digest: string;
}

/** `withdrawn`: it does not fit, but the table itself had said since that it went back. */
export interface Judged {
  version: number;
  verdict: "good" | "bad" | "outside" | "withdrawn";
}

export interface KeptReceipt extends Receipt {
  withdrawn?: true;
}

interface Kept extends Receipt {
  round: string; // of which it is the last, or what became of it
  over?: boolean; // it is that of the round's very end, which everybody is told
}

const KEY = "ochos.receipts";
const TABLES_MAX = 40;
const KEPT_MAX = 48; // of a table
const WITHDRAWN = "withdrawn "; // before the round: of a history that the table said was gone
const REFUTED = ["refuted before", "refuted after"]; // in place of a round: two that contradict each other
// Letters that are told apart when they are read aloud, in Spanish and in English.
const LETTERS = "ABCDEFHJKLMNPRSTUXYZ";
const DIGEST = /^[0-9a-f]{64}$/;

/** The letters by which people compare a digest aloud, as in "ABCD EFGH". */
export function short(digest: string): string {
  const letters = [...hexToBytes(digest).subarray(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return `${letters.slice(0, 4)} ${letters.slice(4)}`;
}

/** Whether a file's chain, version → digest, has what a receipt says. */
export function judge({ version, digest, withdrawn }: KeptReceipt, chain: Map<number, string>): Judged {
  const known = chain.get(version);
  if (known === undefined) return { version, verdict: "outside" };
  return { version, verdict: known === digest ? "good" : withdrawn ? "withdrawn" : "bad" };
}

export function isDigest(told: unknown): told is string {
  return typeof told === "string" && DIGEST.test(told);
}

/** Keeps the newest receipt of a round of a table, and beside it that of the round's end. */
export function keepReceipt(table: string, round: string, { version, digest }: Receipt, { over = false } = {}): void {
  if (!isDigest(digest)) return;
  const kept = read().get(table) ?? [];
  const known = kept.find((one) => one.round === round && (one.over ?? false) === over);
  if (known && known.version > version) return;
  write(table, [...kept.filter((one) => one !== known), { version, digest, round, ...(over ? { over } : {}) }]);
}

/** One of the same version with another digest, unless it was taken back. */
export function otherThan(table: string, { version, digest }: Receipt): Receipt | undefined {
  return keptReceipts(table).find((kept) => !kept.withdrawn && kept.version === version && kept.digest !== digest);
}

/** Two that contradict each other, as they were told. */
export function refuted(table: string): [Receipt, Receipt] | null {
  const kept = read().get(table) ?? [];
  const [before, after] = REFUTED.map((place) => kept.find(({ round }) => round === place));
  return before && after ? [bare(before), bare(after)] : null;
}

/** Keeps two that contradict each other, unless there are two already. */
export function refute(table: string, before: Receipt, after: Receipt): void {
  if (refuted(table)) return;
  keepReceipt(table, "refuted before", before);
  keepReceipt(table, "refuted after", after);
}

/** The table says that it went back to an older state: what was told does not bind it. */
export function withdraw(table: string): void {
  const stays = ({ round }: Kept): boolean => REFUTED.includes(round) || round.startsWith(WITHDRAWN);
  const taken = (one: Kept): Kept => ({ ...bare(one), round: `${WITHDRAWN}${one.round} ${one.version}` });
  write(table, (read().get(table) ?? []).map((one) => (stays(one) ? one : taken(one))));
}

function bare({ version, digest }: Kept): Receipt {
  return { version, digest };
}

function write(table: string, kept: Kept[]): void {
  const all = read();
  const pinned = kept.filter(({ round }) => REFUTED.includes(round));
  all.delete(table); // the table seen last is the last
  all.set(table, [...kept.filter((one) => !pinned.includes(one)).slice(-KEPT_MAX), ...pinned]);
  const tables = [...all].slice(-TABLES_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(tables)));
  } catch {
    // Storage is closed or full: there will be none to compare with.
  }
}

/** The receipts that this browser holds of a table, one a version. */
export function keptReceipts(table: string): KeptReceipt[] {
  const kept = (read().get(table) ?? []).map((one): KeptReceipt => (one.round.startsWith(WITHDRAWN) ? { ...bare(one), withdrawn: true } : bare(one)));
  const binding = [...kept.filter(({ withdrawn }) => withdrawn), ...kept.filter(({ withdrawn }) => !withdrawn)];
  const by = new Map(binding.map((one) => [`${one.version} ${one.digest}`, one]));
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

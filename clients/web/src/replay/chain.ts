/** The digest chain over a table's log; server/events/audit.py says how it is made. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Entry {
  v: number;
  t: number; // store's time, ms
  a: string; // what was done
  p: string; // public body, hex
  d: string; // digest, hex
}

/** d(0), before the first entry. */
export function firstDigest(table: string): string {
  return bytesToHex(sha256(utf8ToBytes(`ol-log-1${table}`)));
}

/** d(v) of an entry, `before` being d(v−1); "" if it cannot be read. */
export function nextDigest(before: string, entry: Omit<Entry, "d">): string {
  try {
    const act = utf8ToBytes(entry.a);
    const head = new DataView(new ArrayBuffer(20));
    head.setBigUint64(0, BigInt(entry.v));
    head.setBigUint64(8, BigInt(entry.t));
    head.setUint32(16, act.length);
    return bytesToHex(sha256(concatBytes(hexToBytes(before), new Uint8Array(head.buffer), act, hexToBytes(entry.p))));
  } catch {
    return "";
  }
}

/** Index of the first entry whose digest does not follow from the one before; −1 = all do. */
export function firstBroken(table: string, entries: readonly Entry[]): number {
  return entries.findIndex((entry, index) => {
    const before = index > 0 ? entries[index - 1]?.d : entry.v === 1 ? firstDigest(table) : undefined;
    return before !== undefined && nextDigest(before, entry) !== entry.d;
  });
}

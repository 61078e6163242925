/**
 * `ol-shuffle-1` once more: what the server's deal must come to. `server/game/shuffle.py` is the
 * other one; both are held to tests/golden/shuffle.json. Needs no `crypto.subtle`.
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Seat and its 16 bytes, in hex. */
export type Contribution = readonly [seat: number, given: string];

export interface Deal {
  seed: string; // 64 bytes in hex
  table: string;
  deal: number;
  deck: readonly string[]; // in the canonical order
  contributions: readonly Contribution[];
}

const NAME = utf8ToBytes("ol-shuffle-1");
const COMMIT = utf8ToBytes("ol-commit-1");
const WORD = 2 ** 32;
const WORDS_A_BLOCK = 16;

/** The commitment to a seed. Throws if the seed is not hex. */
export function commitment(seed: string): string {
  return bytesToHex(sha256(concatBytes(COMMIT, hexToBytes(seed))));
}

/** What the table tells of given bytes before the deal is locked. Throws if they are not hex. */
export function digestOf(given: string): string {
  return bytesToHex(sha256(hexToBytes(given)));
}

/** Key of everything that is random in a deal. */
export function dealKey({ seed, table, deal, deck, contributions }: Deal): Uint8Array {
  const parts = [NAME, fields(utf8ToBytes(table), number32(deal), sha256(utf8ToBytes(deck.join(" "))))];
  for (const [seat, given] of [...contributions].sort(([one], [other]) => one - other)) {
    parts.push(Uint8Array.of(seat), fields(hexToBytes(given)));
  }
  return hmac(sha512, hexToBytes(seed), concatBytes(...parts));
}

/** The cards in the order that the key gives under a label; the first is the top. */
export function shuffle(key: Uint8Array, label: string, cards: readonly string[]): string[] {
  const order = [...cards];
  const words = keystream(key, label);
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = below(words, index + 1);
    [order[index], order[other]] = [order[other] as string, order[index] as string];
  }
  return order;
}

/** The deck with so many cards taken off the top and put below. */
export function cutDeck(cards: readonly string[], taken: number): string[] {
  return [...cards.slice(taken), ...cards.slice(0, taken)];
}

function below(words: Iterator<number, never>, limit: number): number {
  const bound = WORD - (WORD % limit);
  for (;;) {
    const word = words.next().value;
    if (word < bound) return word % limit;
  }
}

function* keystream(key: Uint8Array, label: string): Generator<number, never> {
  const head = concatBytes(NAME, fields(utf8ToBytes(label)));
  for (let block = 0; ; block += 1) {
    const digest = hmac(sha512, key, concatBytes(head, number32(block)));
    const view = new DataView(digest.buffer, digest.byteOffset);
    for (let at = 0; at < WORDS_A_BLOCK; at += 1) yield view.getUint32(4 * at);
  }
}

function number32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function fields(...all: Uint8Array[]): Uint8Array {
  return concatBytes(...all.flatMap((one) => [Uint8Array.of(one.length >> 8, one.length & 255), one]));
}

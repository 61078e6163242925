/** Reads the packed body of an entry: the part of msgpack that a log uses, and nothing else. */

const DEPTH_MAX = 16;

/** No body of a log. */
export class Unreadable extends Error {}

/** The value of a body. Throws: Unreadable for fractions, bytes, a key twice, a rest. */
export function unpack(bytes: Uint8Array): unknown {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new Unreadable("a rest");
  return value;
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new Unreadable("too deep");
    const code = this.#unsigned(1);
    if (code < 0x80) return code;
    if (code >= 0xe0) return code - 0x100;
    if (code < 0x90) return this.#map(code & 0x0f, depth);
    if (code < 0xa0) return this.#list(code & 0x0f, depth);
    if (code < 0xc0) return this.#text(code & 0x1f);
    return this.#long(code, depth);
  }

  #long(code: number, depth: number): unknown {
    if (code === 0xc0) return null;
    if (code === 0xc2 || code === 0xc3) return code === 0xc3;
    if (code >= 0xcc && code <= 0xcf) return this.#unsigned(1 << (code - 0xcc));
    if (code >= 0xd0 && code <= 0xd3) return this.#signed(1 << (code - 0xd0));
    if (code >= 0xd9 && code <= 0xdb) return this.#text(this.#unsigned(1 << (code - 0xd9)));
    if (code === 0xdc || code === 0xdd) return this.#list(this.#unsigned(code === 0xdc ? 2 : 4), depth);
    if (code === 0xde || code === 0xdf) return this.#map(this.#unsigned(code === 0xde ? 2 : 4), depth);
    throw new Unreadable(`code ${code}`);
  }

  #take(size: number): number {
    const from = this.at;
    if (size > this.#bytes.length - from) throw new Unreadable("it ends too soon");
    this.at += size;
    return from;
  }

  #unsigned(size: number): number {
    const from = this.#take(size);
    if (size === 1) return this.#view.getUint8(from);
    if (size === 2) return this.#view.getUint16(from);
    if (size === 4) return this.#view.getUint32(from);
    return Number(this.#view.getBigUint64(from)); // one over 2⁵³ is refused when it is written
  }

  #signed(size: number): number {
    const from = this.#take(size);
    if (size === 1) return this.#view.getInt8(from);
    if (size === 2) return this.#view.getInt16(from);
    if (size === 4) return this.#view.getInt32(from);
    return Number(this.#view.getBigInt64(from));
  }

  #text(size: number): string {
    const from = this.#take(size);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.#bytes.subarray(from, from + size));
    } catch {
      throw new Unreadable("no text");
    }
  }

  #list(size: number, depth: number): unknown[] {
    const found: unknown[] = [];
    for (let left = this.#possible(size); left > 0; left -= 1) found.push(this.value(depth + 1));
    return found;
  }

  #map(size: number, depth: number): Record<string, unknown> {
    const found = new Map<string, unknown>();
    for (let left = this.#possible(size); left > 0; left -= 1) {
      const key = this.value(depth + 1);
      if (typeof key !== "string" || found.has(key)) throw new Unreadable("a key twice, or no text");
      found.set(key, this.value(depth + 1));
    }
    return Object.fromEntries(found);
  }

  /** A size that the rest can hold: each value takes a byte at least. */
  #possible(size: number): number {
    if (size > this.#bytes.length - this.at) throw new Unreadable("it ends too soon");
    return size;
  }
}

/** The one way in which a line of an acta is written. Made from server/protocol/ACTA.md alone. */

export const DEPTH_MAX = 16;

export type Line = Record<string, unknown>;

/** Why a line is not one: the end of a message's key, and what was expected. */
export class NotCanonical extends Error {
  constructor(
    readonly why: string,
    readonly expected = "",
  ) {
    super(why);
  }
}

/** The object of a line without its line feed. Throws: NotCanonical. */
export function readLine(bytes: Uint8Array): Line {
  const text = textOf(bytes);
  const value = jsonOf(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new NotCanonical("not-json");
  const written = canonical(value);
  if (written !== text) throw new NotCanonical("not-canonical", written);
  return value as Line;
}

/** Throws: NotCanonical for a number with a fraction, a key that is not plain, too deep a nest. */
export function canonical(value: unknown, depth = 0): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean" || value === null) return String(value);
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (depth > DEPTH_MAX || typeof value !== "object") throw new NotCanonical("not-canonical");
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part, depth + 1)).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${plainKey(key)}:${canonical((value as Line)[key], depth + 1)}`).join(",")}}`;
}

/** Half of a pair is no text; JSON would let it pass, escaped. */
function quoted(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new NotCanonical("not-canonical");
  return JSON.stringify(value);
}

function plainKey(key: string): string {
  if (!/^[ -~]*$/.test(key)) throw new NotCanonical("not-canonical");
  return JSON.stringify(key);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotCanonical("not-utf8");
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotCanonical("not-json");
  }
}

/** Fields of an event, read strictly: an event of another shape ends the reading. */

import type { Line } from "./canonical";

/** An event that does not have the shape that its name promises. */
export class Odd extends Error {}

export function whole(from: Line, key: string, absent?: number): number {
  const value = fieldOf(from, key, absent);
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Odd(key);
  return value;
}

export function text(from: Line, key: string): string {
  const value = fieldOf(from, key);
  if (typeof value !== "string") throw new Odd(key);
  return value;
}

/** A field of the object itself: null is something else than none. */
export function fieldOf(from: Line, key: string, absent?: unknown): unknown {
  return Object.hasOwn(from, key) ? from[key] : absent;
}

/** So many digits of hex, in lower case. */
export function hex(from: Line, key: string, digits: number): string {
  const value = text(from, key);
  if (value.length !== digits || !/^[0-9a-f]*$/.test(value)) throw new Odd(key);
  return value;
}

/** One of the words that this program knows. */
export function oneOf(from: Line, key: string, known: readonly string[]): string {
  const value = text(from, key);
  if (!known.includes(value)) throw new Odd(key);
  return value;
}

export function wholes(from: Line, key: string): number[] {
  return list(from, key).map((value) => whole({ value }, "value"));
}

/** Whole numbers, each over the one before it. */
export function rising(from: Line, key: string): number[] {
  return risen(wholes(from, key), key);
}

function risen(values: number[], key: string): number[] {
  if (values.some((value, index) => index > 0 && (values[index - 1] as number) >= value)) throw new Odd(key);
  return values;
}

export function texts(from: Line, key: string): string[] {
  return list(from, key).map((value) => text({ value }, "value"));
}

export function objects(from: Line, key: string): Line[] {
  return list(from, key).map((value) => {
    if (!isObject(value)) throw new Odd(key);
    return value;
  });
}

/** Pairs of a seat and a text; none where the field is absent. */
export function pairs(from: Line, key: string): [number, string][] {
  return list(from, key).map((value) => {
    if (!Array.isArray(value) || value.length !== 2) throw new Odd(key);
    return [whole({ at: value[0] as unknown }, "at"), text({ at: value[1] as unknown }, "at")];
  });
}

/** Texts by seat, which come in the order of the seats, none twice. */
export function bySeat(from: Line, key: string): Map<number, string> {
  const found = pairs(from, key);
  risen(found.map(([seat]) => seat), key);
  return new Map(found);
}

export function object(from: Line, key: string): Line {
  const value = fieldOf(from, key);
  if (!isObject(value)) throw new Odd(key);
  return value;
}

export function isObject(value: unknown): value is Line {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list of a field; empty where it is absent. */
export function list(from: Line, key: string): unknown[] {
  const value = fieldOf(from, key, []);
  if (!Array.isArray(value)) throw new Odd(key);
  return value;
}

/** Fields of an event, read strictly: an event of another shape ends the reading. */

import type { Line } from "./canonical";

/** An event that does not have the shape that its name promises. */
export class Odd extends Error {}

export function whole(from: Line, key: string, absent?: number): number {
  const value = from[key] ?? absent;
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Odd(key);
  return value;
}

export function text(from: Line, key: string, absent?: string): string {
  const value = from[key] ?? absent;
  if (typeof value !== "string") throw new Odd(key);
  return value;
}

export function wholes(from: Line, key: string): number[] {
  return list(from, key).map((value) => whole({ value }, "value"));
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

export function object(from: Line, key: string): Line {
  const value = from[key];
  if (!isObject(value)) throw new Odd(key);
  return value;
}

export function isObject(value: unknown): value is Line {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list of a field; empty where it is absent. */
export function list(from: Line, key: string): unknown[] {
  const value = from[key] ?? [];
  if (!Array.isArray(value)) throw new Odd(key);
  return value;
}

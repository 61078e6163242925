// @vitest-environment node
import { readFileSync } from "node:fs";
import { env } from "node:process";
import { expect, it } from "vitest";
import { reportOn } from "./check";

// A bit of a good file turned, and the line that the terminal's verifier names for it. A long test
// of the server's side brings many more (OCHOS_FLIPS).
const ACTAS = new URL("../../../../tests/golden/actas/", import.meta.url);
const flips = JSON.parse(readFileSync(env.OCHOS_FLIPS ?? new URL("flips.json", ACTAS), "utf8")) as [string, number, number, number][];
const read = (name: string) => new Uint8Array(readFileSync(new URL(`good/${name}.jsonl`, ACTAS)));
const good = new Map([...new Set(flips.map(([name]) => name))].map((name) => [name, read(name)]));

it(`of which one bit is turned is refused at the same line, ${flips.length} times`, { timeout: 600_000 }, () => {
  const other: unknown[] = [];
  for (const [name, place, bit, line] of flips) {
    const bytes = Uint8Array.from(good.get(name) ?? []);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
    const { bad } = reportOn(bytes);
    if (bad?.line !== line) other.push([name, place, bit, line, bad?.line, bad?.why]);
  }
  expect(flips.length).toBeGreaterThanOrEqual(300);
  expect(other).toEqual([]);
});

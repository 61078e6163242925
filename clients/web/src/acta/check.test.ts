// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { env } from "node:process";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { reportBitByBit, reportOn } from "./check";

const ACTAS = new URL("../../../../tests/golden/actas/", import.meta.url);
// A long test of the server's side brings many more, and what the terminal says of them.
const FALSE = env.OCHOS_FALSE ? pathToFileURL(`${env.OCHOS_FALSE}/`) : ACTAS;
const read = (folder: string, name: string) => new Uint8Array(readFileSync(new URL(`${folder}/${name}.jsonl`, ACTAS)));
const names = (folder: string) => readdirSync(new URL(`${folder}/`, ACTAS)).map((name) => name.replace(".jsonl", ""));
const encode = (text: string) => new TextEncoder().encode(text);

describe("an acta", () => {
  it.each(names("good"))("of %s verifies", (name) => {
    const report = reportOn(read("good", name));
    expect(report.bad).toBeNull();
    expect(report.rounds.every(({ seal, dealt }) => seal === dealt && seal !== false)).toBe(true);
  });

  it("that lies is refused at the same line as in the terminal", { timeout: 600_000 }, () => {
    const index = JSON.parse(readFileSync(new URL("index.json", FALSE), "utf8")) as Record<string, [number, string]>;
    const found = Object.keys(index).map((name): [string, [number, string]] => {
      const { bad } = reportOn(new Uint8Array(readFileSync(new URL(`bad/${name}.jsonl`, FALSE))));
      return [name, [bad?.line ?? 0, bad?.why ?? ""]];
    });
    expect(Object.fromEntries(found)).toEqual(index);
  });
});

describe("a long acta", () => {
  it("is checked bit by bit with the same result", async () => {
    const body = read("good", "jiujitsu");
    const shares: number[] = [];
    const report = await reportBitByBit(body, (share) => shares.push(share));
    expect(report).toEqual(reportOn(body));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("that lies is refused at the same line", async () => {
    const body = read("bad", "hand");
    expect((await reportBitByBit(body, () => undefined)).bad).toEqual(reportOn(body).bad);
  });
});

describe("a hostile file", () => {
  const marked = (rest: string) => encode(`{${rest},"format":"ochos-acta-1"}\n`);
  const bytes = (...parts: (string | number[])[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...encode(part)] : part)));
  const MARK = '"format":"ochos-acta-1"';

  it.each<[string, Uint8Array]>([
    ["no-acta", encode("")],
    ["no-acta", encode("\n")],
    ["no-acta", encode("Querida abuela:\n")],
    ["no-acta", bytes([0xff, 0xfe], "{", [0])],
    ["not-json", bytes([0xef, 0xbb, 0xbf], `{${MARK}}\n`)],
    ["not-canonical", encode(`{${MARK}}\r\n`)],
    ["not-json", marked('"a":NaN')],
    ["not-canonical", marked('"a":1.0')],
    ["not-canonical", marked('"a":-0')],
    ["not-canonical", marked('"a":9007199254740992')],
    ["not-canonical", marked(`"a":${"9".repeat(100_000)}`)],
    ["not-canonical", marked('"a":1,"a":1')],
    ["not-canonical", marked('"a":"\\u00f1"')],
    ["not-canonical", marked('"a":"\\ud800"')],
    ["not-utf8", bytes('{"a":"', [0xc3], `",${MARK}}\n`)],
    ["not-canonical", marked(`"a":${"[".repeat(17)}${"]".repeat(17)}`)],
    ["not-canonical", marked('"ñ":1')],
    ["unknown-kind", marked('"__proto__":{"k":"head"}')],
    ["not-json", encode(`["format","ochos-acta-1",{${MARK}}]\n`)],
    ["shape", encode(`{${MARK},"k":"end"}\n`)],
    ["unknown-kind", encode(`{${MARK},"k":["head"]}\n`)],
    ["unknown-kind", encode(`{${MARK},"k":"constructor"}\n`)],
  ])("is refused kindly: %s (%#)", (why, body) => {
    const { bad } = reportOn(body);
    expect([bad?.line, bad?.why]).toEqual([1, why]);
  });

  it.each(["[", "]", '{"a":'])("that nests without end is refused: %s", (letter) => {
    expect(reportOn(marked(`"a":${letter.repeat(100_000)}`)).bad?.line).toBe(1);
    expect(reportOn(marked(`"a":${"[".repeat(100_000)}${"]".repeat(100_000)}`)).bad?.line).toBe(1);
  });

  it("that is huge is refused unread", () => {
    expect(reportOn(new Uint8Array(64 * 1024 * 1024 + 1)).bad?.why).toBe("too-big");
  });

  it.each<[string, (text: string) => string]>([
    ["no-end", (text) => text.slice(0, -1)],
    ["after-end", (text) => `${text}\n`],
    ["after-end", (text) => `${text}{}\n`],
    ["not-canonical", (text) => text.replaceAll("\n", "\r\n")],
    ["no-end", (text) => text.slice(0, text.lastIndexOf("{"))],
    ["order", (text) => `${text.split("\n")[0]}\n${text}`],
    ["version", (text) => text.split("\n").filter((_, n) => n !== 2).join("\n")],
  ])("that was whole once is refused: %s (%#)", (why, change) => {
    const text = new TextDecoder().decode(read("good", "clasico"));
    expect(reportOn(encode(change(text))).bad?.why).toBe(why);
  });
});

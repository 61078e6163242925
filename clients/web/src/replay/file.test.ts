import { describe, expect, it } from "vitest";
import { BadFile, canonical, readMatchFile } from "./file";
import { bytesOf, HEAD, sampleRecords, textOf } from "./sample";

const encode = (text: string) => new TextEncoder().encode(text);
const faultOf = (bytes: Uint8Array): [string, number] => {
  try {
    readMatchFile(bytes);
  } catch (error) {
    if (error instanceof BadFile) return [error.fault, error.line];
    throw error;
  }
  return ["none", 0];
};
const records = sampleRecords(6); // 1 head, 2 names, 1 robot, 1 chat, 7 entries, 7 frames, 1 sum
const lines = textOf(records).trimEnd().split("\n");
const changed = (line: number, to: (text: string) => string) =>
  encode(`${lines.map((text, n) => (n === line - 1 ? to(text) : text)).join("\n")}\n`);

describe("an exported match", () => {
  it("is read whole when every line and the sum are right", () => {
    const file = readMatchFile(bytesOf(records));
    expect(file.head.players).toEqual([0, 1, 2]);
    expect(file.names).toEqual({ "1": "Ana", "2": "José 🂡" });
    expect(file.robots).toEqual({ "1": "tito" });
    expect(file.chat.map((line) => line.text)).toEqual(["¡hola\u2028!"]);
    expect(file.frames.map((frame) => frame.version)).toEqual([5, 6, 7, 8, 9, 10, 11]);
    expect(file.entries.length).toBe(7);
  });

  it("with one changed letter does not pass its sum", () => {
    expect(faultOf(changed(2, (text) => text.replace("Ana", "Eva")))).toEqual(["wrong_sum", 20]);
  });

  it("names the line that is not written in the one way", () => {
    expect(faultOf(changed(3, (text) => text.replace(":", ": ")))).toEqual(["not_canonical", 3]);
    expect(faultOf(changed(4, (text) => text.replace(/^\{(.*),("seat".*)\}$/, "{$2,$1}")))).toEqual(["not_canonical", 4]);
    expect(faultOf(changed(6, (text) => text.replace('"t":1000', '"t":1000.5')))).toEqual(["not_canonical", 6]);
    expect(faultOf(changed(6, (text) => text.replace('"t":1000', '"t":9007199254740992')))).toEqual(["not_canonical", 6]);
    expect(faultOf(changed(3, (text) => text.replace("José", "Jos\\u00e9")))).toEqual(["not_canonical", 3]);
    expect(faultOf(changed(2, (text) => text.replace("}", ',"name":"Ana"}')))).toEqual(["not_canonical", 2]);
  });

  it("names the line that is not JSON, or not text", () => {
    expect(faultOf(changed(7, (text) => text.slice(0, -3)))).toEqual(["not_json", 7]);
    expect(faultOf(changed(8, () => ""))).toEqual(["not_json", 8]);
    expect(faultOf(changed(8, () => "12"))).toEqual(["not_json", 8]);
    const bytes = bytesOf(records);
    bytes[(lines[0]?.length ?? 0) + 5] = 0xff;
    expect(faultOf(bytes)).toEqual(["not_text", 2]);
  });

  it("is refused when it is cut off, empty or goes on after its sum", () => {
    expect(faultOf(encode(lines.slice(0, -1).join("\n") + "\n"))).toEqual(["no_sum", 19]);
    expect(faultOf(new Uint8Array())).toEqual(["empty", 0]);
    expect(faultOf(encode(`${textOf(records)}${lines[1]}\n`))).toEqual(["after_sum", 21]);
  });

  it("is refused when it is another kind of file", () => {
    expect(faultOf(encode("Querida abuela:\n"))).toEqual(["no_head", 1]);
    expect(faultOf(encode('{"a":1}\n'))).toEqual(["not_json", 1]);
    expect(faultOf(bytesOf(records.slice(1)))).toEqual(["no_head", 1]);
    expect(faultOf(bytesOf([{ ...HEAD, format: "ochos-export-2" }, ...records.slice(1)]))).toEqual(["other_format", 1]);
    expect(faultOf(bytesOf([...records, { k: "spice" }]))).toEqual(["unknown_kind", 20]);
    expect(faultOf(bytesOf([HEAD, { k: "name", name: "Ana", person: 1 }]))).toEqual(["no_frames", 0]);
  });

  it("is refused when lines are missing or stand in another order", () => {
    expect(faultOf(bytesOf(records.filter((_, n) => n !== 8)))).toEqual(["gap", 9]);
    expect(faultOf(bytesOf(records.filter((_, n) => n !== 12)))).toEqual(["gap", 13]);
    expect(faultOf(bytesOf(records.filter((_, n) => n !== 15)))).toEqual(["gap", 16]);
    expect(faultOf(bytesOf([...records, HEAD]))).toEqual(["out_of_order", 20]);
  });
});

describe("an entry of the log", () => {
  it("that was changed is named, even if the sum was made anew", () => {
    const tampered = (n: number, more: object) => bytesOf(records.map((record, index) => (index === n ? { ...record, ...more } : record)));
    expect(faultOf(tampered(8, { a: "pass" }))).toEqual(["broken_chain", 9]);
    expect(faultOf(tampered(9, { t: 1 }))).toEqual(["broken_chain", 10]);
    expect(faultOf(tampered(7, { p: "9201" }))).toEqual(["broken_chain", 8]);
    expect(faultOf(tampered(7, { p: "92zz" }))).toEqual(["broken_chain", 8]);
    expect(faultOf(tampered(11, { d: "11".repeat(32) }))).toEqual(["broken_chain", 12]);
  });
});

describe("the one way to write a value", () => {
  it("sorts keys as text, also those that look like numbers", () => {
    expect(canonical({ "10": 1, "2": 2, a: [true, "ñ\n", { c: 1, b: 0 }] })).toBe('{"10":1,"2":2,"a":[true,"ñ\\n",{"b":0,"c":1}]}');
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { judge, keepReceipt, keptReceipts, roundReceipts, short } from "./receipts";

const digest = (letter: string) => letter.repeat(64);

describe("receipts", () => {
  beforeEach(() => localStorage.clear());

  it("are the last of each round", () => {
    keepReceipt("mesa", "1.1", { version: 5, digest: digest("a") });
    keepReceipt("mesa", "1.1", { version: 9, digest: digest("b") });
    keepReceipt("mesa", "1.2", { version: 20, digest: digest("c") });
    keepReceipt("otra", "1.1", { version: 3, digest: digest("d") });
    expect(keptReceipts("mesa")).toEqual([
      { version: 9, digest: digest("b") },
      { version: 20, digest: digest("c") },
    ]);
    expect(keptReceipts("ninguna")).toEqual([]);
  });

  it("are also that of a round's end, which everybody was told", () => {
    keepReceipt("mesa", "1.1", { version: 9, digest: digest("b") });
    keepReceipt("mesa", "1.1", { version: 9, digest: digest("b") }, { over: true });
    expect(keptReceipts("mesa")).toHaveLength(1);
    keepReceipt("mesa", "1.1", { version: 11, digest: digest("c") });
    expect(keptReceipts("mesa").map(({ version }) => version)).toEqual([9, 11]);
    expect(roundReceipts("mesa")).toEqual(new Map([["1.1", { version: 9, digest: digest("b") }]]));
  });

  it("of many tables and rounds do not fill the browser", () => {
    for (let n = 0; n < 60; n += 1) {
      keepReceipt("larga", `1.${n}`, { version: n, digest: digest("a") });
      keepReceipt(`mesa-${n}`, "1.1", { version: n, digest: digest("a") });
    }
    expect(keptReceipts("larga").map(({ version }) => version)[0]).toBe(12);
    expect(Object.keys(JSON.parse(localStorage.getItem("ochos.receipts") ?? "{}") as object).length).toBe(40);
  });

  it("that are none of ours are passed over", () => {
    localStorage.setItem("ochos.receipts", '{"mesa":[{"version":"5"},null,7],"otra":3}');
    expect(keptReceipts("mesa")).toEqual([]);
    keepReceipt("mesa", "1.1", { version: 5, digest: "no digest" });
    expect(keptReceipts("mesa")).toEqual([]);
    localStorage.setItem("ochos.receipts", "{");
    expect(keptReceipts("mesa")).toEqual([]);
  });

  it("agree with a file, do not, or are of another part of the log", () => {
    const chain = new Map([[7, digest("a")]]);
    expect(judge({ version: 7, digest: digest("a") }, chain).verdict).toBe("good");
    expect(judge({ version: 7, digest: digest("b") }, chain).verdict).toBe("bad");
    expect(judge({ version: 8, digest: digest("a") }, chain).verdict).toBe("outside");
  });

  it("are read aloud by the letters that the terminal says too", () => {
    expect(short("457d4a8d332563f2663f97deafa2e1a241b912a18e50a0253995d419697fa16f")).toBe("LFSB NXZC");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { View } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { drop, inOrder, isOver, keep, keepSeen, keptTables, titleOf, type Row, type TableInfo } from "./tables";

const id = (letter: string) => letter.repeat(26);
const info = (more: Partial<TableInfo>): TableInfo => ({
  table: id("a"), title: "", phase: "round", preset: "clasico", seats: 4, filled: 4, you: 0, your_turn: false, match: 1, round: 1, ...more,
});
const row = (letter: string, seen_ms: number, now: Partial<TableInfo> | null): Row => ({
  kept: { table: id(letter), title: letter, seen_ms, guests: [] },
  info: now && info(now),
});
const titles = (rows: Row[]) => rows.map((one) => one.kept.title).join("");

beforeEach(() => {
  localStorage.clear();
  settings.language = "es";
});

describe("the order of my tables", () => {
  it("puts those that wait for me first, then what is played, then what waits for people", () => {
    const rows = [row("l", 9, { phase: "lobby" }), row("r", 8, { phase: "round" }), row("m", 1, { your_turn: true }), row("o", 9, { phase: "over" })];
    expect(titles(inOrder(rows))).toBe("mrlo");
  });

  it("puts the one seen last first among equals", () => {
    expect(titles(inOrder([row("a", 1, {}), row("b", 3, {}), row("c", 2, { phase: "between" })]))).toBe("bca");
  });

  it("keeps a table that the server says nothing of, behind those it knows", () => {
    expect(titles(inOrder([row("s", 9, null), row("l", 1, { phase: "lobby" })]))).toBe("ls");
  });

  it("tells finished matches apart", () => {
    expect(isOver(row("o", 1, { phase: "over" }))).toBe(true);
    expect(isOver(row("o", 1, { phase: "closed" }))).toBe(true);
    expect(isOver(row("o", 1, null))).toBe(false);
    expect(isOver(row("o", 1, { phase: "between" }))).toBe(false);
  });
});

describe("a table without a title", () => {
  const at_ms = new Date(2026, 10, 20, 18, 27).getTime();
  const untitled = (since_ms: number, now: TableInfo | null): Row => ({ kept: { table: id("a"), title: "", seen_ms: at_ms + 1, since_ms, guests: [] }, info: now });

  it("goes by what is played there, and since when", () => {
    expect(titleOf(untitled(at_ms, info({ preset: "familiar" })), at_ms)).toBe("Familiar · hoy, 18:27");
    expect(titleOf(untitled(at_ms, null), at_ms)).toBe("Mesa sin nombre · hoy, 18:27");
  });

  it("keeps the time at which it was first seen", () => {
    keep({ table: id("a") }, 5);
    keep({ table: id("a") }, 9);
    expect(keptTables().map(({ since_ms }) => since_ms)).toEqual([5]);
  });

  it("goes by its title as soon as it has one", () => {
    expect(titleOf(untitled(at_ms, info({ title: "Los viernes" })), at_ms)).toBe("Los viernes");
  });
});

describe("what this browser remembers", () => {
  it("is one entry a table, the newest first", () => {
    keep({ table: id("a"), title: "uno" }, 1);
    keep({ table: id("b"), title: "dos" }, 2);
    keep({ table: id("a") }, 3);
    expect(keptTables().map(({ title, seen_ms }) => [title, seen_ms])).toEqual([["uno", 3], ["dos", 2]]);
  });

  it("has an upper bound", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz234567";
    for (const [n, letter] of [...letters, ...letters].entries()) keep({ table: `${letter}${n < 32 ? "a" : "b"}`.padEnd(26, "c") }, n);
    expect(keptTables().length).toBe(40);
  });

  it("forgets unknown tables", () => {
    keep({ table: id("a") });
    keep({ table: id("b") });
    drop([id("a")]);
    expect(keptTables().map((kept) => kept.table)).toEqual([id("b")]);
  });

  it("does not trust what else may be stored there", () => {
    localStorage.setItem("ochos.tables", JSON.stringify([{ table: "../x", title: "", seen_ms: 1, guests: [] }, 7, null, { table: id("a") }]));
    expect(keptTables()).toEqual([]);
    localStorage.setItem("ochos.tables", "{");
    expect(keptTables()).toEqual([]);
  });
});

describe("what somebody seated has seen", () => {
  const view: View = {
    table: id("a"), phase: "round", rules: { preset: "clasico" }, host: 0, own: { seat: 0 },
    seats: { "0": { holder: "person", person: 1, playing: true, points: 180 }, "1": { holder: "robot", robot: "tito", playing: true, points: 214 }, "2": {} },
  };
  const people = { names: { "1": "Ana" }, title: "Los viernes" };

  it("is the title and the others at the table", () => {
    keepSeen(view, people, 5);
    expect(keptTables()).toEqual([{ table: id("a"), title: "Los viernes", seen_ms: 5, since_ms: 5, guests: [{ seat: 1, name: "", robot: "tito" }] }]);
  });

  it("is also how the match ended, dated when it was first seen", () => {
    const over: View = { ...view, phase: "over", end: { how: "target", winner: 1 } };
    keepSeen(over, people, 5);
    keepSeen(over, people, 9);
    expect(keptTables()[0]?.ending).toEqual({ winner: "tito", points: [214, 180], at_ms: 5 });
  });

  it("is told on when somebody who sat there has left", () => {
    keepSeen(view, people, 5);
    const { own: _, ...left } = view;
    keepSeen({ ...left, phase: "over", end: { how: "abandoned", winner: 1, loser: 0 } }, people, 7);
    expect(keptTables()[0]?.ending?.winner).toBe("tito");
  });

  it("leaves no trace of tables that were only watched", () => {
    const { own: _, ...watched } = view;
    keepSeen(watched, people);
    expect(keptTables()).toEqual([]);
  });
});

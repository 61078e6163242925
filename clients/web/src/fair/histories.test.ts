import { beforeEach, describe, expect, it } from "vitest";
import { keptReceipts } from "../acta/receipts";
import type { ServerFrame, View } from "../lib/protocol";
import { Histories } from "./histories";

const digest = (letter: string): string => letter.repeat(64);
const view = { match: 1, round: 1 } as View;

function welcome(version: number, letter: string): ServerFrame {
  return { t: "welcome", table: "mesa", server: "0", now_ms: 1, version, digest: digest(letter) };
}
function beat(version: number, letter: string): ServerFrame {
  return { t: "beat", now_ms: 1, version, digest: digest(letter) };
}
const presence: ServerFrame = { t: "presence" };
const reset: ServerFrame = { t: "reset" };

/** What a page makes of these frames. */
function visit(...frames: ServerFrame[]): Histories {
  const histories = new Histories("mesa");
  for (const frame of frames) histories.hear(frame, view);
  return histories;
}

beforeEach(() => localStorage.clear());

describe("one history", () => {
  it("is believed, however often it is told", () => {
    visit(welcome(5, "a"), presence, beat(5, "a"), beat(9, "b"), presence);
    const again = visit(welcome(9, "b"), presence, beat(12, "c"), presence);
    expect(again.contradiction).toBeNull();
    expect(again.last.version).toBe(12);
  });

  it("may be told by a server that has not caught up yet", () => {
    visit(welcome(9, "b"), presence);
    expect(visit(welcome(8, "a"), presence, beat(9, "b"), presence).contradiction).toBeNull();
  });
});

describe("two histories", () => {
  const two = [{ version: 9, digest: digest("b") }, { version: 9, digest: digest("c") }];

  it("are noticed within a visit", () => {
    expect(visit(beat(9, "b"), beat(9, "c"), presence).contradiction).toEqual(two);
  });

  it("are noticed by who comes back, and stay noticed", () => {
    visit(welcome(9, "b"), presence);
    expect(visit(welcome(9, "c"), presence).contradiction).toEqual(two);
    expect(visit(welcome(30, "d"), presence).contradiction).toEqual(two);
    expect(keptReceipts("mesa")).toEqual(expect.arrayContaining(two));
  });

  it("are those of a table that goes back in silence", () => {
    expect(visit(beat(9, "b"), presence, welcome(7, "c"), presence).contradiction).toEqual([two[0], { version: 7, digest: digest("c") }]);
  });
});

describe("a table that says that it went back", () => {
  it("is no liar, and what it told before does not bind it", () => {
    const histories = visit(beat(9, "b"), presence, welcome(7, "c"), reset, presence, beat(9, "d"), presence);
    expect(histories.contradiction).toBeNull();
    expect(histories.last).toEqual({ version: 9, digest: digest("d") });
    expect(visit(welcome(9, "d"), presence).contradiction).toBeNull();
    expect(keptReceipts("mesa")).toContainEqual({ version: 9, digest: digest("b"), withdrawn: true });
  });

  it("still may not tell two histories after it", () => {
    expect(visit(welcome(7, "c"), reset, presence, beat(7, "d"), presence).contradiction).not.toBeNull();
  });
});

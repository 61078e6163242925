import { describe, expect, it } from "vitest";
import { mergePatch } from "../lib/patch";
import type { View } from "../lib/protocol";
import { readMatchFile } from "./file";
import { bytesOf, sampleFrames, sampleRecords } from "./sample";
import { moved, roundAround, tapeOf, viewAt } from "./tape";

const tape = tapeOf(readMatchFile(bytesOf(sampleRecords(120))));
const LAST = 120;

// What stood there, worked out anew for every k from the beginning.
function straight(k: number): View {
  let view: unknown;
  for (const frame of sampleFrames(120).slice(0, k + 1)) view = frame.t === "snapshot" ? frame.view : mergePatch(view, frame.patch);
  return view as View;
}

describe("the view at k depends on k only", () => {
  it("whether one comes from before, from after, or jumps", () => {
    for (let k = 0; k <= LAST; k += 1) {
      const expected = straight(k);
      let at = k;
      expect(viewAt(tape, at)).toEqual(expected);
      at = moved(tape, at, "back");
      expect(viewAt(tape, at)).toEqual(straight(Math.max(0, k - 1)));
      if (k > 0) at = moved(tape, at, "forward");
      expect(viewAt(tape, at)).toEqual(expected);
      expect(moved(tape, at, "start")).toBe(0);
      expect(moved(tape, at, "end")).toBe(LAST);
      expect(viewAt(tape, at)).toEqual(expected);
    }
  });

  it("whatever seat was looked at before", () => {
    const before = JSON.stringify(viewAt(tape, 50));
    for (const seat of [0, 1, 2, 7]) viewAt(tape, 50, seat);
    expect(JSON.stringify(viewAt(tape, 50))).toBe(before);
  });

  it("and the ends are ends", () => {
    expect(moved(tape, 0, "back")).toBe(0);
    expect(moved(tape, LAST, "forward")).toBe(LAST);
    expect(viewAt(tape, 9999)).toEqual(straight(LAST));
    expect(viewAt(tape, -3)).toEqual(straight(0));
  });
});

describe("a seat's view", () => {
  it("shows that hand and no other", () => {
    expect(Object.keys(viewAt(tape, 10).hands ?? {})).toEqual(["0", "1", "2"]);
    expect(Object.keys(viewAt(tape, 10, 1).hands ?? {})).toEqual(["1"]);
    expect(viewAt(tape, 10, 1).hands?.["1"]).toEqual(straight(10).hands?.["1"]);
  });

  it("is empty where that hand is not told", () => {
    expect(viewAt(tape, 10, 9).hands).toEqual({});
  });
});

describe("one lap", () => {
  it("leads to the next and the last time that the same seat is in turn", () => {
    const at = 10;
    const there = moved(tape, at, "lap_forward");
    expect(there).toBe(13);
    expect(tape.moments[there]?.view.turn?.seat).toBe(tape.moments[at]?.view.turn?.seat);
    expect(moved(tape, there, "lap_back")).toBe(at);
  });

  it("stops at the round's end and at the next deal", () => {
    expect(moved(tape, 38, "lap_forward")).toBe(40);
    expect(moved(tape, 40, "lap_forward")).toBe(41);
    expect(moved(tape, 41, "lap_back")).toBe(40);
    expect(moved(tape, 1, "lap_back")).toBe(0);
    expect(moved(tape, LAST, "lap_forward")).toBe(LAST);
  });
});

describe("the marks", () => {
  it("show where rounds begin, eights, paid penalties and reversals", () => {
    expect(tape.marks.filter(({ round }) => round === 1)).toEqual([
      { at: 1, kind: "round", round: 1 },
      { at: 13, kind: "eight", round: 1 },
      { at: 21, kind: "penalty", round: 1 },
      { at: 26, kind: "reversal", round: 1 },
    ]);
    expect(tape.marks.filter(({ kind }) => kind === "round").map(({ at }) => at)).toEqual([1, 41, 81]);
  });

  it("part the log by rounds", () => {
    expect(roundAround(tape, 60)).toEqual({ from: 41, to: 81 });
    expect(roundAround(tape, 0)).toEqual({ from: 0, to: 1 });
    expect(roundAround(tape, 120)).toEqual({ from: 81, to: 121 });
  });
});

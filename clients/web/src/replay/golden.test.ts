import { describe, expect, it } from "vitest";
import { readMatchFile } from "./file";
import golden from "./golden/match-schema-1.ndjson?raw";
import { storyAround, toldAt } from "./story";
import { tapeOf, viewAt } from "./tape";

const file = readMatchFile(new TextEncoder().encode(golden));
const tape = tapeOf(file);
const last = tape.moments.length - 1;

describe("a match exported by a server of the first version", () => {
  it("passes its checks, every entry with its moment", () => {
    expect(file.head.finished).toBe(true);
    expect(tape.moments.map(({ version }) => version)).toEqual(file.entries.map(({ v }) => v));
  });

  it("shows every hand, as many cards as the table counts", () => {
    for (const { view } of tape.moments.filter((moment) => moment.view.phase === "round")) {
      for (const seat of tape.players) expect(view.hands?.[String(seat)]?.length ?? 0).toBe(view.seats[String(seat)]?.cards ?? 0);
    }
  });

  it("ends with somebody who reached the points", () => {
    const { view } = tape.moments[last] ?? {};
    expect(view?.phase).toBe("over");
    expect(view?.seats[String(view.end?.winner)]?.points ?? 0).toBeGreaterThanOrEqual(view?.rules.target ?? Infinity);
  });

  it("never tells a seat's view what another holds", () => {
    for (let at = 0; at <= last; at += 1) {
      for (const seat of tape.players) expect(Object.keys(viewAt(tape, at, seat).hands ?? {}).filter((key) => key !== String(seat))).toEqual([]);
    }
  });

  it("is told in words at every moment after the first, without saying what was drawn", () => {
    for (let at = 1; at <= last; at += 1) expect(toldAt(tape, at, file.names)).not.toMatch(/^$|Robas|news-/);
  });

  it("has its story by rounds, with what was said at the table", () => {
    const lines = storyAround(tape, 0, file.names, file.chat);
    expect(lines.some(({ text }) => text.includes("¡Suerte a todos!"))).toBe(true);
    expect([...lines].sort((a, b) => a.at - b.at)).toEqual(lines);
  });
});

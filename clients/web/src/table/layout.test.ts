import { describe, expect, it } from "vitest";
import { handLayout, STRIP_FLOOR, STRIP_ONE_ROW } from "./handLayout";
import { ringOf, threadOf, type Spot } from "./thread";

/** Uncovered part of each card but the last of a row, px. */
function strip(width: number, card: number, columns: number): number {
  return columns < 2 ? card : (width - card) / (columns - 1);
}

describe("the hand", () => {
  it("lies in one row while enough of each card shows", () => {
    expect(handLayout({ cards: 7, width: 366, card: 84 })).toEqual({ columns: 7, rows: 1 });
    expect(handLayout({ cards: 7, width: 304, card: 56 })).toEqual({ columns: 7, rows: 1 });
    expect(handLayout({ cards: 20, width: 1032, card: 112 })).toEqual({ columns: 20, rows: 1 });
  });

  it("takes four rows of five for 20 cards on 320 px", () => {
    expect(handLayout({ cards: 20, width: 306, card: 56 })).toEqual({ columns: 5, rows: 4 });
  });

  it("has rows of equal length, and no empty one", () => {
    for (let cards = 1; cards <= 60; cards += 1) {
      const { columns, rows } = handLayout({ cards, width: 306, card: 56 });
      expect(columns * rows).toBeGreaterThanOrEqual(cards);
      expect(columns * (rows - 1)).toBeLessThan(cards);
    }
  });

  it.each([
    [320, 56],
    [375, 84],
    [390, 84],
    [820, 100],
  ])("leaves a finger's room of each of 25 cards on %i px", (screen, card) => {
    const width = screen - 24;
    const { columns, rows } = handLayout({ cards: 25, width, card });
    expect(strip(width, card, columns)).toBeGreaterThanOrEqual(STRIP_FLOOR);
    expect(rows).toBeLessThanOrEqual(4);
  });

  it("narrows the strips only when more rows would not fit", () => {
    const width = 296;
    const { columns, rows } = handLayout({ cards: 25, width, card: 84, rowsMax: 3 });
    expect(rows).toBe(3);
    expect(strip(width, 84, columns)).toBeLessThan(STRIP_ONE_ROW);
    expect(strip(width, 84, columns)).toBeGreaterThanOrEqual(STRIP_FLOOR);
    expect(handLayout({ cards: 40, width, card: 84, rowsMax: 3 }).rows).toBe(5); // below the floor, rows again
  });

  it("knows one card, none, and a screen that has no width yet", () => {
    expect(handLayout({ cards: 0, width: 300, card: 84 })).toEqual({ columns: 1, rows: 1 });
    expect(handLayout({ cards: 1, width: 300, card: 84 })).toEqual({ columns: 1, rows: 1 });
    expect(handLayout({ cards: 5, width: 0, card: 84 })).toEqual({ columns: 5, rows: 1 });
  });
});

describe("the plates", () => {
  it("stand in a row up to four, then in a horseshoe", () => {
    expect(ringOf(1, false)).toEqual({ left: 0, across: 1, right: 0 });
    expect(ringOf(4, false)).toEqual({ left: 0, across: 4, right: 0 });
    expect(ringOf(5, false)).toEqual({ left: 1, across: 3, right: 1 });
    expect(ringOf(9, false)).toEqual({ left: 2, across: 5, right: 2 });
  });

  it("all have a place, however many they are", () => {
    for (const watching of [false, true]) {
      for (let plates = 1; plates <= 10; plates += 1) {
        const ring = ringOf(plates, watching);
        expect(ring.left + ring.across + ring.right).toBe(plates);
      }
    }
  });
});

describe("the thread", () => {
  const row: Spot[] = [60, 195, 330].map((x) => ({ x, y: 46, place: "across" }));
  const frame = { width: 390, height: 400, legs: true, plate: 52 };

  it("goes through every plate and down to both ends of the hem", () => {
    const { path, arrows } = threadOf(row, frame);
    expect(path).toMatch(/^M17 400V.*V400$/);
    expect(arrows).toHaveLength(4);
    expect(arrows.map((arrow) => arrow.angle)).toEqual([-90, 0, 0, 90]);
  });

  it("has no legs where nobody sits at the near side", () => {
    const { path, arrows } = threadOf(row, { ...frame, legs: false });
    expect(path).toBe("M60 46H330");
    expect(arrows.map((arrow) => arrow.x)).toEqual([127.5, 262.5]);
  });

  it("turns its arrows up my left and down my right", () => {
    const ring: Spot[] = [{ x: 40, y: 150, place: "left" }, ...row, { x: 350, y: 150, place: "right" }];
    expect(threadOf(ring, frame).arrows.map((arrow) => arrow.angle)).toEqual([-90, -90, 0, 0, 90, 90]);
  });

  it("is nothing where there are no plates", () => {
    expect(threadOf([], frame).path).toBe("");
  });
});

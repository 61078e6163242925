import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../lib/settings.svelte";
import { dayOf, partOfDay, span } from "./time";

const noon = new Date(2026, 10, 20, 12).getTime(); // a Friday
const DAY = 86_400_000;

beforeEach(() => {
  settings.language = "es";
});

describe("times", () => {
  it("greet by the hour", () => {
    expect([5, 6, 12, 13, 20, 21].map(partOfDay)).toEqual(["night", "morning", "morning", "afternoon", "afternoon", "night"]);
  });

  it("are said in their largest unit", () => {
    expect(span(20 * 60_000)).toBe("20 min");
    expect(span(1000)).toBe("1 min");
    expect(span(3.9 * 3_600_000)).toBe("3 h");
    expect(span(DAY)).toBe("1 día");
    expect(span(2.5 * DAY)).toBe("2 días");
  });

  it("are days as one says them", () => {
    expect(dayOf(noon, noon)).toBe("hoy");
    expect(dayOf(noon - 13 * 3_600_000, noon)).toBe("ayer");
    expect(dayOf(noon - 3 * DAY, noon)).toBe("martes");
    expect(dayOf(noon - 9 * DAY, noon)).toBe("11 de noviembre");
  });
});

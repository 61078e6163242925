import { describe, expect, it } from "vitest";
import { changes, numberChoices, switchesAtOdds, valueOf, type Preset, type Switch } from "./form";

const preset: Preset = {
  key: "especiales", seats: 4, seats_least: 2, seats_most: 10,
  switches: { stacking: true, draw_limit: null, skip: ["Q"], draw: { "2": 2 }, hand_size: 5 },
};

describe("what is asked of the server", () => {
  it("is only what differs from the preset", () => {
    expect(changes(preset, { stacking: true, hand_size: 6, skip: ["Q"], draw: { "2": 2 }, draw_limit: null })).toEqual({ hand_size: 6 });
  });

  it("says an open number as none", () => {
    expect(changes({ ...preset, switches: { draw_limit: 3 } }, { draw_limit: null })).toEqual({ draw_limit: "none" });
  });

  it("takes the same ranks in another order as no change", () => {
    const two = { ...preset, switches: { skip: ["Q", "J"], draw: { "2": 2, "3": 3 } } };
    expect(changes(two, { skip: ["J", "Q"], draw: { "3": 3, "2": 2 } })).toEqual({});
    expect(changes(two, { skip: ["J"], draw: { "3": 3, "2": 4 } })).toEqual({ skip: ["J"], draw: { "3": 3, "2": 4 } });
  });
});

it("shows the preset's value until another is chosen", () => {
  expect(valueOf(preset, {}, "stacking")).toBe(true);
  expect(valueOf(preset, { stacking: false }, "stacking")).toBe(false);
  expect(valueOf(preset, { hand_size: null }, "hand_size")).toBeNull();
});

it("offers few numbers one by one, and many as a field", () => {
  const row: Switch = { key: "draw_limit", kind: "number", title_es: "", title_en: "", least: 1, most: 3, none: true };
  expect(numberChoices(row)).toEqual([1, 2, 3, null]);
  expect(numberChoices({ ...row, none: false })).toEqual([1, 2, 3]);
  expect(numberChoices({ ...row, most: 9999 })).toBeNull();
});

it("names the switches of a refusal, each once", () => {
  expect(switchesAtOdds({ code: "bad_rules", facts: { switch: "skip", other: "draw", why: "two_effects" } })).toEqual(["skip", "draw"]);
  expect(switchesAtOdds({ code: "bad_rules", facts: { switch: "target", other: "target" } })).toEqual(["target"]);
  expect(switchesAtOdds({ code: "retry", facts: {} })).toEqual([]);
});

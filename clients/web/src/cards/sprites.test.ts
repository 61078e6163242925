import { describe, expect, it } from "vitest";
import { backRef, faceRef, suitRef } from "./sprites";
import type { Design } from "../lib/settings.svelte";

const DESIGNS: Design[] = ["francesa-4", "francesa-2", "espanola"];
const files = import.meta.glob<string>("./sprites/*.svg", { query: "?raw", import: "default", eager: true });
const read = (design: Design) => files[`./sprites/${design}.svg`] ?? "";

describe.each(DESIGNS)("the %s sprite", (design) => {
  const text = read(design);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((hit) => `#${hit[1]}`);

  it("has every face, every suit and both backs", () => {
    const cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
    const needed = [
      ...cards.map((card) => faceRef(design, card)),
      ...[..."CDHS"].map((suit) => suitRef(design, suit)),
      backRef(design, "pine"),
      backRef(design, "tomato"),
    ];
    expect(needed.filter((ref) => !ids.includes(ref))).toEqual([]);
  });

  it("refers only to what it holds", () => {
    const used = [...text.matchAll(/(?:href="|url\()(#[^")]+)/g)].map((hit) => hit[1] ?? "");
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((ref) => !ids.includes(ref))).toEqual([]);
  });

  it("needs no inline styles and no scripts", () => {
    expect(text).not.toMatch(/style|script|on\w+="/);
  });
});

it("keeps the ids of the designs apart, so that all may stand in one page", () => {
  const all = DESIGNS.flatMap((design) => [...read(design).matchAll(/ id="([^"]+)"/g)].map((hit) => hit[1]));
  expect(new Set(all).size).toBe(all.length);
});

it("shows a copy of a card like the card itself", () => {
  expect(faceRef("espanola", "7H#1")).toBe(faceRef("espanola", "7H"));
});

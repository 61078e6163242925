import { describe, expect, it } from "vitest";
import { backRef, faceRef, suitRef, type Sprite } from "./sprites";
import type { Design } from "../lib/settings.svelte";

const DESIGNS: Design[] = ["francesa-4", "francesa-2", "espanola"];
const SPRITES: Sprite[] = [...DESIGNS, "jiujitsu"];
const files = import.meta.glob<string>("./sprites/*.svg", { query: "?raw", import: "default", eager: true });
const read = (design: Sprite) => files[`./sprites/${design}.svg`] ?? "";

function idsOf(sprite: Sprite): string[] {
  return [...read(sprite).matchAll(/ id="([^"]+)"/g)].map((hit) => `#${hit[1]}`);
}

describe.each(DESIGNS)("the %s design", (design) => {
  const ids = idsOf(design);

  it("has every face, every suit and both backs", () => {
    const cards = [..."CDHS"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
    const needed = [
      ...[...cards, "JK#0", "JK#1"].map((card) => faceRef(design, card)),
      ...[..."CDHS"].map((suit) => suitRef(design, suit)),
      backRef(design, "pine"),
      backRef(design, "tomato"),
    ];
    expect(needed.filter((ref) => !ids.includes(ref))).toEqual([]);
  });
});

it("has every face of the jiu-jitsu pack in one design", () => {
  const ids = idsOf("jiujitsu");
  const cards = [...[..."bpnk"].flatMap((suit) => [..."123456789+~!"].map((rank) => `${suit}${rank}#1`)), "+5#4", "EL#0"];
  const needed = [...cards.map((card) => faceRef("espanola", card)), ...[..."bpnk", "red"].map((suit) => suitRef("francesa-2", suit))];
  expect(needed.filter((ref) => !ids.includes(ref))).toEqual([]);
  expect(new Set(needed).size).toBe(needed.length);
});

describe.each(SPRITES)("the %s sprite", (sprite) => {
  const text = read(sprite);
  const ids = idsOf(sprite);

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
  const all = SPRITES.flatMap((design) => [...read(design).matchAll(/ id="([^"]+)"/g)].map((hit) => hit[1]));
  expect(new Set(all).size).toBe(all.length);
});

it("shows a copy of a card like the card itself", () => {
  expect(faceRef("espanola", "7H#1")).toBe(faceRef("espanola", "7H"));
  expect(faceRef("francesa-2", "JK#2")).toBe(faceRef("francesa-2", "JK#0"));
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deckOf } from "./deck";
import { commitment, cutDeck, dealKey, shuffle, type Contribution } from "./shuffle";

interface Vector {
  seed: string;
  commitment: string;
  table: string;
  deal: number;
  deck: string;
  contributions: { seat: number; bytes: string }[];
  label: string;
  cards: string;
  order: string;
}

const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "../../../../tests/golden/shuffle.json"), "utf-8")) as Vector[];

describe("the deal, worked out in the browser", () => {
  it.each(vectors.map((vector) => [`${vector.label} of deal ${vector.deal}`, vector] as const))("agrees with the server on %s", (_, vector) => {
    const contributions = vector.contributions.map(({ seat, bytes }): Contribution => [seat, bytes]);
    const key = dealKey({ ...vector, deck: vector.deck.split(" "), contributions });
    expect(commitment(vector.seed)).toBe(vector.commitment);
    expect(shuffle(key, vector.label, vector.cards ? vector.cards.split(" ") : []).join(" ")).toBe(vector.order);
    expect(dealKey({ ...vector, deck: vector.deck.split(" "), contributions: contributions.reverse() })).toEqual(key);
  });

  it("knows the decks of the vectors", () => {
    const decks = new Set(["french52", "french54", "jiujitsu"].flatMap((pack) => [1, 2].map((packs) => deckOf(pack, packs)?.join(" "))));
    for (const { deck } of vectors.filter((vector) => vector.deck.split(" ").length > 50)) expect(decks).toContain(deck);
    expect(deckOf("tarot", 1)).toBeNull();
  });

  it("cuts by putting what is taken off the top below", () => {
    expect(cutDeck(["a", "b", "c", "d"], 1)).toEqual(["b", "c", "d", "a"]);
  });
});

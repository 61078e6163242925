import { beforeEach, describe, expect, it } from "vitest";
import { copyOf, faceOf, isRed, rankKey, rankOf, suitOf } from "./cards";
import { cardName } from "./i18n";
import { settings } from "./settings.svelte";
import { serves, theCard } from "./words";

beforeEach(() => {
  Object.assign(settings, { language: "es", design: "francesa-4", spanishNames: false });
});

describe("a card's code", () => {
  it.each([
    ["TH", "T", "H"],
    ["7H#1", "7", "H"],
    ["KD", "K", "D"],
    ["JK#1", "JK", ""],
    ["b7#1", "7", "b"],
    ["k+#0", "+", "k"],
    ["p~", "~", "p"],
    ["n!#1", "!", "n"],
    ["+5#4", "+5", ""],
    ["EL#0", "EL", ""],
    ["", "", ""],
  ])("%s has its rank and its suit", (card, rank, suit) => {
    expect(rankOf(card)).toBe(rank);
    expect(suitOf(card)).toBe(suit);
  });

  it("has a face and a copy", () => {
    expect(faceOf("+5#4")).toBe("+5");
    expect(copyOf("+5#4")).toBe(4);
    expect(copyOf("7H")).toBe(0);
  });

  it("tells the red cards", () => {
    expect(["+5#0", "EL#1", "b+#0", "JK"].map(isRed)).toEqual([true, true, false, false]);
  });

  it("has a key without signs", () => {
    expect(["+", "~", "!", "+5", "EL", "7"].map(rankKey)).toEqual(["plus2", "change", "leap", "plus5", "EL", "7"]);
  });
});

describe("a card's name", () => {
  it("has its colour behind it", () => {
    expect(["b7#1", "n6", "p+", "k~", "b!", "+5#0", "EL", "JK#0"].map(cardName)).toEqual([
      "7 azul", "6 marrón", "+2 morado", "Cambiar negro", "Saltar azul", "+5", "Elegir", "comodín",
    ]);
    expect(theCard("n6")).toBe("el 6 marrón");
  });

  it("is the same with the Spanish faces", () => {
    Object.assign(settings, { design: "espanola", spanishNames: true });
    expect(["QS", "JK#0", "n6"].map(theCard)).toEqual(["el caballo de espadas", "el comodín", "el 6 marrón"]);
  });

  it("speaks of the red ones as one, where all of them serve", () => {
    expect(serves("n", ["6", "+5", "EL"])).toBe("marrón, un 6 o una roja");
    expect(serves("", ["+", "+5"])).toBe("un +2 o un +5");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { lately, logLines } from "./log";
import type { News } from "./protocol";
import { settings } from "./settings.svelte";
import type { LogEntry } from "./table.svelte";

const who = { "0": { person: 1 }, "1": { robot: "luna" }, "2": { person: 2 } };
const names = { "1": "Ana", "2": "Bruno" };
const ANA = 0;

function entries(...told: News[][]): LogEntry[] {
  return told.map((news, index) => ({ version: index + 1, at_ms: index, news, who }));
}

function texts(me: number, ...told: News[][]): string[] {
  return logLines(entries(...told), me, names, { wild: ["8"] }).map((line) => line.text);
}

beforeEach(() => {
  settings.language = "es";
  settings.design = "francesa-4";
  settings.spanishNames = false;
});

describe("the story in plain words", () => {
  it("tells a play and what is left of the hand", () => {
    expect(texts(ANA, [{ t: "played", seat: 1, card: "7H", left: 1 }, { t: "turn", seat: 2 }])).toEqual(["Luna juega el 7 de corazones. Le queda una."]);
  });

  it("speaks to its reader", () => {
    expect(texts(ANA, [{ t: "played", seat: 0, card: "QS", left: 4 }, { t: "turn", seat: 1 }])).toEqual(["Juegas la reina de picas."]);
    expect(texts(-1, [{ t: "played", seat: 0, card: "QS", left: 4 }, { t: "turn", seat: 1 }])).toEqual(["Ana juega la reina de picas."]);
  });

  it("says «te toca» in a line of its own, and nobody else's turn", () => {
    const lines = logLines(entries([{ t: "passed", seat: 2 }, { t: "turn", seat: 0 }]), ANA, names, { wild: ["8"] });
    expect(lines.map((line) => [line.text, line.strong])).toEqual([["Bruno pasa.", false], ["Te toca.", true]]);
  });

  it("adds up the draws of one turn and joins the play that follows", () => {
    const draw: News = { t: "drew", seat: 1, cards: 1 };
    expect(texts(ANA, [draw], [draw], [{ t: "played", seat: 1, card: "8C", left: 3, suit: "H" }, { t: "turn", seat: 2 }])).toEqual([
      "Luna roba 2 y juega el 8 de tréboles y pide corazones.",
    ]);
    expect(texts(ANA, [draw], [draw], [draw])).toEqual(["Luna roba 3 cartas."]);
  });

  it("does not join what two seats do", () => {
    expect(texts(ANA, [{ t: "drew", seat: 1, cards: 1 }], [{ t: "drew", seat: 2, cards: 1 }])).toHaveLength(2);
  });

  it("names the cards that its reader drew, and nobody else's", () => {
    expect(texts(ANA, [{ t: "drew", seat: 0, cards: 2, own: ["7H", "JS"] }])).toEqual(["Robas 2 cartas: el 7 de corazones y la jota de picas."]);
  });

  it("tells a penalty, a skip and a reversal with the card that makes it", () => {
    expect(texts(ANA, [{ t: "played", seat: 1, card: "2H", left: 3 }, { t: "turn", seat: 2, pending: 2 }])).toEqual(["Luna juega el 2 de corazones. Juega Bruno, y le caen 2."]);
    expect(texts(ANA, [{ t: "played", seat: 2, card: "QH", left: 3 }, { t: "turn", seat: 1, skipped: [0] }])).toEqual(["Bruno juega la reina de corazones. Te saltan esta vez."]);
    expect(texts(ANA, [{ t: "played", seat: 2, card: "AH", left: 3 }, { t: "turn", seat: 1, reversed: true }])).toEqual(["Bruno juega el as de corazones. Da la vuelta. Ahora sigue Luna."]);
  });

  it("marks the wild card, and no other", () => {
    const lines = logLines(entries([{ t: "played", seat: 1, card: "8C", left: 3, suit: "H" }], [{ t: "played", seat: 2, card: "9H", left: 3 }]), ANA, names, { wild: ["8"] });
    expect(lines.map((line) => line.parts.mark)).toEqual(["8 de tréboles", ""]);
    expect(lines[0]?.parts.after).toBe(" y pide corazones.");
  });

  it("keeps names with markup as letters", () => {
    const lines = logLines(entries([{ t: "passed", seat: 0 }]), -1, { "1": "<b onclick=x>" }, {});
    expect(lines[0]?.text).toBe("<b onclick=x> pasa.");
  });

  it("speaks English, and the Spanish pack's names for who asks for them", () => {
    settings.language = "en";
    expect(texts(ANA, [{ t: "played", seat: 1, card: "8C", left: 1, suit: "H" }])).toEqual(["Luna plays the 8 of clubs and asks for hearts. One left."]);
    settings.language = "es";
    settings.design = "espanola";
    settings.spanishNames = true;
    expect(texts(ANA, [{ t: "played", seat: 1, card: "JH", left: 3 }])).toEqual(["Luna juega la sota de copas."]);
  });
});

it("says on the cloth what happened last, without whose turn it is", () => {
  expect(lately(entries([{ t: "played", seat: 1, card: "7H", left: 1 }, { t: "turn", seat: 0 }]), ANA, names, {})).toBe("Luna juega el 7 de corazones. Le queda una.");
  expect(lately([], ANA, names, {})).toBe("");
});

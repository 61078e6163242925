import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { has, words } from "./i18n";
import { browserLanguage, sane, settings } from "./settings.svelte";
import { initials, othersInOrder, shortName } from "./scene";
import type { View } from "./protocol";
import { andList, orList, reasonWords, serves, whyNotWords } from "./words";

const to = { me: 0, name: (seat: number) => ["Ana", "Luna", "Bruno"][seat] ?? "" };

beforeEach(() => {
  settings.language = "es";
});

describe("reasons", () => {
  const reasons = readFileSync(join(import.meta.dirname, "../../../../server/protocol/reasons.py"), "utf-8");
  const codes = [...reasons.matchAll(/^ {4}[A-Z_]+ = "([a-z_]+)"/gm)].map((found) => found[1] as string);
  it.each(["es", "en"] as const)("all have their words in %s", (lang) => {
    settings.language = lang;
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code) => !has(`reason-${code}`))).toEqual([]);
  });

  it("say what happened and what can be done", () => {
    expect(reasonWords("does_not_match", { card: "9C", top: "7H", suit: "H", ranks: ["7", "8"] }, to)).toBe("No va el 9 de tréboles sobre el 7 de corazones. Ahora sirve esto: corazones, un 7 o un 8.");
    expect(reasonWords("must_answer", { pending: 4, ranks: ["2"] }, to)).toBe("Te caen 4. Responde con un 2 o roba las 4.");
    expect(reasonWords("not_your_turn", { seat: 1 }, to)).toContain("juega Luna");
  });

  it("that nobody knows yet are said by their code", () => {
    expect(reasonWords("brand_new", {}, to)).toContain("brand_new");
  });

  it("of a card come from the view", () => {
    const own = { seat: 0, why: { play: "does_not_match", ranks: ["7", "8"], suit: "H" } };
    expect(whyNotWords("9C", own, { top: "7H", suit: "H", cards: 3 }, 0, to)).toContain("No va el 9 de tréboles");
    expect(whyNotWords("9C", { seat: 0 }, undefined, 0, to)).toBe("");
  });
});

describe("lists", () => {
  it("are joined as people do", () => {
    expect(andList(["a", "b", "c"])).toBe("a, b y c");
    expect(orList(["a"])).toBe("a");
    expect(orList([])).toBe("");
    expect(serves("H", ["7", "Q"])).toBe("corazones, un 7 o una reina");
  });
});

describe("settings", () => {
  it("speak the browser's language, else Spanish", () => {
    expect(browserLanguage(["fr-FR", "en-GB", "es"])).toBe("en");
    expect(browserLanguage(["de"])).toBe("es");
  });
  it("keep only what they know", () => {
    expect(sane({ theme: "dark", cloth: "felt", autoPass: "yes", oneTap: true, junk: 1 })).toMatchObject({ theme: "dark", cloth: "salmon", autoPass: false, oneTap: true });
    expect(sane(null)).toMatchObject({ theme: "auto" });
    expect(sane({ theme: "dark", junk: 1 })).not.toHaveProperty("junk");
  });
});

describe("people", () => {
  it("have one letter, or two where one would not tell them apart", () => {
    expect(initials(["Luna", "Lola", "Carmen"])).toEqual(["Lu", "Lo", "C"]);
    expect(initials(["", "¡!"])).toEqual(["?", "?"]);
    expect(initials(["Ana", "Asiento 2", "Asiento 10"])).toEqual(["An", "2", "10"]);
  });
  it("lose the last words of a long name first", () => {
    expect(shortName("María del Carmen", 11)).toBe("María");
    expect(shortName("Maximiliano", 5)).toBe("Maximiliano");
  });
  it("sit clockwise from my left, so that a plate never moves", () => {
    const seats = Object.fromEntries([0, 1, 2, 4].map((seat) => [seat, { playing: true }]));
    const view = { seats: { ...seats, "3": {} } } as unknown as View;
    expect(othersInOrder(view, 2)).toEqual([4, 0, 1]);
    expect(othersInOrder(view, -1)).toEqual([0, 1, 2, 4]);
  });
});

it("keeps what people write as it is", () => {
  expect(words("es", "chat-line", { who: "<script>", text: "{ $x } \u2028" })).toBe("<script>: { $x } \u2028");
});

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

  it("tells apart by their seats those whose names were erased", () => {
    const told = entries([{ t: "passed", seat: 2 }], [{ t: "passed", seat: 0 }, { t: "turn", seat: 2, skipped: [1] }]);
    expect(logLines(told, -1, {}, { wild: [] }).map((line) => line.text).join(" ")).toMatch(/^Asiento 3 pasa\. Asiento 1 pasa\./);
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

  it("says of a table that its host erased only that, and who did it", () => {
    expect(texts(ANA, [{ t: "match_over", how: "expired" }, { t: "erased", seat: 2 }])).toEqual(["Bruno cerró la mesa y borró sus nombres y su charla."]);
    expect(texts(ANA, [{ t: "match_over", how: "expired" }])).toEqual(["Nadie ha jugado en mucho tiempo. La mesa se levanta."]);
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

describe("calls, faults and places", () => {
  const jiujitsu = { pack: "jiujitsu", scoring: "elimination" } as const;
  const told = (rules: object, ...news: News[]): string => logLines(entries(news), ANA, names, rules).map((line) => line.text).join(" ");

  it("say what was said with a play", () => {
    expect(told({}, { t: "played", seat: 1, card: "7H", left: 1, announced: true })).toBe("Luna juega el 7 de corazones. Dice «¡una!».");
    expect(told(jiujitsu, { t: "played", seat: 1, card: "n6#0", left: 1, announced: true })).toBe("Luna juega el 6 marrón. Dice «¡locos!».");
  });

  it("say what a forgotten call costs, once", () => {
    const fine: News = { t: "drew", seat: 1, cards: 2, fine: "call_forgotten" };
    expect(told({}, fine)).toBe("Luna no avisó y roba 2 de multa.");
    expect(told({}, { t: "fault_called", seat: 0, accused: 1, fault: "call_forgotten" }, fine)).toBe("Reclamas: Luna no dijo «¡una!». Luna roba 2 de multa.");
  });

  it("say what becomes of a card that did not go there", () => {
    const news: News[] = [{ t: "fault_called", seat: 2, accused: 1, fault: "wrong_card" }, { t: "taken_back", seat: 1, card: "9C" }, { t: "drew", seat: 1, cards: 1, fine: "wrong_card" }, { t: "turn", seat: 2 }];
    expect(told({}, ...news)).toBe("Bruno reclama: la carta de Luna no iba. Luna recoge el 9 de tréboles. Luna roba una de multa.");
    expect(told({}, { t: "fault_called", seat: 0, accused: 2 }, { t: "drew", seat: 0, cards: 1, fine: "wrong_call", own: ["7H"] })).toBe("Reclamas la jugada de Bruno, pero estaba bien. Robas de multa el 7 de corazones.");
  });

  it("do not join a fine with the play that follows it", () => {
    expect(told({}, { t: "drew", seat: 2, cards: 2, fine: "call_forgotten" }, { t: "played", seat: 1, card: "7H", left: 3 })).toBe("Bruno no avisó y roba 2 de multa. Luna juega el 7 de corazones.");
  });

  it("tell the cut, a place, and another play", () => {
    expect(told({}, { t: "cut", cards: [[0, "4S"], [1, "AH"]], dealer: 1 })).toBe("Corte para repartir: Ana, el 4 de picas; Luna, el as de corazones. Reparte Luna.");
    expect(told({}, { t: "played", seat: 1, card: "AH", left: 0 }, { t: "went_out", seat: 1, place: 1 })).toBe("Luna juega el as de corazones. Se queda sin cartas. Luna sale en el puesto 1.");
    expect(told({}, { t: "played", seat: 1, card: "AH", left: 3 }, { t: "turn", seat: 1, again: true })).toBe("Luna juega el as de corazones. Juega otra vez Luna.");
  });

  it("speak of points only where the winner collects them", () => {
    const over: News = { t: "round_over", how: "out", round: 2, winner: 1, gained: 11 };
    expect(told({}, over)).toBe("Luna gana la ronda y recoge 11 puntos.");
    expect(told({ scoring: "losers_add" }, { ...over, gained: 0, extra: [0, 1] })).toBe("Luna gana la ronda. Hay empate: juegan una ronda más Ana y Luna.");
    expect(told(jiujitsu, { ...over, gained: -100, eliminated: [2] })).toBe("Luna gana la ronda. Sale de la partida Bruno.");
  });

  it("leave the cut to the cloth's own panel", () => {
    const news: News[] = [{ t: "cut", cards: [[0, "4S"]], dealer: 0 }, { t: "dealt", round: 1, dealer: 0, first: 1, direction: "left", top: "7H" }];
    expect(lately(entries(news), ANA, names, {})).toBe("Ronda 1. Repartes tú. Abre el 7 de corazones.");
  });
});

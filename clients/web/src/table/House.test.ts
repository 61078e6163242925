import { afterEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import type { Actions, RulesView, View } from "../lib/protocol";
import { button, card, press, said, show, step, tap, text, type Shown } from "./harness";

let shown: Shown;
afterEach(async () => {
  vi.useRealTimers();
  await shown.clear();
});

const NAMES = { "1": "Ana", "2": "Bruno" };

interface Wish {
  rules?: Partial<RulesView>;
  hand?: string[];
  actions?: Actions;
  turn?: Partial<NonNullable<View["turn"]>>;
  more?: Partial<View>;
}

function table({ rules = {}, hand = ["7C", "9H"], actions = {}, turn = {}, more = {} }: Wish): Shown {
  const view: View = {
    table: "t", phase: "round", rules: { preset: "montanita", pack: "french54", wild: ["8"], keep: ["JK"], ...rules }, host: 0, match: 1, round: 2, direction: "right",
    seats: {
      "0": { holder: "person", person: 1, playing: true, cards: hand.length },
      "1": { holder: "person", person: 2, playing: true, cards: 1 },
      "2": { holder: "robot", robot: "tito", playing: true, cards: 4 },
    },
    turn: { seat: 0, number: 7, since_ms: 1, act: 4, ...turn },
    pile: { top: "7H", suit: "H", cards: 5, ranks: ["7", "8"] }, stock: 20,
    own: { seat: 0, hand, actions: { play: hand, ...actions }, why: { play: "does_not_match" } },
    ...more,
  };
  shown = show(view, NAMES);
  return shown;
}

const plate = (name: string): HTMLElement => document.querySelector(`.accuse[aria-label*="${name}"]`) as HTMLElement;
const question = (): string => text(".question");

describe("saying that one card is left", () => {
  const riding: Wish = { rules: { calls: "automatic" }, actions: { announce: true, announce_with: ["7C", "9H"] } };

  it("rides on the card that is played", () => {
    const { line } = table(riding);
    tap(button("¡una!"));
    expect(button("¡una!").getAttribute("aria-pressed")).toBe("true");
    tap(card("9H"));
    tap(button("Jugar 9"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "9H", announce: true }]);
  });

  it("is taken back with a second press, and with U", () => {
    const { line } = table(riding);
    press("u");
    press("u");
    tap(card("9H"));
    tap(card("9H"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "9H" }]);
  });

  it("does not stay for the next turn", () => {
    table(riding);
    tap(button("¡una!"));
    step(shown, { turn: { number: 8 } });
    expect(button("¡una!").getAttribute("aria-pressed")).toBe("false");
  });

  it("rides on a pass where that is allowed", () => {
    const { line } = table({ hand: ["7C"], actions: { play: [], passing: true, announce_pass: true } });
    press("u");
    press("p");
    expect(line.commands).toEqual([{ t: "pass", turn: 7, announce: true }]);
  });

  it("is said at once when nothing can carry it any more", () => {
    const { line } = table({ hand: ["7C"], turn: { seat: 1 }, actions: { play: [], announce: true } });
    tap(button("¡una!"));
    expect(line.commands).toEqual([{ t: "announce", turn: 7 }]);
  });

  it("has no button where nothing is to be said, and says why to who tries", () => {
    const { line } = table({});
    expect(button("¡una!")).toBeUndefined();
    press("u");
    expect(line.commands).toEqual([]);
    expect(said("urgent")).toContain("Ahora no hay nada que avisar");
  });

  it("is «¡locos!» with the jiu-jitsu pack", () => {
    table({ rules: { pack: "jiujitsu", calls: "called" }, hand: ["b7#0", "k+#1"], actions: { announce_with: ["b7#0"] } });
    expect(button("¡locos!")).toBeDefined();
  });

  it("shows a flag only over who has said it", () => {
    table({ rules: { calls: "called" } });
    expect(document.querySelector(".say:not(button)")).toBeNull();
    step(shown, { seats: { "1": { said: true } } });
    expect(text(".seat .say")).toBe("¡una!");
  });
});

describe("calling a fault", () => {
  it("costs one touch where it cannot be wrong", () => {
    const { line } = table({ rules: { calls: "called" }, actions: { call_fault: [1] } });
    expect(text(".complain")).toBe("¡no avisó!");
    tap(plate("Bruno"));
    expect(line.commands).toEqual([{ t: "call_fault", accused: 1, act: 4 }]);
  });

  it("is asked once more in honour mode, and let go of", () => {
    const { line } = table({ rules: { honour: true }, actions: { call_fault: [1, 2] } });
    tap(plate("Bruno"));
    expect(question()).toContain("¿Reclamar a Bruno?");
    press("Escape");
    expect(question()).toBe("");
    expect(line.commands).toEqual([]);
  });

  it("lets choose whom, by F, and cites the act that was seen", () => {
    const { line } = table({ rules: { honour: true }, actions: { call_fault: [1, 2] } });
    press("f");
    tap(button("Tito", ".question"));
    tap(button("Reclamar", ".question"));
    expect(line.commands).toEqual([{ t: "call_fault", accused: 2, act: 4 }]);
  });

  it("is let go of when the play is over", () => {
    const { line } = table({ rules: { honour: true }, actions: { call_fault: [1, 2] } });
    tap(plate("Bruno"));
    step(shown, { pile: { top: "5H", cards: 4 }, seats: { "1": { cards: 4 } } }, [{ t: "fault_called", seat: 2, accused: 1, fault: "wrong_card" }]);
    expect(question()).toBe("");
    expect(said("polite")).toBe("Tito reclama: la carta de Bruno no iba.");
    expect(line.commands).toEqual([]);
  });
});

describe("honour mode", () => {
  it("does not tell which cards fit", () => {
    table({ rules: { honour: true } });
    expect(document.querySelectorAll(".card.ok")).toHaveLength(0);
    expect(card("9H").getAttribute("aria-label")).not.toContain("se puede jugar");
    expect(document.querySelectorAll(".card.idle")).toHaveLength(0);
  });

  const early: Wish = { rules: { honour: true }, turn: { seat: 1 }, hand: ["7C", "8H"], actions: { play: ["7C", "8H"], suit_with: ["8H"], suits: ["C", "D", "H", "S"], suit_free: true, out_of_turn: true } };

  it("asks once more before a card is played out of turn", () => {
    const { line } = table(early);
    tap(card("7C"));
    tap(button("Fuera de turno"));
    expect(line.commands).toEqual([]);
    expect(question()).toContain("Todavía no te toca");
    tap(button("Jugarla igual", ".question"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "7C" }]);
  });

  it("never plays out of turn by a second tap on the card", () => {
    const { line } = table(early);
    tap(card("7C"));
    tap(card("7C"));
    expect(line.commands).toEqual([]);
    expect(question()).toBe("");
  });

  it("lets a wild go without a suit", () => {
    const { line } = table({ ...early, turn: {} });
    tap(card("8H"));
    tap(card("8H"));
    tap(button("Sin pedir", ".chooser"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "8H" }]);
  });

  it("lets the suit be named later, or not", () => {
    const { line } = table({ rules: { honour: true }, turn: { seat: 1 }, actions: { play: [], name: true, suits: ["C", "D", "H", "S"] }, more: { pile: { top: "8S", suit: "S", cards: 5, unnamed: true } } });
    expect(text(".demand")).toBe("sin palo pedido");
    expect(text(".turn")).toContain("cualquier carta");
    tap(button("Pedir palo", ".mine"));
    tap(button("Diamantes", ".suits"));
    expect(line.commands).toEqual([{ t: "name", turn: 7, suit: "D" }]);
  });

  it("waits for a suit that was demanded, from whoever owes it", () => {
    table({ rules: { honour: true }, turn: { seat: 1, naming: true, namer: 0 }, actions: { play: [], name: true, suits: ["C", "D", "H", "S"] } });
    expect(text(".turn h1")).toBe("Te toca");
    expect(document.querySelector(".chooser")).not.toBeNull();
    press("Escape");
    expect(document.querySelector(".chooser")).not.toBeNull();
  });

  it("does not give me the turn while another owes a suit", () => {
    table({ rules: { honour: true }, turn: { seat: 0, naming: true, namer: 1 }, actions: { play: [] } });
    expect(text(".turn h1")).toBe("Juega Bruno");
    expect(text(".acts .play")).toBe("Espera tu turno");
  });
});

describe("a penalty in two goes", () => {
  it("says what the first draw takes, and then the rest", () => {
    table({ actions: { play: [], draw: 1 }, more: { pending: 6 } });
    expect(text(".acts .draw")).toBe("Robar la primera");
    step(shown, { turn: { paid: 1 }, own: { actions: { draw: 5 } } });
    expect(text(".turn h1")).toBe("Te faltan 5");
    expect(text(".acts .draw")).toBe("Robar las 5 que faltan");
  });
});

it("says that one may play again or pass", () => {
  table({ turn: { again: true }, actions: { passing: true } });
  expect(text(".turn")).toContain("Otra vez");
  expect(text(".turn")).toContain("o pasa");
  expect(button("Pasar").getAttribute("aria-disabled")).toBe("false");
});

describe("belts", () => {
  it("are asked for in the wheel's order, and counted", () => {
    const { line } = table({ rules: { pack: "jiujitsu", wild: ["+5", "EL"] }, hand: ["b7#0", "k2#1", "k9#0", "EL#3"], actions: { suit_with: ["EL#3"], suits: ["b", "p", "n", "k"] }, more: { pile: { top: "n6#0", suit: "n", cards: 9, ranks: ["6", "+5", "EL"] } } });
    expect(text(".ask")).toBe("marrón,o un 6, o una roja");
    tap(card("EL#3"));
    tap(card("EL#3"));
    expect([...document.querySelectorAll(".suit")].map((one) => (one.textContent ?? "").replace(/\s+/g, " ").trim())).toEqual(["Marróntienes 0", "Azultienes 1", "Negrotienes 2", "Moradotienes 0"]);
    expect(document.querySelector(".chooser .free")).toBeNull();
    tap(button("Morado", ".suits"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "EL#3", suit: "p" }]);
  });
});

describe("seats apart", () => {
  it("lie upside down with their place, or without a letter's right way up", () => {
    table({ more: { seats: { "0": { holder: "person", person: 1, playing: true, cards: 2 }, "1": { holder: "person", person: 2, playing: true, place: 1 }, "2": { holder: "robot", robot: "tito", playing: true, eliminated: true } } } });
    const [bruno, tito] = [...document.querySelectorAll(".seat")];
    expect(bruno?.querySelector(".plate.over")?.textContent).toBe("1.º");
    expect(tito?.querySelector(".plate.head")).not.toBeNull();
    expect(tito?.textContent).toContain("fuera");
    expect(document.querySelector(".seat .count")).toBeNull();
  });

  it("of my own have no hand, but a word", () => {
    table({ hand: [], more: { seats: { "0": { holder: "person", person: 1, playing: true, place: 2 }, "1": { playing: true, cards: 3, person: 2, holder: "person" } } } });
    expect(text(".rest")).toBe("Ya saliste: 2.º puesto. Los demás siguen.");
    expect(document.querySelector(".acts")).toBeNull();
  });
});

describe("the clock of a turn", () => {
  const timed = (left_s: number, seat = 0): Wish => ({ rules: { turn_seconds: 60 }, turn: { seat, ends_at_ms: Date.now() + left_s * 1000 } });

  it("shows the seconds that are left, and says once that there are ten", () => {
    vi.useFakeTimers();
    table(timed(30));
    expect(text(".clock")).toBe("30");
    vi.advanceTimersByTime(19_000);
    flushSync();
    expect(said("urgent")).toBe("");
    vi.advanceTimersByTime(1_500);
    flushSync();
    expect(said("urgent")).toBe("Quedan 10 segundos.");
    expect(text(".clock")).toBe("10");
  });

  it("hurries nobody whose turn it is not", () => {
    vi.useFakeTimers();
    table(timed(12, 1));
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(said("urgent")).toBe("");
  });
});

describe("the cut for the deal", () => {
  const news = [{ t: "cut" as const, cards: [[0, "4S"], [1, "AH"], [2, "KD"]] as [number, string][], dealer: 1 }, { t: "dealt" as const, round: 1, dealer: 1, first: 0, direction: "left" as const, top: "7H" }];

  it("is shown to all until it has been seen", () => {
    table({});
    step(shown, { round: 1, dealer: 1, cut: [[0, "4S"], [1, "AH"], [2, "KD"]] }, news);
    expect(text(".cut h2")).toBe("Reparte Bruno");
    expect(document.querySelectorAll(".cut li")).toHaveLength(3);
    tap(button("Vale", ".cut"));
    expect(document.querySelector(".cut")).toBeNull();
  });

  it("is no news to who comes later", () => {
    table({ more: { round: 1, dealer: 1, cut: [[0, "4S"], [1, "AH"]] } });
    expect(document.querySelector(".cut")).toBeNull();
  });
});

describe("the top of the page", () => {
  it("says what is played, of how many packs, and how far", () => {
    table({ rules: { preset: "familiar", packs: 2, scoring: "losers_add", target: 100 } });
    expect(text(".bar .name small")).toBe("Familiar con 2 barajas · ronda 2 · hasta 100");
  });

  it("does not speak of a single pack", () => {
    table({ rules: { preset: "familiar", scoring: "losers_add", target: 100 } });
    expect(text(".bar .name small")).toBe("Familiar · ronda 2 · hasta 100");
  });
});

describe("the end of a round", () => {
  const over = (rules: Partial<RulesView>, more: Partial<View>, seats: View["seats"]): Shown => table({ rules, more: { phase: "between", result: { how: "out", round: 2, winner: 1, gained: 0 }, seats, ...more } });
  const seats = (one: object, two: object): View["seats"] => ({ "0": { holder: "person", person: 1, playing: true, ...one }, "1": { holder: "person", person: 2, playing: true, ...two } });
  const rows = (): string[] => [...document.querySelectorAll(".score")].map((row) => [...row.children].map((cell) => cell.textContent?.trim()).filter(Boolean).join(" "));

  it("puts the lowest first where losers add, with what was added", () => {
    over({ scoring: "losers_add", lowest_wins: true, target: 100 }, { result: { how: "out", round: 2, winner: 1, hands: { "0": { cards: ["9H"], points: 9, gained: 9 } } } }, seats({ points: 30 }, { points: 12 }));
    expect(rows()).toEqual(["1 Bruno 12", "2 Tú 30 +9"]);
    expect(text(".napkin header p")).toBe("No suma nada; los demás, lo que tienen en la mano.");
  });

  it("takes off a hundred, and names who is over the limit", () => {
    over({ scoring: "elimination", lowest_wins: true, limit: 150 }, { result: { how: "out", round: 2, winner: 1, gained: -100, eliminated: [0], hands: { "0": { cards: ["9H"], points: 9, gained: 9 } } } }, seats({ points: 160, eliminated: true }, { points: -70 }));
    expect(rows()).toEqual(["1 Bruno −70 −100", "– Tú 160 fuera"]);
    expect(text(".napkin header")).toContain("Quedas fuera de la partida.");
  });

  it("gives nobody who is out a place while the others play on, and names them apart", () => {
    const result = { how: "out" as const, round: 2, winner: 1, gained: -100, eliminated: [0, 2] };
    const three = { ...seats({ points: 260, eliminated: true }, { points: -70 }), "2": { holder: "robot" as const, robot: "tito", playing: true, points: 160, eliminated: true } };
    over({ scoring: "elimination", lowest_wins: true, limit: 150 }, { result }, three);
    expect(rows()).toEqual(["1 Bruno −70 −100", "– Tito 160 fuera", "– Tú 260 fuera"]);
    expect(text(".napkin header")).toContain("Quedas fuera de la partida, como Tito.");
  });

  it("tells whoever has just left the match of it as of oneself", () => {
    table({});
    const left = { "0": { holder: null, person: null, cards: null } } as unknown as View["seats"];
    const end = { how: "abandoned" as const, winner: 1, loser: 0, places: { "0": 3, "1": 1, "2": 2 } };
    step(shown, { phase: "over", own: null, turn: null, pile: null, seats: left, end } as unknown as Partial<View>, [{ t: "match_over", how: "abandoned", winner: 1, loser: 0 }]);
    expect(text(".napkin header")).toContain("Dejaste la partida.");
    expect(said("urgent")).toContain("Dejas la partida. Aquí termina.");
  });

  it("counts down by the size of the next deal", () => {
    over({ scoring: "countdown" }, {}, seats({ size: 3 }, { size: 2 }));
    expect(rows()).toEqual(["1 Bruno reparto de 2", "2 Tú reparto de 3"]);
    expect(text(".napkin header p")).toBe("En su próximo reparto recibe 2.");
  });

  it("tells places alone where nothing else counts", () => {
    over({ scoring: "places" }, { phase: "over", result: { how: "last", round: 1, winner: 1, outs: [1, 0], hands: { "0": { cards: ["9H"], points: 9 } } }, end: { how: "places", winner: 1, places: { "0": 2, "1": 1 } } }, seats({}, {}));
    expect(rows()).toEqual(["1.º Bruno", "2.º Tú"]);
    expect(text(".napkin h1")).toBe("Bruno gana la partida");
    expect(text(".sum")).toBe("");
  });
});

describe("the rules of the table", () => {
  it("are one touch away, and stay open when the menu that led there is gone", async () => {
    HTMLDialogElement.prototype.close = function (): void {
      this.open = false;
      setTimeout(() => this.dispatchEvent(new Event("close")));
    };
    table({});
    tap(document.querySelector('.bar button[aria-label="Menú"]') as HTMLElement);
    tap(button("Como en tu casa", ".sheet"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    flushSync();
    expect(text(".sheet h2")).toBe("Como en tu casa");
    tap(document.querySelector('.sheet [aria-label="Cerrar"]') as HTMLElement);
    expect(document.querySelector(".sheet")).toBeNull();
    tap(document.querySelector('.bar button[aria-label="Como en tu casa"]') as HTMLElement);
    expect(text(".sheet h2")).toBe("Como en tu casa");
  });
});

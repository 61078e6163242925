import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { News, View } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { button, card, press, said, show, step as stepOn, tap, text, type Line, type Shown } from "./harness";

const HAND = ["3S", "8S", "4H", "7C"];
const myTurn: View = {
  table: "t",
  phase: "round",
  rules: { preset: "especiales", target: 100, wild: ["8"] },
  host: 0,
  match: 1,
  round: 2,
  direction: "right",
  seats: {
    "0": { holder: "person", person: 1, playing: true, cards: 4, points: 5 },
    "1": { holder: "person", person: 2, playing: true, cards: 3 },
    "2": { holder: "robot", robot: "tito", playing: true, cards: 1 },
  },
  turn: { seat: 0, number: 7, since_ms: 1 },
  pile: { top: "7H", suit: "H", cards: 5, ranks: ["7", "8"] },
  stock: 20,
  own: {
    seat: 0,
    hand: HAND,
    actions: { play: ["8S", "4H", "7C"], suit_with: ["8S"], suits: ["C", "D", "H", "S"], draw: 1, abandon: true },
    why: { play: "does_not_match", passing: "cannot_pass", ranks: ["7", "8"], suit: "H" },
  },
};

let line: Line;
let shown: Shown;

beforeEach(() => {
  shown = show(myTurn, { "1": "Ana", "2": "<img src=x onerror=alert(1)>" });
  line = shown.line;
});

afterEach(() => shown.clear());

const cloth = (): string => text(".lately");

async function writes(words: string): Promise<void> {
  document.querySelector<HTMLButtonElement>('[aria-label^="Charla"]')?.click();
  flushSync();
  const field = document.querySelector<HTMLInputElement>("form .field") as HTMLInputElement;
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.form?.requestSubmit();
  flushSync();
  await Promise.resolve();
}

describe("talking", () => {
  it("is told there why a line was not said, and the line stays", async () => {
    await writes("hola");
    await line.refuses("muted");
    await vi.waitFor(() => expect(document.querySelector(".chat [role=alert]")?.textContent ?? "").toContain("te quitó la palabra"));
    expect(document.querySelector<HTMLInputElement>("form .field")?.value).toBe("hola");
  });

  it("is told when somebody may not write any more, or nobody watch", () => {
    const people = { t: "people", names: { "1": "Ana", "2": "Beto" }, title: "" } as const;
    shown.table.take({ ...people, muted: [2] });
    flushSync();
    expect(cloth()).toContain("Beto ya no tiene la palabra");
    shown.table.take({ ...people, muted: [1], watching_off: true });
    flushSync();
    for (const words of ["Beto vuelve a tener la palabra", "Ya no tienes la palabra", "nadie puede mirar"]) expect(cloth()).toContain(words);
  });

  it("has no field for who may not write, but says why", () => {
    shown.table.take({ t: "people", names: { "1": "Ana" }, title: "", muted: [1] });
    document.querySelector<HTMLButtonElement>('[aria-label^="Charla"]')?.click();
    flushSync();
    expect(document.querySelector("form .field")).toBeNull();
    expect(document.querySelector(".chat .note")?.textContent).toContain("te quitó la palabra");
  });
});

function step(patch: Record<string, unknown>, news: News[] = []): void {
  stepOn(shown, patch, news);
}

describe("playing", () => {
  it("takes one tap to choose and a second to play", () => {
    tap(card("7C"));
    expect(card("7C").getAttribute("aria-selected")).toBe("true");
    expect(line.commands).toEqual([]);
    tap(card("7C"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "7C" }]);
  });

  it("takes a single tap where its person wants that", () => {
    settings.oneTap = true;
    tap(card("7C"));
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "7C" }]);
  });

  it("shows the card on the pile while it is not confirmed, and takes it back if it is refused", async () => {
    tap(card("7C"));
    tap(button("Jugar"));
    expect(card("7C")).toBeNull();
    expect(document.querySelector(".coming")).not.toBeNull();
    await line.refuses("stale");
    expect(card("7C")).not.toBeNull();
    expect(document.querySelector(".coming")).toBeNull();
    expect(cloth()).toContain("La mesa avanzó");
  });

  it("asks for the suit on the cloth, and lets go of it", () => {
    tap(card("8S"));
    tap(card("8S"));
    const choices = [...document.querySelectorAll<HTMLElement>(".suit")];
    expect(choices.map((one) => one.querySelector("b")?.textContent)).toEqual(["Corazones", "Diamantes", "Tréboles", "Picas"]);
    expect(document.activeElement).toBe(choices.find((one) => one.classList.contains("best")));
    press("Escape");
    expect(document.querySelector(".chooser")).toBeNull();
    expect(line.commands).toEqual([]);
  });

  it("names the suit with a letter of its word", () => {
    tap(card("8S"));
    tap(card("8S"));
    press("c");
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "8S", suit: "H" }]);
  });

  it("says why a card does not serve, and sends nothing", () => {
    tap(card("3S"));
    expect(cloth()).toContain("No va el 3 de picas sobre el 7 de corazones");
    expect(said("urgent")).toContain("No va el 3 de picas");
    tap(card("3S"));
    expect(line.commands).toEqual([]);
  });

  it("draws once for two quick clicks", () => {
    tap(button("Robar"));
    tap(button("Robar"));
    expect(line.commands).toEqual([{ t: "draw", turn: 7 }]);
    expect(button("Robar").getAttribute("aria-disabled")).toBe("true");
  });

  it("keeps a card that was chosen before the turn came", () => {
    step({ turn: { seat: 1 }, own: { actions: { play: null, suit_with: null, draw: null }, why: { play: "not_your_turn" } } });
    tap(card("7C"));
    tap(button("Espera"));
    expect(cloth()).toBe("Todavía no te toca. Tu carta queda elegida.");
    step({ turn: { seat: 0, number: 9 }, own: { actions: { play: ["7C"] } } }, [{ t: "turn", seat: 0 }]);
    tap(button("Jugar 7"));
    expect(line.commands).toEqual([{ t: "play", turn: 9, card: "7C" }]);
  });
});

describe("by the keyboard", () => {
  it("has one stop for the whole hand, and arrows in it", () => {
    expect([...document.querySelectorAll('[role="option"][tabindex="0"]')]).toHaveLength(1);
    press("ArrowRight");
    press("ArrowRight");
    expect(document.activeElement).toBe(card("8S"));
    press("ArrowDown");
    expect(document.activeElement).toBe(card("4H"));
    press("End");
    expect(document.activeElement).toBe(card("7C"));
    press("Enter");
    press("Enter");
    expect(line.commands).toEqual([{ t: "play", turn: 7, card: "7C" }]);
  });

  it("keeps the focus when others play, and gives it to the neighbour of a card that goes", () => {
    card("4H").focus();
    step({ seats: { "1": { cards: 2 } }, pile: { top: "9H", cards: 6 } }, [{ t: "played", seat: 1, card: "9H", left: 2 }]);
    expect(document.activeElement).toBe(card("4H"));
    step({ own: { hand: ["3S", "8S", "7C"] } });
    expect(document.activeElement).toBe(card("7C"));
  });

  it("draws with R, and answers questions aloud", () => {
    press("o");
    expect(said("polite")).toContain("3 cartas");
    press("j");
    expect(said("polite")).toContain("Puedes jugar 8 de picas, 4 de corazones y 7 de tréboles");
    press("r");
    expect(line.commands).toEqual([{ t: "draw", turn: 7 }]);
  });
});

describe("telling", () => {
  it("is one polite sentence for each event", () => {
    step({ seats: { "2": { cards: 0 } } }, [{ t: "played", seat: 2, card: "9H", left: 1 }, { t: "turn", seat: 0 }]);
    expect(said("polite")).toBe("Tito juega el 9 de corazones. Le queda una.");
    step({});
    expect(said("polite")).toBe("Tito juega el 9 de corazones. Le queda una.");
  });

  it("names cards with what can be done with them", () => {
    expect(card("8S").getAttribute("aria-label")).toBe("8 de picas, se puede jugar, 2 de 4");
    expect(card("3S").getAttribute("aria-label")).toBe("3 de picas, 1 de 4");
  });

  it("marks what was drawn until the next turn of one's own", () => {
    step({ own: { hand: [...HAND, "KD"], drawn: ["KD"] } }, [{ t: "drew", seat: 0, cards: 1, own: ["KD"] }]);
    expect(card("KD").classList).toContain("fresh");
    step({ turn: { seat: 1, number: 8 }, own: { drawn: null } }, [{ t: "turn", seat: 1 }]);
    expect(card("KD").classList).toContain("fresh");
    step({ turn: { seat: 0, number: 9 } }, [{ t: "turn", seat: 0 }]);
    expect(card("KD").classList).not.toContain("fresh");
  });

  it("shows markup in names as letters", () => {
    expect(document.body.querySelector("img")).toBeNull();
    expect(document.body.textContent).toContain("<img src=x onerror=alert(1)>");
  });
});

describe("the end of a round", () => {
  const over = { phase: "between", turn: null, pile: null, result: { how: "out", round: 2, winner: 2, gained: 11, hands: { "0": { cards: ["4H", "7C"], points: 11 } } }, own: { hand: null, actions: { play: null, suit_with: null, suits: null, draw: null, next_round: true } } };

  it("is told at once, with what was left and the way on", () => {
    step(over, [{ t: "played", seat: 2, card: "9H", left: 0 }, { t: "round_over", how: "out", round: 2, winner: 2, gained: 11 }]);
    expect(document.querySelector(".napkin h1")?.textContent).toBe("Tito se quedó sin cartas");
    expect(document.activeElement).toBe(document.querySelector(".napkin h1"));
    expect(said("urgent")).toBe("Tito gana la ronda y recoge 11 puntos.");
    const again = [...document.querySelectorAll<HTMLElement>(".napkin button")].find((one) => one.textContent === "Otra ronda") as HTMLElement;
    tap(again);
    tap(again);
    expect(line.commands).toEqual([{ t: "next_round", match: 1, round: 2 }]);
  });

  it("says nothing of a round that somebody else began first", async () => {
    step(over, []);
    tap([...document.querySelectorAll<HTMLElement>(".napkin button")].find((one) => one.textContent === "Otra ronda") as HTMLElement);
    await line.refuses("round_running");
    expect(document.querySelector(".napkin")?.textContent).not.toContain("Termínala");
  });
});

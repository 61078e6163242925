import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actions, Command, News, View } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { AUTO_PASS_MS, AutoPass, onlyPass } from "./autoPass";
import { keyAction } from "./keys";
import { sorted } from "./sorting";
import { soundsOf } from "./sound";
import { pageTitle } from "./title";

function view(actions: Actions, { seat = 0, number = 7, phase = "round" as View["phase"] } = {}): View {
  return { table: "t", phase, rules: { preset: "clasico" }, host: 0, seats: {}, turn: { seat, number, since_ms: 1 }, own: { seat: 0, actions } };
}

beforeEach(() => {
  settings.language = "es";
});

describe("the tab", () => {
  it("says whose turn it is, from the view alone", () => {
    expect(pageTitle(view({}), "Los viernes")).toBe("● Te toca · Los viernes");
    expect(pageTitle(view({}, { seat: 1 }), "Los viernes")).toBe("Los viernes · Ochos Locos");
    expect(pageTitle(view({}, { phase: "between" }), "Los viernes")).toBe("Fin de ronda · Los viernes");
    expect(pageTitle(view({}, { phase: "over" }), "Los viernes")).toBe("Partida terminada · Los viernes");
    expect(pageTitle(null, "")).toBe("La mesa · Ochos Locos");
  });

  it("calls nobody who only watches", () => {
    const { own: _own, ...watched } = view({});
    expect(pageTitle(watched, "x")).not.toContain("Te toca");
  });
});

describe("passing by itself", () => {
  let sent: Command[];
  let auto: AutoPass;
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    auto = new AutoPass((command) => sent.push(command));
  });
  afterEach(() => {
    auto.stop();
    vi.useRealTimers();
  });

  it("passes after a fixed while when nothing else can be done", () => {
    auto.look(view({ passing: true }), true);
    vi.advanceTimersByTime(AUTO_PASS_MS - 1);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([{ t: "pass", turn: 7 }]);
  });

  it.each([
    ["a card can be played", { passing: true, play: ["7H"] }],
    ["a card can be drawn", { passing: true, draw: 1 }],
    ["passing is not allowed", {}],
  ])("does nothing when %s", (_why, actions) => {
    auto.look(view(actions as Actions), true);
    vi.advanceTimersByTime(10 * AUTO_PASS_MS);
    expect(sent).toEqual([]);
  });

  it("does nothing unless it is wanted", () => {
    auto.look(view({ passing: true }), false);
    vi.advanceTimersByTime(10 * AUTO_PASS_MS);
    expect(sent).toEqual([]);
  });

  it("lets go when the turn has moved on, or the setting is taken back", () => {
    auto.look(view({ passing: true }), true);
    auto.look(view({ passing: true }, { seat: 1, number: 8 }), true);
    vi.advanceTimersByTime(10 * AUTO_PASS_MS);
    auto.look(view({ passing: true }, { number: 9 }), true);
    auto.look(view({ passing: true }, { number: 9 }), false);
    vi.advanceTimersByTime(10 * AUTO_PASS_MS);
    expect(sent).toEqual([]);
  });

  it("passes once, however often the view is drawn", () => {
    for (let times = 0; times < 5; times += 1) auto.look(view({ passing: true }), true);
    vi.advanceTimersByTime(10 * AUTO_PASS_MS);
    expect(sent).toHaveLength(1);
  });

  it("is not for those who watch", () => {
    const { own: _own, ...watched } = view({ passing: true });
    expect(onlyPass(watched)).toBe(false);
    expect(onlyPass(null)).toBe(false);
  });
});

describe("the hand's order", () => {
  const hand = ["7C", "KD", "4H", "TS", "AH"];
  it("is by suit, by rank or as the cards came", () => {
    expect(sorted(hand, "suit")).toEqual(["TS", "AH", "4H", "7C", "KD"]);
    expect(sorted(hand, "rank")).toEqual(["AH", "4H", "7C", "TS", "KD"]);
    expect(sorted(hand, "dealt")).toEqual(hand);
  });
  it("keeps the copies of a face apart", () => {
    expect(sorted(["7H#1", "7H#0"], "suit")).toEqual(["7H#0", "7H#1"]);
  });
});

describe("keys", () => {
  const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent => new KeyboardEvent("keydown", { key, ...more });
  const pressedIn = (tag: string, key: string): KeyboardEvent => {
    const event = press(key);
    Object.defineProperty(event, "target", { value: document.createElement(tag) });
    return event;
  };

  it("are one letter for one question", () => {
    expect(["r", "p", "t", "m", "j", "o", "s", "l", "?", "/"].map((key) => keyAction(press(key), true))).toEqual(["draw", "pass", "turn", "hand", "can", "others", "score", "lately", "help", "write"]);
    expect(keyAction(press("R"), true)).toBe("draw");
  });
  it("name a card by its place", () => {
    expect(keyAction(press("3"), true)).toEqual({ place: 3 });
    expect(keyAction(press("0"), true)).toEqual({ place: 10 });
  });
  it("leave writing, the browser's own keys and Tab alone", () => {
    expect(keyAction(pressedIn("input", "r"), true)).toBeUndefined();
    expect(keyAction(press("r", { ctrlKey: true }), true)).toBeUndefined();
    expect(keyAction(press("Tab"), true)).toBeUndefined();
    expect(keyAction(pressedIn("button", "Enter"), true)).toBeUndefined();
  });
  it("of one letter can be switched off; arrows stay", () => {
    expect(keyAction(press("r"), false)).toBeUndefined();
    expect(keyAction(press("ArrowLeft"), false)).toBe("left");
  });
});

describe("sounds", () => {
  const of = (...news: News[]): string[] => soundsOf(news, 0, ["8"]);
  it("tell plays, eights, penalties and one's own turn apart", () => {
    expect(of({ t: "played", seat: 1, card: "7H", left: 3 }, { t: "turn", seat: 0 })).toEqual(["play", "turn"]);
    expect(of({ t: "played", seat: 1, card: "8H", left: 1, suit: "S" }, { t: "turn", seat: 2 })).toEqual(["eight", "last"]);
    expect(of({ t: "turn", seat: 0, pending: 2 })).toEqual(["penalty", "turn"]);
  });
  it("call nobody who watches", () => {
    expect(soundsOf([{ t: "turn", seat: -1 as number }], -1, [])).toEqual([]);
  });
});

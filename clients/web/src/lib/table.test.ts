import { beforeEach, describe, expect, it } from "vitest";
import type { Answer, Connection, Options } from "./connection";
import type { Command, ServerFrame, View } from "./protocol";
import { TableState } from "./table.svelte";

/** A connection whose answers the test gives. */
class Line {
  answers: ((answer: Answer) => void)[] = [];
  commands: Command[] = [];
  command(command: Command): { id: string; answer: Promise<Answer> } {
    this.commands.push(command);
    return { id: `id${this.commands.length}`, answer: new Promise((resolve) => this.answers.push(resolve)) };
  }
}

const view: View = {
  table: "t",
  phase: "round",
  rules: { preset: "clasico", wild: ["8"] },
  host: 0,
  seats: { "0": { holder: "person", person: 1, playing: true, cards: 2 }, "1": { holder: "robot", robot: "luna", playing: true, cards: 1 } },
  turn: { seat: 0, number: 3, since_ms: 1 },
  pile: { top: "9H", suit: "H", cards: 4, under: ["3H"], ranks: ["9", "8"] },
  own: { seat: 0, hand: ["7H", "2C"], actions: { play: ["7H"] } },
};

let line: Line;
let table: TableState;
const take = (frame: ServerFrame): void => table.take(frame);

beforeEach(() => {
  sessionStorage.clear();
  line = new Line();
  table = new TableState("t", "", (_options: Options) => line as unknown as Connection);
  take({ t: "snapshot", version: 4, tag: "a", at_ms: 1, view });
});

describe("the view", () => {
  it("is the snapshot, moved on by steps", () => {
    take({ t: "step", version: 5, tag: "b", at_ms: 2, patch: { seats: { "0": { cards: 1 } }, own: { hand: ["2C"], actions: { play: null } } } });
    expect(table.view?.seats["0"]?.cards).toBe(1);
    expect(table.view?.own?.actions).toEqual({});
    expect(table.version).toBe(5);
  });

  it("keeps how the table lay when a round ends, with its last card on the pile", () => {
    const news = [{ t: "played" as const, seat: 1, card: "9C", left: 0 }, { t: "round_over" as const, how: "out" as const, round: 1, winner: 1, gained: 9 }];
    take({ t: "step", version: 5, tag: "b", at_ms: 2, patch: { phase: "between", pile: null, turn: null }, news });
    expect(table.view?.pile).toBeUndefined();
    expect(table.lastRound?.pile).toMatchObject({ top: "9C", under: ["9H", "3H"], cards: 5 });
    expect(table.lastRound?.seats["1"]?.cards).toBe(0);
  });
});

describe("the story", () => {
  it("grows with the news, and says who sat where when it happened", () => {
    take({ t: "step", version: 5, tag: "b", at_ms: 2, patch: { seats: { "1": { holder: null, robot: null } } }, news: [{ t: "left", seat: 1, robot: "luna" }] });
    expect(table.log).toHaveLength(1);
    expect(table.log[0]?.who?.["1"]).toEqual({ robot: "luna" });
  });

  it("outlives a reload, but not another history", () => {
    take({ t: "step", version: 5, tag: "b", at_ms: 2, patch: {}, news: [{ t: "passed", seat: 1 }] });
    const again = new TableState("t", "", () => line as unknown as Connection);
    expect(again.log).toHaveLength(1);
    again.take({ t: "snapshot", version: 4, tag: "z", at_ms: 1, view });
    expect(again.log).toEqual([]);
  });
});

describe("a command", () => {
  it("waits until the view shows it, whichever of answer and step comes first", async () => {
    const sent = table.send({ t: "play", turn: 3, card: "7H" });
    expect(table.waiting).toHaveLength(1);
    line.answers[0]?.({ t: "ack", id: "id1", version: 5 });
    await sent;
    expect(table.waiting).toHaveLength(1);
    take({ t: "step", version: 5, tag: "b", at_ms: 2, patch: {} });
    expect(table.waiting).toEqual([]);

    const next = table.send({ t: "draw", turn: 4 });
    take({ t: "step", version: 6, tag: "c", at_ms: 3, patch: {} });
    line.answers[1]?.({ t: "ack", id: "id2", version: 6 });
    await next;
    expect(table.waiting).toEqual([]);
  });

  it("that is refused comes back at once, with its reason", async () => {
    const sent = table.send({ t: "play", turn: 3, card: "2C" });
    line.answers[0]?.({ t: "refused", id: "id1", code: "does_not_match", facts: { card: "2C" } });
    await sent;
    expect(table.waiting).toEqual([]);
    expect(table.refusal).toMatchObject({ code: "does_not_match", facts: { card: "2C" } });
  });
});

it("keeps each line of the talk once, in order", () => {
  take({ t: "chat", lines: [{ n: 2, person: 1, at_ms: 2, text: "b" }, { n: 1, person: 1, at_ms: 1, text: "a" }] });
  take({ t: "chat", lines: [{ n: 2, person: 1, at_ms: 2, text: "b" }, { n: 3, person: 1, at_ms: 3, text: "c" }] });
  expect(table.chat.map((said) => said.text)).toEqual(["a", "b", "c"]);
});

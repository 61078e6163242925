import { describe, expect, it } from "vitest";
import type { Actions, View } from "../lib/protocol";
import { chairsOf, freeSeats, removal, sitting, start } from "./chairs";

const lobby = (own?: { seat: number; actions?: Actions }): View => ({
  table: "t", phase: "lobby", rules: { preset: "clasico" }, host: 0,
  seats: { "0": { holder: "person", person: 1 }, "1": { holder: "robot", robot: "tito" }, "2": { holder: "person", person: 2 }, "3": {} },
  ...(own ? { own } : {}),
});
const here = { online: { "0": true, "2": true }, maySit: false };

describe("the chairs of the lobby", () => {
  it("tell the host, robots, people, who is away and what is free", () => {
    expect(chairsOf(lobby({ seat: 2 }), here).map(({ state }) => state)).toEqual(["host", "robot", "here", "free"]);
    expect(chairsOf(lobby({ seat: 2 }), { ...here, online: {} }).map(({ state }) => state)).toEqual(["away", "robot", "here", "free"]);
  });

  it("stand in the order of their numbers, also from ten on", () => {
    const view = lobby();
    view.seats = { "10": {}, "2": {}, "0": {} };
    expect(chairsOf(view, here).map(({ seat }) => seat)).toEqual([0, 2, 10]);
  });

  it("let the host do what the view's actions say, and only that", () => {
    const chairs = chairsOf(lobby({ seat: 0, actions: { seats_to_fill: [3], removable: [1], swap: true } }), here);
    expect(chairs.filter(({ mayRobot }) => mayRobot).map(({ seat }) => seat)).toEqual([3]);
    expect(chairs.filter(({ mayRemove }) => mayRemove).map(({ seat }) => seat)).toEqual([1]);
    expect(chairs.every(({ mayMove }) => mayMove)).toBe(true);
  });

  it("let a guest who sits do nothing with the others", () => {
    const chairs = chairsOf(lobby({ seat: 2, actions: { leave: true } }), { ...here, maySit: true });
    expect(chairs.some(({ mayRobot, mayRemove, mayMove, maySit }) => mayRobot || mayRemove || mayMove || maySit)).toBe(false);
  });

  it("let somebody with the link take what is free", () => {
    const may = (maySit: boolean) => chairsOf(lobby(), { ...here, maySit }).filter((chair) => chair.maySit).map(({ seat }) => seat);
    expect(may(true)).toEqual([3]);
    expect(may(false)).toEqual([]);
  });

  it("count what is free", () => {
    expect(freeSeats(lobby())).toBe(1);
  });
});

describe("what is sent", () => {
  const chairs = chairsOf(lobby({ seat: 0 }), here);

  it("removes robots and people by their own commands", () => {
    expect(chairs.slice(1, 3).map(removal)).toEqual([{ t: "remove_robot", seat: 1 }, { t: "remove", seat: 2 }]);
  });

  it("starts the next match by its number", () => {
    expect(start(lobby())).toEqual({ t: "start", match: 1 });
    expect(start({ ...lobby(), match: 2 })).toEqual({ t: "start", match: 3 });
  });

  it("sits at a chosen seat or at any", () => {
    expect(sitting("k", "  Ana ", null)).toEqual({ t: "sit", invite: "k", name: "Ana" });
    expect(sitting("k", "Ana", 0)).toEqual({ t: "sit", invite: "k", name: "Ana", seat: 0 });
  });
});

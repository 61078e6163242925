import { describe, expect, it } from "vitest";
import { keyWish, type KeyWish } from "./keys";

const PLAYERS = [0, 2, 5];

function pressed(key: string, more: KeyboardEventInit = {}, letters = true, on?: HTMLElement): KeyWish {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  let wish: KeyWish = null;
  const target = on ?? document.body;
  target.addEventListener("keydown", (got) => (wish = keyWish(got, PLAYERS, letters)), { once: true });
  target.dispatchEvent(event);
  return wish;
}

function element(html: string): HTMLElement {
  const [tag = "div", type = ""] = html.split(" ");
  const made = document.createElement(tag);
  if (type) made.setAttribute("type", type);
  document.body.append(made);
  return made;
}

describe("keys of a replay", () => {
  it("step, go round once, and go to the ends", () => {
    const moves = ["ArrowLeft", "ArrowRight", "[", "]", "Home", "End"].map((key) => pressed(key));
    expect(moves).toEqual(["back", "forward", "lap_back", "lap_forward", "start", "end"].map((move) => ({ do: "move", move })));
  });

  it("run and stop by the space bar, but a button keeps its own space", () => {
    expect(pressed(" ")).toEqual({ do: "run" });
    expect(pressed(" ", {}, true, element("button"))).toBeNull();
  });

  it("open all hands by 0, and the hand of each player by their order", () => {
    expect(pressed("0")).toEqual({ do: "look", seat: -1 });
    expect(["1", "2", "3", "4"].map((key) => pressed(key))).toEqual([{ do: "look", seat: 0 }, { do: "look", seat: 2 }, { do: "look", seat: 5 }, null]);
  });

  it("take brackets that are typed with AltGr, and leave the browser its own keys", () => {
    expect(pressed("[", { ctrlKey: true, altKey: true })).toEqual({ do: "move", move: "lap_back" });
    expect(pressed("ArrowLeft", { altKey: true })).toBeNull();
    expect(pressed("1", { ctrlKey: true })).toBeNull();
    expect(pressed("]", { metaKey: true })).toBeNull();
  });

  it("leave single signs alone when the setting is off", () => {
    expect(["[", "]", "0", "1"].map((key) => pressed(key, {}, false))).toEqual([null, null, null, null]);
    expect(pressed("ArrowRight", {}, false)).toEqual({ do: "move", move: "forward" });
  });

  it("do not reach through a field, but work on the slider", () => {
    expect(pressed("1", {}, true, element("input text"))).toBeNull();
    expect(pressed("ArrowRight", {}, true, element("input range"))).toEqual({ do: "move", move: "forward" });
  });
});

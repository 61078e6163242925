/** What a key does while a match is watched again. */

import type { Move } from "./tape";

export type KeyWish = { do: "move"; move: Move } | { do: "run" } | { do: "look"; seat: number } | null;

const MOVES: Record<string, Move> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  "[": "lap_back",
  "]": "lap_forward",
  Home: "start",
  End: "end",
};

/** `players` are the seats that play, in order: 1 looks from the first, 0 opens all hands. */
export function keyWish(event: KeyboardEvent, players: readonly number[], letters: boolean): KeyWish {
  if (event.metaKey || isTyping(event.target)) return null;
  const move = MOVES[event.key];
  const sign = event.key === "[" || event.key === "]"; // typed with AltGr on many keyboards
  if (move && (sign ? letters : !plainless(event))) return { do: "move", move };
  if (plainless(event)) return null;
  if (event.key === " " && !isControl(event.target)) return { do: "run" };
  if (!letters || !/^[0-9]$/.test(event.key)) return null;
  if (event.key === "0") return { do: "look", seat: -1 };
  const seat = players[Number(event.key) - 1];
  return seat === undefined ? null : { do: "look", seat };
}

function plainless(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.altKey || event.shiftKey;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=range], [type=radio]), textarea, select");
}

// A space on a button presses it.
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary, select, label") !== null;
}

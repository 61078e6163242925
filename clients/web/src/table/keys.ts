/** One letter, one question; arrows travel; never Tab. */

export type KeyAction =
  | "left" | "right" | "up" | "down" | "first" | "last" | "enter" | "escape"
  | "draw" | "pass" | "announce" | "call" | "turn" | "hand" | "can" | "others" | "score" | "lately" | "write" | "help"
  | { place: number }; // of a card, from 1

const NAMED: Record<string, KeyAction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
  Enter: "enter",
  " ": "enter",
  Escape: "escape",
};

// What goes on while its key is held down.
const WALKS = new Set<KeyAction>(["left", "right", "up", "down"]);

const LETTERS: Record<string, KeyAction> = {
  r: "draw",
  p: "pass",
  u: "announce",
  f: "call",
  t: "turn",
  m: "hand",
  j: "can",
  o: "others",
  s: "score",
  l: "lately",
  "/": "write",
  "?": "help",
};

/** What a key means at the table; undefined where it is somebody else's. */
export function keyAction(event: KeyboardEvent, letters: boolean): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return undefined;
  const named = isReading(event.target) ? undefined : NAMED[event.key];
  if (event.repeat && !(named && WALKS.has(named))) return undefined;
  if (named === "enter") return isControl(event.target) ? undefined : named;
  if (named) return named;
  if (!letters) return undefined;
  if (/^[0-9]$/.test(event.key)) return { place: event.key === "0" ? 10 : Number(event.key) };
  return LETTERS[event.key.toLowerCase()];
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

// Arrows scroll a list that has the focus.
function isReading(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="log"]') !== null;
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && ["BUTTON", "A", "SUMMARY"].includes(target.tagName);
}

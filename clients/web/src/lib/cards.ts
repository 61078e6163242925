/** What is printed on a card, read off its code; no rule is known here. */

export const JOKER = "JK";
export const PLUS_FIVE = "+5";
export const CHOOSE = "EL";
const SUITLESS = [JOKER, PLUS_FIVE, CHOOSE];
const BELTS = "bpnk"; // colours of the jiu-jitsu pack, lowest first
/** Signs that neither a message nor an address can hold, and what stands for them there. */
const KEYS: Record<string, string> = { "+": "plus2", "~": "change", "!": "leap", "+5": "plus5" };
export const RED = "red"; // any red card, or the mark of one

/** The code without its copy: `7H#1` gives `7H`. */
export function faceOf(card: string): string {
  return card.split("#", 1)[0] ?? "";
}

/** Which copy of its face it is, from 0. */
export function copyOf(card: string): number {
  return Number(card.split("#")[1] ?? 0);
}

/** "T" of `TH`, "7" of `b7#1`, "+5" of `+5#3`. */
export function rankOf(card: string): string {
  const face = faceOf(card);
  if (SUITLESS.includes(face)) return face;
  return isBelt(face) ? face.slice(1) : face.slice(0, 1);
}

/** One letter; "" for a card that has none. */
export function suitOf(card: string): string {
  const face = faceOf(card);
  if (SUITLESS.includes(face)) return "";
  return isBelt(face) ? face.slice(0, 1) : face.slice(1, 2);
}

export function isBelt(faceOrSuit: string): boolean {
  return faceOrSuit !== "" && BELTS.includes(faceOrSuit[0] ?? "-");
}

export function isRed(card: string): boolean {
  return rankOf(card) === PLUS_FIVE || rankOf(card) === CHOOSE;
}

/** The rank as messages and drawings call it. */
export function rankKey(rank: string): string {
  return KEYS[rank] ?? rank;
}

/** Whether a card goes on anything without its face showing it, as an eight, a joker or a red one does. */
export function oddlyWild(card: string, wild: readonly string[]): boolean {
  const rank = rankOf(card);
  return wild.includes(rank) && !(rank === "8" && !isBelt(card)) && rank !== JOKER && !isRed(card);
}

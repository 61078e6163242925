/** The drawn faces: one sprite of symbols per design, put into the page once it is needed. */

import { copyOf, faceOf, isBelt, JOKER, rankKey, rankOf, RED, suitOf } from "../lib/cards";
import type { Design } from "../lib/settings.svelte";
import espanola from "./sprites/espanola.svg?url";
import francesa2 from "./sprites/francesa-2.svg?url";
import francesa4 from "./sprites/francesa-4.svg?url";
import jiujitsu from "./sprites/jiujitsu.svg?url";

/** A file of faces: a design of the French packs, or the jiu-jitsu pack, which has but one. */
export type Sprite = Design | "jiujitsu";

const ADDRESS: Record<Sprite, string> = { "francesa-4": francesa4, "francesa-2": francesa2, espanola, jiujitsu };
const PREFIX: Record<Sprite, string> = { "francesa-4": "f4", "francesa-2": "f2", espanola: "es", jiujitsu: "jj" };
const TRIES_MAX = 8;
const wanted = new Set<Sprite>();

/** Where a card's face is drawn, or a suit alone. */
export function spriteOf(design: Design, card: string): Sprite {
  const rank = rankOf(card);
  return isBelt(card) || card === RED || rank === "+5" || rank === "EL" ? "jiujitsu" : design;
}

/** Reference to a card's face; a copy (`7H#1`) looks like the others, but for the two jokers. */
export function faceRef(design: Design, card: string): string {
  const name = faceOf(card) === JOKER ? `${JOKER}-${copyOf(card) % 2}` : faceName(card);
  return `#${PREFIX[spriteOf(design, card)]}-${name}`;
}

function faceName(card: string): string {
  return spriteOf("espanola", card) === "jiujitsu" ? suitOf(card) + rankKey(rankOf(card)) : faceOf(card);
}

export function backRef(design: Design, colour: "pine" | "tomato"): string {
  return `#${PREFIX[design]}-back-${colour}`;
}

export function suitRef(design: Design, suit: string): string {
  return `#${PREFIX[spriteOf(design, suit)]}-suit-${suit}`;
}

/** Sees to it that the faces get into the page; asking again costs nothing. */
export function wantSprite(sprite: Sprite): void {
  if (wanted.has(sprite)) return;
  wanted.add(sprite);
  void load(sprite, 1);
}

async function load(sprite: Sprite, attempt: number): Promise<void> {
  try {
    insert(await spriteAt(ADDRESS[sprite]));
  } catch {
    if (attempt >= TRIES_MAX) wanted.delete(sprite); // the next card that is drawn asks again
    else setTimeout(() => void load(sprite, attempt + 1), Math.min(250 * 2 ** attempt, 8000));
  }
}

// The browser gives the file as a document: the content policy lets no string become markup.
function spriteAt(address: string): Promise<Element> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.overrideMimeType("image/svg+xml");
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (request.status === 200 && root?.nodeName === "svg") resolve(root);
      else reject(new Error(`${address}: ${request.status}`));
    };
    request.onerror = () => reject(new Error(`${address}: no answer`));
    request.open("GET", address);
    request.send();
  });
}

// Symbols inside a sprite that is not rendered lose their patterns, so it is there, without size.
function insert(root: Element): void {
  const sprite = document.importNode(root, true) as unknown as SVGSVGElement;
  for (const [name, value] of [["width", "0"], ["height", "0"], ["aria-hidden", "true"]] as const) sprite.setAttribute(name, value);
  sprite.style.position = "absolute";
  document.body.prepend(sprite);
}

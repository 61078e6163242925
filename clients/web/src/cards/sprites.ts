/** The drawn faces: one sprite of symbols per design, put into the page once it is needed. */

import type { Design } from "../lib/settings.svelte";
import espanola from "./sprites/espanola.svg?url";
import francesa2 from "./sprites/francesa-2.svg?url";
import francesa4 from "./sprites/francesa-4.svg?url";

const ADDRESS: Record<Design, string> = { "francesa-4": francesa4, "francesa-2": francesa2, espanola };
const PREFIX: Record<Design, string> = { "francesa-4": "f4", "francesa-2": "f2", espanola: "es" };
const TRIES_MAX = 8;
const wanted = new Set<Design>();

/** Reference to a card's face; a copy (`7H#1`) looks like the others. */
export function faceRef(design: Design, card: string): string {
  return `#${PREFIX[design]}-${card.split("#", 1)[0]}`;
}

export function backRef(design: Design, colour: "pine" | "tomato"): string {
  return `#${PREFIX[design]}-back-${colour}`;
}

export function suitRef(design: Design, suit: string): string {
  return `#${PREFIX[design]}-suit-${suit}`;
}

/** Sees to it that the design's faces get into the page; asking again costs nothing. */
export function wantSprite(design: Design): void {
  if (wanted.has(design)) return;
  wanted.add(design);
  void load(design, 1);
}

async function load(design: Design, attempt: number): Promise<void> {
  try {
    insert(await spriteAt(ADDRESS[design]));
  } catch {
    if (attempt >= TRIES_MAX) wanted.delete(design); // the next card that is drawn asks again
    else setTimeout(() => void load(design, attempt + 1), Math.min(250 * 2 ** attempt, 8000));
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

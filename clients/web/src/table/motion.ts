/** Moves of what is on the screen: from where it was to where it is. Only transform and opacity. */

import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";

/** Places by name ("stock", "pile", "plate:2", "hand:7H"), so that a move knows where it begins. */
export class Anchors {
  readonly #places = new Map<string, Element>();
  readonly #left = new Map<string, DOMRect>(); // where something was when it went
  turnFrom = ""; // the place whose turn it was before

  at(name: string): Attachment {
    return (element) => {
      this.#places.set(name, element);
      return () => {
        if (this.#places.get(name) === element) this.#places.delete(name);
      };
    };
  }

  element(name: string): Element | undefined {
    return this.#places.get(name);
  }

  rect(name: string): DOMRect | undefined {
    const found = this.#left.get(name) ?? this.#places.get(name)?.getBoundingClientRect();
    return found && found.width > 0 ? found : undefined;
  }

  /** Remembers where something is now, for the move that begins when it is gone. */
  keep(name: string): void {
    const rect = this.#places.get(name)?.getBoundingClientRect();
    if (rect) this.#left.set(name, rect);
  }

  forget(name: string): void {
    this.#left.delete(name);
  }
}

const KEY = Symbol("anchors");

/** The places of the table around; a component that stands alone gets its own. */
export function anchors(): Anchors {
  return getContext<Anchors | undefined>(KEY) ?? new Anchors();
}

export function setAnchors(made: Anchors = new Anchors()): Anchors {
  return setContext(KEY, made);
}

type Easing = "out" | "toss";

export interface Move {
  time: string; // name of a token, as "--m-play"
  easing?: Easing;
  delay?: number;
  turn?: number; // degrees that it comes to rest from
  shown?: boolean; // stays visible while it waits
}

/** Length of a move under the present choice of motion, ms. */
export function milliseconds(token: string): number {
  const time = rootToken(token); // 200ms; the built page says .2s
  return (parseFloat(time) || 0) * (/[^m]s$/.test(time) ? 1000 : 1);
}

export function travels(): boolean {
  return rootToken("--travel") !== "0";
}

function rootToken(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

/** Plays `element` from the rectangle to where it is. A running move of it ends at once. */
export function comeFrom(element: Element, from: DOMRect | undefined, move: Move): void {
  if (typeof element.animate !== "function") return;
  for (const running of element.getAnimations()) running.finish();
  const duration = milliseconds(move.time);
  if (duration === 0) return;
  const timing: KeyframeAnimationOptions = { duration, easing: easingOf(move.easing), delay: move.delay ?? 0, fill: move.shown ? "none" : "backwards" };
  if (!from || !travels()) {
    element.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    return;
  }
  const to = element.getBoundingClientRect();
  if (to.width === 0) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = Math.min(2, Math.max(0.3, from.width / to.width));
  const start = `translate(${x}px, ${y}px) scale(${scale}) rotate(${move.turn ?? 0}deg)`;
  element.animate([{ transform: start, opacity: move.shown === false ? 0.4 : 1 }, { transform: "none", opacity: 1 }], timing);
}

/** A short sign in place: a stamp, a bow, a swing. */
export function gesture(element: Element, frames: Keyframe[], time: string, easing: Easing = "toss"): void {
  const duration = milliseconds(time);
  if (duration === 0 || !travels() || typeof element.animate !== "function") return;
  element.animate(frames, { duration, easing: easingOf(easing) });
}

function easingOf(easing: Easing = "out"): string {
  return rootToken(`--ease-${easing}`) || "ease-out";
}

/** "Pasar solo": sends the pass for its person, always after the same while, so that it tells nothing. */

import type { Command, View } from "../lib/protocol";
import { isMyTurn } from "./title";

export const AUTO_PASS_MS = 1500;

/** Whether passing is the only thing this person can do now. */
export function onlyPass(view: View | null): boolean {
  const actions = view?.own?.actions;
  if (!actions?.passing || !isMyTurn(view)) return false;
  return !actions.play?.length && !actions.draw && !actions.name && !actions.announce_pass;
}

export class AutoPass {
  readonly #send: (command: Command) => void;
  #turn = 0; // turn that the running timer is for
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (command: Command) => void) {
    this.#send = send;
  }

  /** To be told of every new view, and of every change of the setting. */
  look(view: View | null, wanted: boolean): void {
    const turn = wanted && onlyPass(view) ? (view?.turn?.number ?? 0) : 0;
    if (turn === this.#turn) return;
    clearTimeout(this.#timer);
    this.#turn = turn;
    if (turn > 0) this.#timer = setTimeout(() => this.#send({ t: "pass", turn }), AUTO_PASS_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#turn = 0;
  }
}

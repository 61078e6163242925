/** What one person does at the table: the card chosen, the suit asked for, what is on its way. */

import { suitOf } from "../lib/cards";
import { t } from "../lib/i18n";
import type { Actions, Command, View } from "../lib/protocol";
import type { Scene } from "../lib/scene";
import { actorOf, nameOf } from "../lib/scene";
import { settings } from "../lib/settings.svelte";
import type { TableState } from "../lib/table.svelte";
import { reasonWords, whyNotWords, type Listener } from "../lib/words";
import { sorted } from "./sorting";
import { isMyTurn } from "./title";

const NO_ACTIONS: Actions = {};
export const DOUBLE_MS = 250; // two presses within this time are one, made by a nervous hand
const TURN_COMMANDS = new Set<Command["t"]>(["play", "draw", "pass", "name"]);

export interface Said {
  text: string;
  count: number;
}

/** What is asked once more before it is sent: it may cost its person cards. */
export type Asking = { what: "out_of_turn"; card: string } | { what: "whom" } | { what: "call"; seat: number; act: number; seen: string };

export class PlayState {
  readonly #table: TableState;
  readonly #beforeSend: (card: string) => void;
  selected = $state("");
  choosing = $state(""); // the card whose suit is being chosen
  calling = $state(false); // "¡una!" rides on the next play or pass
  namingNow = $state(false); // the suit that was left out is being named after all
  asking: Asking | null = $state.raw(null);
  said: Said = $state.raw({ text: "", count: 0 }); // an answer to what was just tried
  fresh: ReadonlySet<string> = $state.raw(new Set<string>());
  #freshTurn = 0;
  #callingTurn = 0;
  #pressed_ms = -DOUBLE_MS; // when drawing was last asked for

  constructor(table: TableState, beforeSend: (card: string) => void) {
    this.#table = table;
    this.#beforeSend = beforeSend;
  }

  readonly scene: Scene | null = $derived.by(() => {
    const { view, names, online } = this.#table;
    return view ? { view, names, online, me: view.own?.seat ?? -1 } : null;
  });
  readonly myTurn: boolean = $derived.by(() => isMyTurn(this.#table.view));
  readonly honour: boolean = $derived.by(() => this.#table.view?.rules.honour === true);
  readonly actions: Actions = $derived.by(() => this.#table.view?.own?.actions ?? NO_ACTIONS);
  /** A command of this turn is not answered yet: whatever else is tapped has to wait. */
  readonly inert: boolean = $derived.by(() => this.#table.waiting.some((sent) => TURN_COMMANDS.has(sent.command.t)));
  readonly coming: string = $derived.by(() => comingCard(this.#table));
  readonly hand: string[] = $derived.by(() => sorted((this.#table.view?.own?.hand ?? []).filter((card) => card !== this.coming), settings.sort));
  readonly playable: readonly string[] = $derived.by(() => (this.myTurn && !this.inert ? (this.actions.play ?? []) : []));
  /** Cards that would be accepted although it is another's turn. */
  readonly breaking: readonly string[] = $derived.by(() => (!this.myTurn && !this.inert && this.actions.out_of_turn ? (this.actions.play ?? []) : []));
  readonly held: Record<string, number> = $derived.by(() => suitCounts(this.hand.filter((card) => card !== this.choosing)));
  /** A suit is owed: nothing else goes on. */
  readonly naming: boolean = $derived.by(() => this.actions.name === true && !this.inert && owesSuit(this.#table.view));
  /** The suit that was left out may still be named. */
  readonly mayName: boolean = $derived.by(() => this.actions.name === true && !this.inert && !owesSuit(this.#table.view));
  /** The call of the last card may ride on what is done next. */
  readonly rides: boolean = $derived.by(() => {
    const mine = this.myTurn || this.breaking.includes(this.selected);
    return mine && ((this.actions.announce_with?.length ?? 0) > 0 || this.actions.announce_pass === true);
  });
  readonly mayCall: boolean = $derived.by(() => this.rides || this.actions.announce === true);
  readonly accusable: readonly number[] = $derived.by(() => this.actions.call_fault ?? []);

  /** To be told of every new view: what has gone is let go of, what is new is marked. */
  look(view: View | null, drawn: readonly string[]): void {
    const hand = view?.own?.hand ?? [];
    if (this.selected && !hand.includes(this.selected)) this.selected = "";
    if (this.choosing && (!hand.includes(this.choosing) || !this.actions.play?.includes(this.choosing))) this.choosing = "";
    if (!this.mayName) this.namingNow = false;
    if (this.asking && !this.#stillAsked(this.asking)) this.#askNoMore(this.asking);
    const turn = view?.turn?.number ?? 0;
    if (turn !== this.#callingTurn || !this.rides) this.calling = false;
    this.#callingTurn = turn;
    if (this.myTurn && turn !== this.#freshTurn) {
      this.#freshTurn = turn;
      this.fresh = new Set();
    }
    const more = [...drawn, ...(view?.own?.drawn ?? [])].filter((card) => hand.includes(card) && !this.fresh.has(card));
    if (more.length > 0) this.fresh = new Set([...this.fresh, ...more]);
  }

  /** A tap on a card of the hand: chooses it; a second one plays it. */
  tap(card: string): void {
    if (this.choosing) return this.back();
    const second = this.selected === card;
    this.selected = card;
    if (!this.myTurn) {
      if (second) this.selected = "";
      return;
    }
    if (!this.playable.includes(card)) {
      if (!this.inert) this.say(this.why(card));
      if (second) this.selected = "";
      return;
    }
    if (second || settings.oneTap) this.play(card);
  }

  /** Plays the chosen card, or asks for its suit first. */
  play(card: string = this.selected): void {
    if (this.inert) return;
    if (!this.myTurn) return this.#playEarly(card);
    if (!card) return this.say(t("choose-a-card"));
    if (!this.playable.includes(card)) return this.say(this.why(card));
    this.#begin(card);
  }

  #playEarly(card: string): void {
    if (this.breaking.includes(card)) this.asking = { what: "out_of_turn", card };
    else this.say(card ? t("kept-chosen") : this.#waitWords());
  }

  #begin(card: string): void {
    this.selected = card;
    if (this.actions.suit_with?.includes(card)) this.choosing = card;
    else this.#send(card, {});
  }

  /** Answers the suit chooser; "" leaves the suit out. */
  choose(suit: string): void {
    if (this.choosing) this.#send(this.choosing, suit ? { suit } : {});
    else if (suit && (this.naming || this.namingNow)) {
      this.namingNow = false;
      void this.#table.send({ t: "name", turn: this.#turn(), suit });
    }
  }

  draw(): void {
    if (this.#isDouble() || this.inert || this.choosing) return;
    if (this.myTurn && this.actions.draw) void this.#table.send({ t: "draw", turn: this.#turn() });
    else this.say(this.#whyNot("draw"));
  }

  // The answer may be there before the second click of a double one.
  #isDouble(): boolean {
    const before_ms = this.#pressed_ms;
    this.#pressed_ms = performance.now();
    return this.#pressed_ms - before_ms < DOUBLE_MS;
  }

  pass(): void {
    if (this.inert || this.choosing) return;
    if (!this.myTurn || !this.actions.passing) return this.say(this.#whyNot("passing"));
    const announce = this.calling && this.actions.announce_pass ? { announce: true } : {};
    void this.#table.send({ t: "pass", turn: this.#turn(), ...announce });
  }

  /** "¡una!": with what is done next if it can ride there, otherwise at once. */
  announce(): void {
    if (this.rides) this.calling = !this.calling;
    else if (this.actions.announce) void this.#table.send({ t: "announce", turn: this.#turn() });
    else this.say(reasonWords("nothing_to_call", {}, this.listener()));
  }

  /** Calls a seat's latest act; where a wrong call may cost something, after one more question. */
  call(seat: number): void {
    const act = this.#table.view?.turn?.act ?? 0;
    if (!this.accusable.includes(seat)) this.say(reasonWords("no_calling", {}, this.listener()));
    else if (this.honour) this.asking = { what: "call", seat, act, seen: seenOf(this.#table.view, seat) };
    else this.#accuse(seat, act);
  }

  /** Calls somebody: whom, if there is a choice. */
  callSomebody(): void {
    const [only, ...more] = this.accusable;
    if (only === undefined) this.say(reasonWords("no_calling", {}, this.listener()));
    else if (more.length > 0) this.asking = { what: "whom" };
    else this.call(only);
  }

  /** Yes to what was asked once more. */
  confirm(): void {
    const asked = this.asking;
    this.asking = null;
    if (asked?.what === "out_of_turn" && this.breaking.includes(asked.card)) this.#begin(asked.card);
    else if (asked?.what === "call" && this.accusable.includes(asked.seat)) this.#accuse(asked.seat, asked.act);
  }

  /** Lets go: of a question, of the suit chooser, else of the chosen card. */
  back(): void {
    if (this.asking) this.asking = null;
    else if (this.choosing) this.choosing = "";
    else if (this.namingNow) this.namingNow = false;
    else this.selected = "";
  }

  say(text: string): void {
    if (text) this.said = { text, count: this.said.count + 1 };
  }

  quiet(): void {
    if (this.said.text) this.said = { text: "", count: this.said.count };
  }

  /** Why a card of mine cannot be played now. */
  why(card: string): string {
    const view = this.#table.view;
    return view?.own ? whyNotWords(card, view.own, view.pile, view.turn?.seat ?? -1, this.listener()) : "";
  }

  listener(): Listener {
    const scene = this.scene;
    return { me: scene?.me ?? -1, name: (seat) => (scene ? nameOf(scene, seat) : ""), rules: scene?.view.rules };
  }

  #stillAsked(asked: Asking): boolean {
    if (asked.what === "out_of_turn") return this.breaking.includes(asked.card);
    if (asked.what === "whom") return this.accusable.length > 0;
    return this.accusable.includes(asked.seat) && seenOf(this.#table.view, asked.seat) === asked.seen;
  }

  // What was asked about is over, and its person may not have seen why.
  #askNoMore(asked: Asking): void {
    this.asking = null;
    if (asked.what === "call") this.say(reasonWords("no_calling", {}, this.listener()));
  }

  #accuse(accused: number, act: number): void {
    void this.#table.send({ t: "call_fault", accused, act });
  }

  #whyNot(what: "draw" | "passing"): string {
    const view = this.#table.view;
    const code = view?.own?.why?.[what];
    if (!view || !code) return "";
    return reasonWords(code, { seat: view.turn?.seat ?? -1, pending: view.own?.why?.pending ?? 0, ranks: view.own?.why?.ranks ?? [] }, this.listener());
  }

  #waitWords(): string {
    return reasonWords("not_your_turn", { seat: this.#table.view?.turn?.seat ?? -1 }, this.listener());
  }

  #send(card: string, suit: { suit?: string }): void {
    const announce = this.calling && this.actions.announce_with?.includes(card) ? { announce: true } : {};
    this.#beforeSend(card);
    this.choosing = "";
    this.selected = "";
    this.calling = false;
    this.quiet();
    void this.#table.send({ t: "play", turn: this.#turn(), card, ...suit, ...announce });
  }

  #turn(): number {
    return this.#table.view?.turn?.number ?? 0;
  }
}

/** What a call would be about: the act, the card on top and the hand of the accused. */
function seenOf(view: View | null, seat: number): string {
  return [view?.turn?.act ?? 0, view?.pile?.top ?? "", view?.pile?.cards ?? 0, view?.seats[String(seat)]?.cards ?? 0].join("/");
}

/** Whether this viewer owes a suit before anything else. */
function owesSuit(view: View | null): boolean {
  return view?.turn?.naming === true && actorOf(view) === view.own?.seat;
}

/** The card that is sent and still in the hand as the view shows it. */
function comingCard(table: TableState): string {
  const sent = table.waiting.find((waiting) => waiting.command.t === "play");
  const card = sent?.command.t === "play" ? sent.command.card : "";
  return card && table.view?.own?.hand?.includes(card) ? card : "";
}

function suitCounts(hand: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const card of hand) counts[suitOf(card)] = (counts[suitOf(card)] ?? 0) + 1;
  return counts;
}

/** What this browser knows of one table: the view, its people, its talk, its news. */

import type { Receipt } from "../acta/receipts";
import { suitOf } from "./cards";
import { Connection, type Answer, type Gone, type Status } from "./connection";
import { whoSat } from "./log";
import { isSeated } from "./moving";
import { mergePatch } from "./patch";
import { Histories } from "../fair/histories";
import { keepWitness, recallWitness } from "../fair/keeping";
import { forgotten, gave, toldTwice, witnessed, NOTHING_SEEN, type Witness } from "../fair/witness";
import { randomHex } from "./random";
import type { ChatLine, Command, Facts, News, People, Presence, ServerFrame, View } from "./protocol";
import type { Holder } from "./scene";
import { language } from "./settings.svelte";

/** News of one version, as they came. */
export interface LogEntry {
  version: number;
  at_ms: number;
  news: News[];
  who?: Record<string, Holder>; // who sat where
}

/** A command on its way: not yet shown by the view. */
export interface Waiting {
  id: string;
  command: Command;
}

export interface Refusal {
  code: string;
  facts: Facts;
  command: Command;
  count: number; // makes a repeated refusal a new value
}

export type Send = (command: Command) => Promise<Answer>;

const GIVEN_BYTES = 16;
const LOG_ENTRIES_MAX = 400;
const CHAT_LINES_MAX = 200;

export class TableState {
  view: View | null = $state.raw(null);
  lastRound: View | null = $state.raw(null); // how the table lay when the last round ended
  version = $state(0);
  seat = $state(-1);
  you = $state(-1); // the seat that is told "you": mine, or the one that I have just left
  maySit = $state(false);
  server = $state("");
  names: Record<string, string> = $state.raw({});
  title = $state("");
  muted: number[] = $state.raw([]); // persons who may not write
  watchingOff = $state(false);
  online: Record<string, boolean> = $state.raw({});
  watchers = $state(0);
  chat: ChatLine[] = $state.raw([]);
  log: LogEntry[] = $state.raw([]);
  fresh: LogEntry[] = $state.raw([]); // the entries of the last step, for announcements and motion
  waiting: Waiting[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  status: Status = $state("connecting");
  gone: Gone | null = $state(null);
  restarting = $state(false);
  receipt: Receipt | null = $state.raw(null); // the last digest of the log that the server told
  contradiction: [Receipt, Receipt] | null = $state.raw(null); // two histories were told
  wentBack = $state(false); // the server says that the table went back to an older state
  witness: Witness = $state.raw(NOTHING_SEEN); // of the deals

  readonly table: string;
  readonly invite: string;
  readonly #connection: Connection;
  readonly #histories: Histories;
  #ahead_ms = 0; // store's clock minus ours
  #acked = new Map<string, number>(); // id → version at which the view shows it
  #roundEnd = 0; // the version that ended the last round seen to its end
  #refusals = 0;
  #giving = ""; // the deal and seat for which bytes are on their way, or were refused

  constructor(table: string, invite: string, make: (options: ConstructorParameters<typeof Connection>[0]) => Connection = (o) => new Connection(o)) {
    this.table = table;
    this.invite = invite;
    this.#histories = new Histories(table);
    this.#connection = make({
      table,
      invite,
      language,
      onFrame: (frame) => this.take(frame),
      onStatus: (status, gone) => {
        this.status = status;
        this.gone = gone;
        if (status === "live") this.restarting = false;
        if (gone === "replaced") void this.#askWhoIAm();
      },
    });
    this.log = recall(table);
    this.witness = recallWitness(table);
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  retry(): void {
    this.#connection.retry();
  }

  /** The store's time, ms. */
  now(): number {
    return Date.now() + this.#ahead_ms;
  }

  /** Sends a wish. A refusal is also kept in `refusal`, to be said. */
  readonly send: Send = async (command) => {
    const { id, answer } = this.#connection.command(command);
    this.waiting = [...this.waiting, { id, command }];
    const answered = await answer;
    if (answered.t === "ack") this.#confirmed(id, answered.version);
    else this.#refused(id, command, answered.code, answered.facts ?? {});
    return answered;
  };

  /** Takes a frame of the server in. */
  take(frame: ServerFrame): void {
    this.#look(frame);
    this.#histories.hear(frame, this.view, this.#roundEnd);
    this.receipt = this.#histories.last.version ? this.#histories.last : null;
    this.contradiction = this.#histories.contradiction;
    if (this.contradiction && this.witness.twice === undefined) this.#witness(toldTwice(this.witness, this.contradiction[0].version));
    if (frame.t === "reset") this.wentBack = true;
  }

  /** The person has read that the table went back. */
  sawWentBack(): void {
    this.wentBack = false;
  }

  #look(frame: ServerFrame): void {
    switch (frame.t) {
      case "welcome":
        this.seat = frame.seat ?? -1;
        this.maySit = frame.may_sit ?? false;
        this.server = frame.server;
        this.#clock(frame.now_ms);
        break;
      case "snapshot":
        this.#show(frame.view, frame.version, null);
        this.log = this.log.filter((entry) => entry.version <= frame.version);
        this.fresh = [];
        break;
      case "step":
        if (this.view) this.#step(frame.version, frame.at_ms, mergePatch(this.view, frame.patch) as View, frame.news ?? []);
        break;
      case "reset":
        this.log = [];
        this.#witness(forgotten(this.witness));
        break;
      case "people":
        this.#people(frame);
        break;
      case "presence":
        this.#presence(frame);
        break;
      case "chat":
        this.chat = without(joined(this.chat, frame.lines), frame.gone ?? []);
        break;
      case "beat":
        this.#clock(frame.now_ms);
        break;
      case "notice":
        this.restarting = frame.kind === "restart";
        break;
      default: // answers go to who asked; what is unknown is ignored
    }
  }

  #show(view: View, version: number, news: News[] | null): void {
    this.seat = view.own?.seat ?? -1;
    // Whoever leaves hears of the end by a snapshot; one that skips versions does not say which it was.
    if (this.view?.phase === "round" && view.phase !== "round" && version === this.version + 1) this.#roundEnd = version;
    if (view.own || !stillToldTo(this.view, view)) this.you = this.seat;
    this.view = view;
    this.version = version;
    this.#witness(witnessed(this.witness, view, version, news));
    this.#give(view);
    this.#settle();
  }

  #witness(witness: Witness): void {
    this.witness = witness;
    keepWitness(this.table, witness);
  }

  /** Adds random bytes to the coming deal, once, without anybody doing anything. */
  #give(view: View): void {
    const deal = view.next_seal?.deal ?? 0;
    const wish = view.own?.actions?.deposit ? `${deal} ${this.seat}` : "";
    const begun = this.#giving === wish;
    this.#giving = wish;
    if (!wish || begun) return;
    const [seat, given] = [this.seat, randomHex(GIVEN_BYTES)];
    void this.#connection.command({ t: "deposit", deal, given }).answer.then((answer) => {
      if (answer.t === "ack") this.#witness(gave(this.witness, deal, seat, given));
    });
  }

  #step(version: number, at_ms: number, view: View, news: News[]): void {
    const who = whoSat(this.view, view);
    if (this.view?.phase === "round" && view.phase !== "round") this.lastRound = asItLay(this.view, news);
    this.#show(view, version, news);
    if (news.length === 0) return;
    const entry = { version, at_ms, news, who };
    this.fresh = [entry];
    this.log = [...this.log, entry].slice(-LOG_ENTRIES_MAX);
    remember(this.table, this.log);
  }

  #people(frame: People): void {
    this.names = frame.names;
    this.title = frame.title ?? "";
    this.muted = frame.muted ?? [];
    this.watchingOff = frame.watching_off ?? false;
  }

  // The token was renewed from here, perhaps in another tab: then the seat is still mine.
  async #askWhoIAm(): Promise<void> {
    if (await isSeated(this.table)) this.retry();
  }

  #presence(frame: Presence): void {
    this.online = frame.online ?? {};
    this.watchers = frame.watchers ?? 0;
  }

  #clock(now_ms: number | undefined): void {
    if (now_ms) this.#ahead_ms = now_ms - Date.now();
  }

  // The answer and the step that shows it may come in either order.
  #confirmed(id: string, version: number): void {
    this.#acked.set(id, version);
    this.#settle();
  }

  #settle(): void {
    const done = new Set([...this.#acked].filter(([, version]) => version <= this.version).map(([id]) => id));
    if (done.size === 0) return;
    for (const id of done) this.#acked.delete(id);
    this.waiting = this.waiting.filter((sent) => !done.has(sent.id));
  }

  #refused(id: string, command: Command, code: string, facts: Facts): void {
    this.waiting = this.waiting.filter((sent) => sent.id !== id);
    this.#refusals += 1;
    this.refusal = { code, facts, command, count: this.#refusals };
  }
}

/** Whether somebody who holds no seat is still told of the one just left: in the step that says so,
 * and as long as that match is what there is to see. */
function stillToldTo(before: View | null, now: View): boolean {
  if (!before) return false;
  const over = now.phase === "over" || now.phase === "closed";
  return before.own !== undefined || (over && before.match === now.match);
}

/** The round's last view with its last card on the pile: the view of its end shows no cards. */
function asItLay(view: View, news: News[]): View {
  const played = news.find((item) => item.t === "played");
  if (played?.t !== "played" || !view.pile) return view;
  const { turn: _turn, ...rest } = view;
  const pile = { ...view.pile, top: played.card, suit: suitOf(played.card) || view.pile.suit, named: false, cards: view.pile.cards + 1, under: [view.pile.top, ...(view.pile.under ?? [])] };
  return mergePatch({ ...rest, pile }, { seats: { [played.seat]: { cards: played.left } } }) as View;
}

/** Chat lines in order of number, each once, the last ones only. */
export function joined(old: ChatLine[], more: ChatLine[]): ChatLine[] {
  const by = new Map(old.map((line) => [line.n, line]));
  for (const line of more) by.set(line.n, line);
  return [...by.values()].sort((a, b) => a.n - b.n).slice(-CHAT_LINES_MAX);
}

function without(lines: ChatLine[], gone: number[]): ChatLine[] {
  return gone.length === 0 ? lines : lines.filter((line) => !gone.includes(line.n));
}

// The log outlives a reload of the page, but not the browser's tab.
function remember(table: string, log: LogEntry[]): void {
  try {
    sessionStorage.setItem(`ochos.log.${table}`, JSON.stringify(log.slice(-100)));
  } catch {
    // Storage is closed or full: the log starts anew after a reload.
  }
}

function recall(table: string): LogEntry[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(`ochos.log.${table}`) ?? "[]");
    return Array.isArray(found) ? (found as LogEntry[]) : [];
  } catch {
    return [];
  }
}

/** Whether an acta is fine: its form first, then all that it tells, then its sum. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { deckOf } from "../fair/deck";
import { commitment } from "../fair/shuffle";
import { canonical, type Line } from "./canonical";
import { hex, list, object, Odd, oneOf, pairs, rising, text, texts, whole, wholes } from "./fields";
import { Cards, dealtTo, SCORINGS, SEED_DIGITS, type Round, type Setting } from "./follow";
import { DIGEST_DIGITS, Given, peopleIn } from "./given";
import { Bad, partsOf, type Acta, type Entry } from "./parts";

const OF_CARDS = ["CardPlayed", "CardsDrawn", "StockRebuilt", "CardTakenBack", "WentOut"];
const MOVES = ["CardPlayed", "CardsDrawn", "StockRebuilt", "CardTakenBack"];
// What moves no card. An event of neither list was made by a newer server.
const QUIET = [
  "TableMade", "SeatTaken", "RobotSeated", "SeatFreed", "SeatsSwapped", "HostChanged", "TurnPassed", "SuitNamed", "TurnMoved",
  "EntropyDeposited", "DeckCut", "PlayerAbandoned", "ClosedForAbsence", "TableExpired", "RematchOffered", "RematchAccepted", "RematchRefused", "Announced",
  "CallsOwed", "FaultCalled", "SuitDemanded", "TurnTimedOut", "SeatTakenOver", "SeatMoved", "InviteRenewed", "TableErased",
];

const KNOWN = [...QUIET, ...OF_CARDS, "MatchStarted", "DealerCut", "RoundDealt", "RoundClosed", "MatchEnded"];
// Without a round nobody has a turn.
const OF_A_TURN = ["TurnPassed", "TurnMoved", "TurnTimedOut", "SuitNamed", "SuitDemanded", "Announced"];
const OF_THE_LOCK = ["EntropyDeposited", "DeckCut", "PlayerAbandoned", "SeatTakenOver", "SeatFreed"];

const RUNNING = "running"; // how a match "ended" that has not
const SCHEMA = 1;
const SEATS_MAX = 256; // a seat is a byte of a deal's key
const DEALS_MAX = 2 ** 32 - 1;
const TABLE_BYTES_MAX = 2 ** 16 - 1;
const NOBODY = -1;
const BIT_MS = 24; // of work before the page has its turn

/** What was found of a round; each mark is true, false, or null where it is still sealed. */
export interface RoundSeen {
  round: number;
  deal: number;
  seal: boolean | null;
  dealt: boolean | null;
  contributors: number[];
  missing: number[];
  cut: number;
  cut_by: number; // −1: nobody
  moves: number; // events that moved cards, each followed
  rebuilds: number;
}

/** What came of checking a file; `bad` is null if all of it is fine. */
export interface Report {
  bad: Bad | null;
  table: string;
  match: number;
  preset: string;
  fingerprint: string;
  entries: number;
  first: number; // version
  last: number;
  digest: string; // of the chain at the last entry
  finished: boolean;
  rounds: RoundSeen[];
  names: Map<number, string>; // by seat, where the file has them
  chain: Map<number, string>; // version → digest
}

/** Checks a whole file; never throws for what is in it. */
export function reportOn(bytes: Uint8Array): Report {
  const checking = steps(bytes);
  for (;;) {
    const step = checking.next();
    if (step.done) return step.value;
  }
}

/** The same bit by bit, so that a page can be used meanwhile; `tell` hears the share that is done. */
export async function reportBitByBit(bytes: Uint8Array, tell: (share: number) => void): Promise<Report> {
  const checking = steps(bytes);
  for (;;) {
    const until = performance.now() + BIT_MS;
    let step = checking.next();
    while (!step.done && performance.now() < until) step = checking.next();
    if (step.done) return step.value;
    tell(step.value);
    await aMoment();
  }
}

/** Lets the page draw and answer; unlike a timer it is not slowed down where the page is not seen. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function* steps(bytes: Uint8Array): Generator<number, Report> {
  const report: Report = {
    bad: null, table: "", match: 0, preset: "", fingerprint: "", entries: 0, first: 0, last: 0, digest: "",
    finished: false, rounds: [], names: new Map(), chain: new Map(),
  };
  let match: Match | null = null;
  try {
    const acta = yield* partsOf(bytes);
    fill(report, acta);
    match = new Match(acta, report);
    yield* match.check();
  } catch (error) {
    if (error instanceof Bad) report.bad = error;
    // A file that was made to look like one, with an event of another shape.
    else report.bad = new Bad(match?.line ?? 1, "event");
  }
  return report;
}

function fill(report: Report, { head, names, entries }: Acta): void {
  const [first, last] = [entries[0] as Entry, entries[entries.length - 1] as Entry];
  report.table = text(head, "table");
  report.match = whole(head, "match");
  report.preset = String((head.rules as Line).preset ?? "");
  report.fingerprint = text(head, "fingerprint");
  report.entries = entries.length;
  [report.first, report.last, report.digest] = [first.version, last.version, last.digest];
  report.chain = new Map([[first.version - 1, text(head, "before")], ...entries.map(({ version, digest }) => [version, digest] as const)]);
  for (const { seat, person } of head.seats as Line[]) {
    const name = names.get(person as number);
    if (typeof seat === "number" && name !== undefined) report.names.set(seat, name);
  }
}

/** A match on its way through the checks. */
class Match {
  line = 1; // that is looked at
  readonly #acta: Acta;
  readonly #report: Report;
  readonly #rounds: Round[] = [];
  readonly #players: number[];
  #open: Round | null = null;
  #commitment = ""; // to the coming deal; empty until the match starts
  #people = new Set<number>();
  #deal = 0;
  #given = new Given(new Set());
  #setting: Setting;
  #turned: { line: number; event: Line } | null = null;
  #ended: { line: number; event: Line } | null = null;
  #totals: number[];

  constructor(acta: Acta, report: Report) {
    this.#acta = acta;
    this.#report = report;
    this.#players = wholes(acta.head, "players");
    this.#totals = this.#players.map(() => 0);
    this.#setting = { table: "", rules: {}, players: this.#players, deck: [] };
  }

  /** Yields after each entry and each round. Throws: Bad. */
  *check(): Generator<number, void> {
    this.#checkHead();
    this.#setting = this.#setUp();
    for (const entry of this.#acta.entries) {
      this.line = entry.line;
      if (entry.schema !== SCHEMA) throw new Bad(entry.line, "unknown-event", SCHEMA, entry.schema);
      for (const event of entry.events) this.#take(entry, event);
      yield 1;
    }
    if (this.#turned) throw new Bad(this.#turned.line, "event", "", "DealerCut");
    for (const round of this.#rounds) {
      this.#checkRound(round);
      yield 1;
    }
    this.#report.finished = this.#ended !== null;
    this.#checkWinner();
    this.#checkTold();
    this.#checkEnd();
  }

  #setUp(): Setting {
    const { head } = this.#acta;
    const rules = object(head, "rules");
    const players = rising(head, "players");
    if (players.length === 0 || players.some((seat) => seat < 0 || seat >= SEATS_MAX)) throw new Odd("players");
    this.#people = peopleIn(head);
    const table = text(head, "table");
    if (utf8ToBytes(table).length > TABLE_BYTES_MAX) throw new Odd("table");
    oneOf(rules, "scoring", SCORINGS);
    oneOf(rules, "direction", ["left", "right"]);
    text(rules, "starter_eight");
    texts(rules, "starter_forbidden");
    texts(rules, "wild_suit");
    const many = rules.two_packs_from === null ? Infinity : whole(rules, "two_packs_from");
    const packs = players.length >= many ? 2 : 1;
    if (head.packs !== packs) throw new Bad(1, "head", packs, head.packs);
    const deck = deckOf(oneOf(rules, "pack", ["french52", "french54", "jiujitsu"]), packs);
    if (!deck) throw new Odd("pack");
    return { table, rules, players, deck };
  }

  /** The head says what the entry says that starts the match. */
  #checkHead(): void {
    const { head, entries } = this.#acta;
    const first = entries[0] as Entry;
    const start = first.events.find(({ t }) => t === "MatchStarted");
    if (!start) throw new Bad(first.line, "no-start");
    for (const key of ["table", "match", "players"]) {
      if (canonical(start[key] ?? null) !== canonical(head[key])) throw new Bad(1, "head", start[key], head[key]);
    }
    const rules = object(head, "rules");
    for (const [key, value] of Object.entries(object(start, "rules"))) {
      if (!Object.hasOwn(rules, key) || canonical(rules[key]) !== canonical(value)) throw new Bad(1, "head", `${key} ${String(value)}`, rules[key]);
    }
    if (Object.hasOwn(start, "log_digest") && start.log_digest !== head.before) throw new Bad(1, "head", start.log_digest, head.before);
    const fingerprint = bytesToHex(sha256(utf8ToBytes(canonical(rules)))).slice(0, 12);
    if (fingerprint !== head.fingerprint) throw new Bad(1, "head", fingerprint, head.fingerprint);
  }

  // The log, event by event

  #take(entry: Entry, event: Line): void {
    const { line } = entry;
    const kind = text(event, "t");
    if (OF_THE_LOCK.includes(kind) && this.#commitment) this.#given.take(line, event, this.#deal);
    const starts = kind === "MatchStarted";
    if (!QUIET.includes(kind) && (this.#ended || starts === (this.#commitment !== ""))) {
      throw new Bad(line, KNOWN.includes(kind) ? "event" : "unknown-event", "", kind);
    }
    if (starts) {
      [this.#commitment, this.#deal] = [hex(event, "commitment", DIGEST_DIGITS), whole(event, "deal")];
    } else if (kind === "DealerCut") {
      if (this.#open || this.#turned) throw new Bad(line, "event", "", kind);
      this.#turned = { line, event };
    } else if (kind === "RoundDealt") {
      this.#lock(entry, event);
    } else if (kind === "RoundClosed") {
      this.#close(entry, event);
    } else if (kind === "MatchEnded") {
      if (this.#open) throw new Bad(line, "not-revealed", this.#open.lock.deal);
      this.#checkEnded(line, event);
      this.#ended = { line, event };
    } else if (OF_A_TURN.includes(kind) && !this.#open) {
      throw new Bad(line, "event", "", kind);
    } else if (OF_CARDS.includes(kind)) {
      if (!this.#open) throw new Bad(line, "event", "", kind);
      this.#open.happened.push({ line, event });
    } else if (!QUIET.includes(kind)) {
      throw new Bad(line, "unknown-event", "", kind);
    }
  }

  #lock(entry: Entry, event: Line): void {
    const told = [whole(event, "deal"), whole(event, "round")];
    const expected = [this.#deal, this.#rounds.length + 1];
    if (this.#open || told.join() !== expected.join() || this.#deal < 1 || this.#deal > DEALS_MAX) throw new Bad(entry.line, "deal", expected, told);
    const known = this.#rounds.length > 0; // what came before the first deal stands in another acta
    const seats = dealtTo(event, this.#setting.players);
    this.#given.check(entry.line, event, { people: this.#people, seats, deck: this.#setting.deck.length }, known);
    this.#given = new Given(this.#given.left);
    this.#open = {
      lock: event, line: entry.line, version: entry.version, commitment: this.#commitment, turned: this.#turned,
      happened: [], end: null, rebuilds: 0,
    };
    this.#turned = null;
    this.#rounds.push(this.#open);
    this.#deal += 1;
    this.#commitment = hex(event, "next_commitment", DIGEST_DIGITS);
  }

  #close(entry: Entry, event: Line): void {
    if (!this.#open || this.#open.lock.round !== whole(event, "round")) throw new Bad(entry.line, "event", "", event.t);
    this.#open.end = { line: entry.line, version: entry.version, event };
    this.#open = null;
  }

  /** Who won, who lost and the places are of those that play, and go with each other. */
  #checkEnded(line: number, event: Line): void {
    const { players } = this.#setting;
    const places = wholes(event, "places");
    const [winner, loser] = [whole(event, "winner", NOBODY), whole(event, "loser", NOBODY)];
    const isSeat = (seat: number) => seat === NOBODY || players.includes(seat);
    const fits = places.length === 0 || (places.length === players.length && places.every((place) => place >= 1 && place <= players.length));
    const first = places.length === 0 || winner === NOBODY || places[players.indexOf(winner)] === 1;
    if (text(event, "how") === RUNNING || !isSeat(winner) || !isSeat(loser) || !fits || !first) throw new Bad(line, "event", "", event.t);
  }

  /** Where points are collected to the target, whoever has most of them has won. */
  #checkWinner(): void {
    const ended = this.#ended;
    if (ended?.event.how !== "target" || this.#setting.rules.scoring !== "winner_collects") return;
    const most = Math.max(...this.#totals);
    const found = this.#totals[this.#players.indexOf(whole(ended.event, "winner", NOBODY))];
    if (found !== most) throw new Bad(ended.line, "totals", most, found ?? "");
  }

  // Rounds

  #checkRound(round: Round): void {
    const { lock, end, happened } = round;
    this.line = round.line;
    const seen: RoundSeen = {
      round: whole(lock, "round"), deal: whole(lock, "deal"), seal: null, dealt: null,
      contributors: pairs(lock, "contributions").map(([seat]) => seat), missing: wholes(lock, "missing"), cut: whole(lock, "cut", 0), cut_by: whole(lock, "cut_by", -1),
      moves: happened.filter(({ event }) => MOVES.includes(String(event.t))).length, rebuilds: 0,
    };
    this.#report.rounds.push(seen);
    if (end) {
      const found = commitment(hex(end.event, "seed", SEED_DIGITS));
      seen.seal = found === round.commitment;
      if (!seen.seal) throw new Bad(end.line, "seal", round.commitment, found);
      seen.dealt = false;
    }
    const cards = new Cards(this.#setting, round);
    for (const { line, event } of happened) {
      this.line = line;
      cards.take(line, event);
      seen.rebuilds = round.rebuilds;
    }
    if (!end) return;
    this.line = end.line;
    this.#totals = cards.close(this.#totals);
    seen.dealt = true;
  }

  // What the file says once more, for people

  /** Deals and result are exactly what the entries come to. */
  #checkTold(): void {
    const { told, endLine } = this.#acta;
    const expected = [...this.#rounds.map(dealLine), this.#resultLine()];
    for (const [index, line] of expected.entries()) {
      const written = canonical(line);
      const found = told[index] ? new TextDecoder().decode(told[index].bytes) : "";
      if (written !== found) throw new Bad(told[index]?.line ?? endLine, `${String(line.k)}-line`, written, found);
    }
    const more = told[expected.length];
    if (more) throw new Bad(more.line, "order");
  }

  #resultLine(): Line {
    const ended: Line = this.#ended?.event ?? { how: RUNNING };
    return {
      k: "result", how: ended.how, winner: ended.winner ?? -1, loser: ended.loser ?? -1, places: list(ended, "places"),
      totals: this.#totals,
    };
  }

  #checkEnd(): void {
    const { end, endLine, entries, sha256: sum } = this.#acta;
    if (end.sha256 !== sum) throw new Bad(endLine, "sum", sum, end.sha256);
    const counted = { deals: this.#rounds.length, entries: entries.length, last: this.#report.digest, lines: endLine - 1 };
    for (const [key, value] of Object.entries(counted)) {
      if (end[key] !== value) throw new Bad(endLine, "counts", `${key} ${value}`, end[key]);
    }
  }
}

function dealLine({ lock, end, version, commitment: seal }: Round): Line {
  const line: Line = {
    k: "deal", deal: lock.deal, round: lock.round, commitment: seal, contributions: list(lock, "contributions"),
    missing: list(lock, "missing"), cut: lock.cut ?? 0, cut_by: lock.cut_by ?? -1, locked: version,
  };
  return end ? { ...line, seed: end.event.seed, closed: end.version } : line;
}

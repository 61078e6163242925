/** The conversation with the server: one socket, opened again for as long as the page wants it. */

import { commandId } from "./random";
import {
  CLOSE_ABUSE,
  CLOSE_BAD_FRAME,
  CLOSE_NO_SUCH_TABLE,
  CLOSE_SIZE,
  CLOSE_SLOW,
  CLOSE_TOKEN_REPLACED,
  CLOSE_WATCHING_OFF,
  type Ack,
  type ClientFrame,
  type Command,
  type Refused,
  type ServerFrame,
} from "./protocol";

/** `connecting`: the first time; `lost`: "reconectando"; `gone`: it will not try again by itself. */
export type Status = "connecting" | "live" | "lost" | "gone";
export type Gone = "no_such_table" | "replaced" | "abuse" | "outdated" | "full" | "unwatched";
export type Answer = Ack | Refused;

/** What of a WebSocket is used. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Options {
  table: string;
  invite: string;
  language: () => string;
  onFrame: (frame: ServerFrame) => void;
  onStatus: (status: Status, gone: Gone | null) => void;
  open?: (url: string) => Socket;
  chance?: () => number;
}

interface Sent {
  frame: Command & { id: string };
  resolve: (answer: Answer) => void;
  tries: number;
}

export const SUBPROTOCOL = "ochos.1.json";
export const AT_MS = 15_000;
export const SILENCE_MS = 30_000;
export const BEHIND_MS = 3_000; // a beat that runs ahead of the steps is given this long
export const BACKOFF_MIN_MS = 500;
export const BACKOFF_MAX_MS = 10_000;
const RETRIES_MAX = 5; // of a command that the store did not answer in time
const BAD_CLOSES_MAX = 3;
const UNANSWERED_MAX = 32;

export class Connection {
  readonly #options: Options;
  #socket: Socket | null = null;
  #welcomed = false;
  #version = 0;
  #tag = "";
  #failures = 0;
  #badCloses = 0;
  #farewell = ""; // why the server is about to close, where it said so
  #unanswered = new Map<string, Sent>();
  #status: Status = "connecting";
  #again: Timer;
  #silence: Timer;
  #behind: Timer;
  #at: Timer;
  #running = false;
  #heard = 0; // Date.now() of the last frame

  constructor(options: Options) {
    this.#options = options;
  }

  /** The last version seen, and its tag. */
  get version(): number {
    return this.#version;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#sleep);
    document.addEventListener("visibilitychange", this.#look);
    this.#open();
  }

  /** Says goodbye and stays away. */
  stop(): void {
    if (!this.#running) return;
    this.#running = false;
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#sleep);
    document.removeEventListener("visibilitychange", this.#look);
    if (this.#welcomed) this.#send({ t: "bye" });
    this.#drop();
    clearTimeout(this.#again);
  }

  /** Sends a command, again after every loss until it is answered; always under the same id. */
  command(command: Command): { id: string; answer: Promise<Answer> } {
    const id = commandId();
    const answer = new Promise<Answer>((resolve) => {
      if (this.#unanswered.size >= UNANSWERED_MAX) {
        resolve({ t: "refused", id, code: "too_fast" });
        return;
      }
      const sent = { frame: { ...command, id }, resolve, tries: 0 };
      this.#unanswered.set(id, sent);
      if (this.#welcomed) this.#send(sent.frame);
    });
    return { id, answer };
  }

  /** Tries at once instead of waiting for the next attempt; also after `gone`. */
  retry(): void {
    if (!this.#running || this.#socket) return;
    this.#badCloses = 0;
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#again);
    this.#drop();
    this.#farewell = "";
    const open = this.#options.open ?? openSocket;
    const socket = open(socketUrl(location, this.#options.table));
    this.#socket = socket;
    socket.onopen = () => this.#hello();
    socket.onmessage = (event) => this.#heardText(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event.code);
    this.#listen();
  }

  #hello(): void {
    const { table, invite, language } = this.#options;
    const resume = this.#version > 0 ? { version: this.#version, tag: this.#tag } : {};
    this.#send({ t: "hello", table, ...(invite ? { invite } : {}), ...resume, lang: language() });
  }

  #heardText(socket: Socket, text: unknown): void {
    if (socket !== this.#socket || typeof text !== "string") return;
    this.#listen();
    const frame = parse(text);
    if (frame) this.#take(frame);
  }

  #take(frame: ServerFrame): void {
    switch (frame.t) {
      case "welcome":
        return this.#welcome(frame);
      case "snapshot":
        this.#version = frame.version;
        this.#tag = frame.tag;
        return this.#options.onFrame(frame);
      case "step":
        if (frame.version <= this.#version) return; // seen before
        if (frame.version !== this.#version + 1) return this.#resync();
        this.#version = frame.version;
        this.#tag = frame.tag;
        return this.#options.onFrame(frame);
      case "reset":
        this.#version = 0;
        this.#tag = "";
        return this.#options.onFrame(frame);
      case "beat":
        this.#compare(frame.version);
        return this.#options.onFrame(frame);
      case "ack":
        this.#answer(frame.id, frame);
        return this.#options.onFrame(frame);
      case "refused":
        return this.#refused(frame);
      default:
        return this.#options.onFrame(frame);
    }
  }

  #welcome(frame: ServerFrame): void {
    this.#welcomed = true;
    this.#failures = 0;
    this.#tell("live");
    this.#options.onFrame(frame);
    for (const sent of this.#unanswered.values()) this.#send(sent.frame);
    clearInterval(this.#at);
    this.#at = setInterval(() => this.#send({ t: "at", version: this.#version }), AT_MS);
  }

  #refused(frame: Refused): void {
    const sent = this.#unanswered.get(frame.id ?? "");
    if (!sent && !this.#welcomed) this.#farewell = frame.code;
    if (sent && frame.code === "restarting") return; // sent again when the server is back
    if (sent && frame.code === "retry" && sent.tries < RETRIES_MAX) {
      sent.tries += 1;
      setTimeout(() => this.#repeat(sent), BACKOFF_MIN_MS * 2 ** (sent.tries - 1));
      return;
    }
    this.#answer(frame.id ?? "", frame);
    this.#options.onFrame(frame);
  }

  #repeat(sent: Sent): void {
    if (this.#welcomed && this.#unanswered.has(sent.frame.id)) this.#send(sent.frame);
  }

  #answer(id: string, answer: Answer): void {
    const sent = this.#unanswered.get(id);
    if (!sent) return;
    this.#unanswered.delete(id);
    sent.resolve(answer);
  }

  // A step may still be on its way when the beat is written, so a lag gets a moment.
  #compare(version: number): void {
    if (version <= this.#version) return;
    clearTimeout(this.#behind);
    this.#behind = setTimeout(() => {
      if (this.#version < version) this.#resync();
    }, BEHIND_MS);
  }

  /** A version is missing: ask from the last one seen. */
  #resync(): void {
    this.#open();
  }

  #closed(socket: Socket, code: number): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (!this.#running) return;
    if (code === CLOSE_NO_SUCH_TABLE) return this.#give("no_such_table");
    if (code === CLOSE_TOKEN_REPLACED) return this.#give("replaced");
    if (code === CLOSE_WATCHING_OFF) return this.#give("unwatched");
    if (code === CLOSE_ABUSE) return this.#give("abuse");
    if (code === CLOSE_SLOW && this.#farewell === "too_many_watchers") return this.#give("full");
    if (code === CLOSE_BAD_FRAME || code === CLOSE_SIZE) this.#forget();
    if (this.#badCloses >= BAD_CLOSES_MAX) return this.#give("outdated");
    this.#tell("lost");
    this.#later();
  }

  // The server cannot read what we sent; to send it again would end the same way.
  #forget(): void {
    this.#badCloses += 1;
    for (const id of [...this.#unanswered.keys()]) this.#answer(id, { t: "refused", id, code: "malformed" });
  }

  #give(gone: Gone): void {
    this.#status = "gone";
    for (const id of [...this.#unanswered.keys()]) this.#answer(id, { t: "refused", id, code: "not_seated" });
    this.#options.onStatus("gone", gone);
  }

  #later(): void {
    clearTimeout(this.#again);
    const wait = backoff(this.#failures, (this.#options.chance ?? Math.random)());
    this.#failures += 1;
    this.#again = setTimeout(() => this.#open(), wait);
  }

  #listen(): void {
    this.#heard = Date.now();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#silent, SILENCE_MS);
  }

  readonly #silent = (): void => {
    this.#drop();
    this.#tell("lost");
    this.#later();
  };

  readonly #wake = (): void => {
    if (this.#status === "gone" || !this.#running) return;
    if (!this.#socket) this.#failures = 0;
    if (!this.#welcomed) this.#open();
  };

  readonly #sleep = (): void => {
    if (this.#status === "gone" || !this.#running) return;
    this.#drop();
    this.#tell("lost");
    this.#later();
  };

  // A sleeping phone's timers stand still, so look at the clock when it wakes.
  readonly #look = (): void => {
    if (document.visibilityState !== "visible" || this.#status === "gone") return;
    if (this.#welcomed && Date.now() - this.#heard < SILENCE_MS) return;
    this.#failures = 0;
    this.#open();
  };

  #tell(status: Status): void {
    if (this.#status === status && status !== "live") return;
    this.#status = status;
    this.#options.onStatus(status, null);
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    clearInterval(this.#at);
    clearTimeout(this.#silence);
    clearTimeout(this.#behind);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Wait before attempt `failures` + 1, ms: doubling, half of it by chance. */
export function backoff(failures: number, chance: number): number {
  const whole = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** Math.min(failures, 10));
  return whole / 2 + (whole / 2) * chance;
}

/** The table is there for a proxy that stands before several servers. */
export function socketUrl(at: { protocol: string; host: string }, table: string): string {
  return `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}/ws?table=${encodeURIComponent(table)}`;
}

function openSocket(url: string): Socket {
  return new WebSocket(url, SUBPROTOCOL);
}

function parse(text: string): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === "object" && frame !== null && "t" in frame ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AT_MS, backoff, BACKOFF_MAX_MS, BEHIND_MS, Connection, SILENCE_MS, socketUrl, type Gone, type Socket, type Status } from "./connection";
import type { ServerFrame } from "./protocol";

/** The far end of a socket: what the page sent, and a server to say things as the test wants. */
class Line implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.(new Event("open"));
  }
  says(frame: ServerFrame): void {
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
  breaks(code = 1006): void {
    this.onclose?.(new CloseEvent("close", { code }));
  }
  named(t: string): Record<string, unknown>[] {
    return this.sent.filter((frame) => frame.t === t);
  }
}

const TABLE = "mzxw6ytboi2gk3tdn5zgc3dfoi";
const welcome: ServerFrame = { t: "welcome", table: TABLE, server: "0.1.0", seat: 0 };
const snapshot = (version: number): ServerFrame => ({ t: "snapshot", version, tag: `tag${version}`, at_ms: 1, view: {} as never });
const step = (version: number): ServerFrame => ({ t: "step", version, tag: `tag${version}`, at_ms: 1, patch: {} });

let lines: Line[];
let frames: ServerFrame[];
let states: [Status, Gone | null][];
let connection: Connection;
const line = (): Line => lines.at(-1) as Line;
const status = (): Status | undefined => states.at(-1)?.[0];

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  frames = [];
  states = [];
  connection = new Connection({
    table: TABLE,
    invite: "secret",
    language: () => "es",
    onFrame: (frame) => frames.push(frame),
    onStatus: (now, gone) => states.push([now, gone]),
    open: () => {
      lines.push(new Line());
      return line();
    },
    chance: () => 1,
  });
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

function live(version = 4): void {
  connection.start();
  line().opens();
  line().says(welcome);
  line().says(snapshot(version));
}

describe("greeting", () => {
  it("says hello with the link's secret, and no version at first", () => {
    connection.start();
    expect(line().sent).toEqual([]);
    line().opens();
    expect(line().sent).toEqual([{ t: "hello", table: TABLE, invite: "secret", lang: "es" }]);
  });

  it("resumes with the last version and tag after a cut", () => {
    live(4);
    line().says(step(5));
    line().breaks();
    expect(status()).toBe("lost");
    vi.advanceTimersByTime(500);
    line().opens();
    expect(line().named("hello")[0]).toMatchObject({ version: 5, tag: "tag5" });
    line().says(welcome);
    expect(status()).toBe("live");
  });

  it("asks for everything again after a reset", () => {
    live(4);
    line().says({ t: "reset" });
    line().breaks();
    vi.advanceTimersByTime(500);
    line().opens();
    expect(line().named("hello")[0]).not.toHaveProperty("version");
  });

  it("names the version it shows every 15 s", () => {
    live(4);
    vi.advanceTimersByTime(AT_MS);
    expect(line().named("at")).toEqual([{ t: "at", version: 4 }]);
  });

  it("says goodbye when the page leaves the table", () => {
    live();
    const open = line();
    connection.stop();
    expect(open.named("bye")).toHaveLength(1);
    expect(open.closed).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });
});

describe("commands", () => {
  it("are sent again after a cut, in order and under the same ids, until they are answered", async () => {
    live();
    const first = connection.command({ t: "draw", turn: 3 });
    const second = connection.command({ t: "pass", turn: 3 });
    const ids = [first.id, second.id];
    expect(line().sent.slice(1).map((frame) => frame.id)).toEqual(ids);
    line().breaks();
    vi.advanceTimersByTime(500);
    line().opens();
    expect(line().sent).toHaveLength(1); // not before the welcome
    line().says(welcome);
    expect(line().sent.slice(1).map((frame) => frame.id)).toEqual(ids);
    line().says({ t: "ack", id: first.id, version: 5 });
    line().breaks();
    vi.advanceTimersByTime(1000);
    line().opens();
    line().says(welcome);
    expect(line().sent.slice(1).map((frame) => frame.id)).toEqual([second.id]);
    await expect(first.answer).resolves.toMatchObject({ t: "ack", version: 5 });
  });

  it("wait for the connection when they are made without one", () => {
    connection.start();
    const { id } = connection.command({ t: "draw", turn: 3 });
    line().opens();
    expect(line().named("draw")).toEqual([]);
    line().says(welcome);
    expect(line().named("draw")).toEqual([{ t: "draw", turn: 3, id }]);
  });

  it("bear ids that the protocol allows, each its own", () => {
    const ids = Array.from({ length: 20 }, () => connection.command({ t: "chat", text: "a" }).id);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  });

  it("go again when the store did not answer in time", async () => {
    live();
    const { id, answer } = connection.command({ t: "draw", turn: 3 });
    line().says({ t: "refused", id, code: "retry" });
    vi.advanceTimersByTime(500);
    expect(line().named("draw").map((frame) => frame.id)).toEqual([id, id]);
    line().says({ t: "refused", id, code: "stale" });
    await expect(answer).resolves.toMatchObject({ code: "stale" });
  });

  it("outlive a server that restarts", () => {
    live();
    const { id } = connection.command({ t: "draw", turn: 3 });
    line().says({ t: "refused", id, code: "restarting" });
    line().breaks(1012);
    vi.advanceTimersByTime(500);
    line().opens();
    line().says(welcome);
    expect(line().named("draw")).toEqual([{ t: "draw", turn: 3, id }]);
  });
});

describe("silence and gaps", () => {
  it("means reconnecting after 30 s without a frame", () => {
    live();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(status()).toBe("live");
    line().says({ t: "beat", now_ms: 1, version: 4 });
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(status()).toBe("live");
    vi.advanceTimersByTime(1);
    expect(status()).toBe("lost");
    expect(line().closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it("says hello anew when a version is missing, and shows nothing of what follows it", () => {
    live(4);
    line().says(step(6));
    expect(frames.filter((frame) => frame.t === "step")).toEqual([]);
    expect(lines).toHaveLength(2);
    line().opens();
    expect(line().named("hello")[0]).toMatchObject({ version: 4, tag: "tag4" });
  });

  it("passes over a version that it has seen", () => {
    live(4);
    line().says(step(5));
    line().says(step(5));
    expect(frames.filter((frame) => frame.t === "step")).toHaveLength(1);
  });

  it("asks again when the beat runs ahead and nothing comes", () => {
    live(4);
    line().says({ t: "beat", now_ms: 1, version: 5 });
    vi.advanceTimersByTime(BEHIND_MS);
    expect(lines).toHaveLength(2);
  });

  it("does not ask again when the step was on its way", () => {
    live(4);
    line().says({ t: "beat", now_ms: 1, version: 5 });
    line().says(step(5));
    vi.advanceTimersByTime(BEHIND_MS);
    expect(lines).toHaveLength(1);
  });

  it("ignores what an old socket still says", () => {
    live(4);
    const old = line();
    const heard = old.onmessage;
    old.breaks();
    heard?.(new MessageEvent("message", { data: JSON.stringify(step(5)) }));
    expect(frames.filter((frame) => frame.t === "step")).toEqual([]);
  });

  it("ignores what is not a frame", () => {
    live(4);
    line().onmessage?.(new MessageEvent("message", { data: "null" }));
    line().onmessage?.(new MessageEvent("message", { data: "{" }));
    expect(status()).toBe("live");
  });
});

describe("coming back", () => {
  it("waits longer each time, up to 10 s, half of it by chance", () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((n) => backoff(n, 1))).toEqual([500, 1000, 2000, 4000, 8000, BACKOFF_MAX_MS, BACKOFF_MAX_MS]);
    expect(backoff(0, 0)).toBe(250);
  });

  it("is at once when the network is there again", () => {
    live();
    line().breaks();
    vi.advanceTimersByTime(500);
    line().breaks();
    expect(lines).toHaveLength(2);
    window.dispatchEvent(new Event("online"));
    expect(lines).toHaveLength(3);
  });

  it("is at once when a page that slept becomes visible", () => {
    live();
    vi.setSystemTime(Date.now() + SILENCE_MS + 1); // timers stood still
    document.dispatchEvent(new Event("visibilitychange"));
    expect(lines).toHaveLength(2);
  });

  it("does not disturb a connection that is well", () => {
    live();
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("online"));
    expect(lines).toHaveLength(1);
  });
});

describe("the end of it", () => {
  it.each([
    [4004, "no_such_table"],
    [4001, "replaced"],
    [4005, "unwatched"],
    [1008, "abuse"],
  ])("close %i is final: %s", (code, gone) => {
    live();
    line().breaks(code);
    expect(states.at(-1)).toEqual(["gone", gone]);
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event("online"));
    expect(lines).toHaveLength(1);
  });

  it("says so when too many watch already", () => {
    connection.start();
    line().opens();
    line().says({ t: "refused", code: "too_many_watchers" });
    line().breaks(1013);
    expect(states.at(-1)).toEqual(["gone", "full"]);
  });

  it("comes back after a close for being slow", () => {
    live();
    line().breaks(1013);
    expect(status()).toBe("lost");
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it("does not send again what the server could not read, and gives up after three times", async () => {
    live();
    for (let time = 0; time < 3; time += 1) {
      const { answer } = connection.command({ t: "draw", turn: 1 });
      line().breaks(4003);
      await expect(answer).resolves.toMatchObject({ code: "malformed" });
      vi.advanceTimersByTime(BACKOFF_MAX_MS);
      if (time < 2) {
        line().opens();
        line().says(welcome);
        expect(line().named("draw")).toEqual([]);
      }
    }
    expect(states.at(-1)).toEqual(["gone", "outdated"]);
  });

  it("tries again by hand", () => {
    live();
    line().breaks(4001);
    connection.retry();
    expect(lines).toHaveLength(2);
    line().opens();
    line().says(welcome);
    expect(status()).toBe("live");
  });
});

it("finds the socket of the page's own host", () => {
  expect(socketUrl({ protocol: "http:", host: "192.168.1.5:8000" }, "mesa")).toBe("ws://192.168.1.5:8000/ws?table=mesa");
  expect(socketUrl({ protocol: "https:", host: "ochos.example" }, "mesa")).toBe("wss://ochos.example/ws?table=mesa");
});

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actions, Command, View } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import type { Send } from "../lib/table.svelte";
import Invite from "./Invite.svelte";
import Lobby from "./Lobby.svelte";

const T = "a".repeat(26);
let sent: Command[] = [];
let refusal = "";
let shown: Record<string, unknown> | null = null;
const send: Send = (command) => {
  sent.push(command);
  return Promise.resolve(refusal ? { t: "refused", code: refusal } : { t: "ack", id: "1", version: 2 });
};

function lobby(own: { seat: number; actions?: Actions } | null, maySit = false): void {
  const view: View = {
    table: T, phase: "lobby", rules: { preset: "especiales", wild: ["8"], draw: { "2": 2 } }, host: 0,
    seats: { "0": { holder: "person", person: 1 }, "1": { holder: "robot", robot: "tito" }, "2": { holder: "person", person: 2 }, "3": {} },
    ...(own ? { own } : {}),
  };
  const people = { names: { "1": "Lola", "2": "Ana" }, title: "Los viernes", muted: [], watchingOff: false };
  shown = mount(Lobby, { target: document.body, props: { view, people, presence: { online: { "0": true, "2": true }, watchers: 0 }, send, invite: "s3cret", maySit } });
  flushSync();
}

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find((one) => nameOf(one) === name);
  if (!found) throw new Error(`no button "${name}" among: ${names().join(" | ")}`);
  return found;
}

function names(): string[] {
  return [...document.querySelectorAll("button")].map(nameOf);
}

function nameOf(one: HTMLElement): string {
  const copy = one.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return (one.getAttribute("aria-label") ?? copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

function press(...labels: string[]): void {
  for (const label of labels) {
    button(label).click();
    flushSync();
  }
}

beforeEach(() => {
  sent = [];
  refusal = "";
  settings.language = "es";
  settings.name = "Marta";
});

afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.replaceChildren();
});

const HOST = { seat: 0, actions: { start: true, seats_to_fill: [3], removable: [1, 2], swap: true, leave: true } };

describe("the host", () => {
  it("deals, and seats robots anywhere or at a chosen seat", () => {
    lobby(HOST);
    press("Repartir", "Sentar un robot", "Asiento 4: Libre sentar un robot");
    expect(sent).toEqual([{ t: "start", match: 1 }, { t: "add_robot" }, { t: "add_robot", seat: 3 }]);
  });

  it("removes a robot at once, and a person after a question", () => {
    lobby(HOST);
    press("Asiento 2: Tito robot", "Quitar a Tito", "Asiento 3: Ana ya está aquí", "Quitar a Ana");
    expect(sent).toEqual([{ t: "remove_robot", seat: 1 }]);
    press("Quitar");
    expect(sent[1]).toEqual({ t: "remove", seat: 2 });
  });

  it("swaps two seats, the second may be free", () => {
    lobby(HOST);
    press("Asiento 3: Ana ya está aquí", "Cambiar sitios", "Asiento 4: Libre cambiar aquí");
    expect(sent).toEqual([{ t: "swap", seat: 2, other: 3 }]);
  });

  it("cannot deal while the view does not allow it", () => {
    lobby({ seat: 0, actions: { seats_to_fill: [3] } });
    expect(button("Repartir").disabled).toBe(true);
  });
});

describe("the link", () => {
  it.each([["sit", "puede sentarse"], ["watch", "puede mirar"], ["nothing", "no se deja mirar"]] as const)("says what it opens: %s", (may, words) => {
    shown = mount(Invite, { target: document.body, props: { link: "http://casa.local/t/x#y", title: "", may } });
    flushSync();
    expect(document.querySelector(".invite .soft")?.textContent).toContain(words);
  });
});

describe("a guest", () => {
  it("sits with the name they used last, at any seat or a touched one", () => {
    lobby(null, true);
    press("Sentarme", "Asiento 4: Libre sentarme aquí");
    expect(sent).toEqual([{ t: "sit", invite: "s3cret", name: "Marta" }, { t: "sit", invite: "s3cret", name: "Marta", seat: 3 }]);
  });

  it("is told why a wish is refused", async () => {
    refusal = "seat_taken";
    lobby(null, true);
    press("Sentarme");
    await vi.waitFor(() => expect(document.querySelector(".said")?.textContent).toContain("ya está ocupado"));
  });

  it("who sits can only leave or take another name", () => {
    lobby({ seat: 2, actions: { leave: true } });
    expect(names().filter((name) => /^(Repartir|Sentar|Quitar|Asiento 2)/.test(name))).toEqual([]);
    press("Asiento 3: Ana tú", "Dejar mi sitio", "Dejarlo");
    expect(sent).toEqual([{ t: "leave" }]);
  });

  it("without the link's secret only watches", () => {
    lobby(null, false);
    expect(names().filter((name) => /Sentarme/.test(name))).toEqual([]);
    expect(document.querySelector(".qr")).toBeNull();
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { flushSync, mount, unmount } from "svelte";
import type { View } from "../lib/protocol";
import { show, step, tap, text, type Shown } from "../table/harness";
import CutDeck from "./CutDeck.svelte";
import { deal, dealtNews, lobby, over, round, THEIRS } from "./sample";
import { digestOf } from "./shuffle";

const NAMES = { "1": "Ana", "2": "Bruno" };
let shown: Shown | undefined;
afterEach(async () => {
  await shown?.clear();
  shown = undefined;
  document.body.replaceChildren();
  localStorage.clear();
});

const wanted = (view: View): View => ({ ...view, own: { ...view.own, seat: 0, actions: { ...view.own?.actions, deposit: true } } });
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  flushSync();
};
const open = (): void => tap(document.querySelector(".seal") as HTMLElement);

/** In a lobby where bytes are wanted; gives those that went. */
async function inLobby(answer: "ack" | "refused"): Promise<{ seen: Shown; given: string }> {
  const seen = (shown = show(wanted(lobby()), NAMES));
  const [first] = seen.line.commands;
  const given = first?.t === "deposit" ? first.given : "";
  seen.line.answers[0]?.(answer === "ack" ? { t: "ack", id: "id1", version: 5 } : { t: "refused", id: "id1", code: "stale" });
  await settled();
  return { seen, given };
}

describe("the page", { timeout: 60_000 }, () => {
  it("adds 16 random bytes to the coming deal by itself, once", async () => {
    const { seen, given } = await inLobby("ack");
    expect(given).toMatch(/^[0-9a-f]{32}$/);
    step(seen, { seats: { "1": { cards: 0 } } });
    expect(seen.line.commands).toEqual([{ t: "deposit", deal: 1, given }]);
    expect(seen.table.waiting).toEqual([]);
  });

  it("says nothing when another tab was first, and gives to the next deal again", async () => {
    const { seen } = await inLobby("refused");
    expect(seen.table.refusal).toBeNull();
    step(seen, { own: { actions: { deposit: null } } });
    step(seen, { own: { actions: { deposit: true } }, next_seal: { deal: 2 } });
    expect(seen.line.commands.at(-1)).toMatchObject({ t: "deposit", deal: 2 });
  });

  it("warns aloud when what it added is left out, and shows why", async () => {
    const { seen, given } = await inLobby("ack");
    const digests = { "0": digestOf(given), "1": digestOf(THEIRS) };
    step(seen, { next_seal: { digests }, own: { actions: { deposit: null } } });
    expect(document.querySelector(".alarm[role=alert]")).toBeNull();
    const cheated = deal({ given: [[1, THEIRS]] });
    step(seen, round(cheated) as unknown as Record<string, unknown>, dealtNews(cheated));
    expect(text(".alarm[role=alert]")).toContain("dejó fuera el azar que puso tu dispositivo");
    open();
    expect(text(".sheet")).toContain("El reparto 1 no cuadra.");
  });

  it("ticks a deal that checks out, and says who added to it", async () => {
    const { seen, given } = await inLobby("ack");
    step(seen, { next_seal: { digests: { "0": digestOf(given) } }, own: { actions: { deposit: null } } });
    const fair = deal({ given: [[0, given]] });
    const view = { ...round(fair), seal: { ...fair.seal, missing: [1] } };
    step(seen, view as unknown as Record<string, unknown>, dealtNews(fair));
    open();
    expect(text(".sheet")).toContain("Pusieron azar: Tú. Sin azar de Bruno. Cortado por defecto, en la carta 26.");
    step(seen, over(fair, {}) as unknown as Record<string, unknown>, [{ t: "round_over", how: "out", round: 1 }]);
    expect(text(".sheet")).toContain("Comprobado: todas las cartas salieron como estaba sellado.");
  });
});

describe("cutting the deck", () => {
  const view = { ...lobby(), own: { seat: 0, actions: { cut: 52 } } };

  it("is by default in half, and where one says otherwise", async () => {
    const sent: unknown[] = [];
    const panel = mount(CutDeck, { target: document.body, props: { view, act: (command: unknown) => sent.push(command) } });
    flushSync();
    expect(text("output")).toBe("Carta 26 de 52 · por defecto");
    const slider = document.querySelector("input") as HTMLInputElement;
    slider.value = "9";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    tap(document.querySelectorAll<HTMLElement>(".small")[1] as HTMLElement);
    expect(text("output")).toBe("Carta 10 de 52");
    expect(slider.getAttribute("aria-valuetext")).toBe("Carta 10 de 52");
    tap(document.querySelector(".btn") as HTMLElement);
    expect(sent).toEqual([{ t: "cut", deal: 1, place: 10 }]);
    await unmount(panel);
  });

  it("is not offered to who may not", async () => {
    const panel = mount(CutDeck, { target: document.body, props: { view: lobby(), act: () => undefined } });
    flushSync();
    expect(document.querySelector("fieldset")).toBeNull();
    await unmount(panel);
  });
});

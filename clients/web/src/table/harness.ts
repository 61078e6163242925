/** For tests: a match on the screen, with a line whose answers the test gives. */

import { flushSync, mount, unmount } from "svelte";
import { vi } from "vitest";
import type { Answer, Connection } from "../lib/connection";
import type { Command, News, View } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import { TableState } from "../lib/table.svelte";
import Match from "./Match.svelte";

/** A connection whose answers the test gives. */
export class Line {
  commands: Command[] = [];
  answers: ((answer: Answer) => void)[] = [];
  command(command: Command): { id: string; answer: Promise<Answer> } {
    this.commands.push(command);
    return { id: `id${this.commands.length}`, answer: new Promise((resolve) => this.answers.push(resolve)) };
  }
  async refuses(code: string): Promise<void> {
    this.answers.at(-1)?.({ t: "refused", id: `id${this.commands.length}`, code });
    await Promise.resolve();
    await Promise.resolve();
    flushSync();
  }
}

export interface Shown {
  line: Line;
  table: TableState;
  clear: () => Promise<void>;
}

/** Shows a view as a seated person sees it; `names` by the person's number. */
export function show(view: View, names: Record<string, string>): Shown {
  vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  Element.prototype.getAnimations = () => [];
  Element.prototype.animate = () => ({ cancel: () => undefined, finished: Promise.resolve() }) as unknown as Animation;
  HTMLDialogElement.prototype.showModal = function (): void { this.open = true; };
  HTMLDialogElement.prototype.close = function (): void { this.open = false; };
  sessionStorage.clear();
  Object.assign(settings, { language: "es", sort: "suit", oneTap: false, autoPass: false, keys: true });
  const line = new Line();
  const table = new TableState("t", "", () => line as unknown as Connection);
  table.take({ t: "welcome", table: "t", server: "0", seat: 0, now_ms: Date.now() });
  table.take({ t: "snapshot", version: 4, tag: "a", at_ms: 1, view });
  table.take({ t: "people", names, title: "Los viernes" });
  const screen = mount(Match, { target: document.body, props: { table } });
  flushSync();
  const clear = async (): Promise<void> => {
    await unmount(screen);
    vi.unstubAllGlobals();
  };
  return { line, table, clear };
}

export const card = (code: string): HTMLElement => document.querySelector(`[data-card="${code}"]`) as HTMLElement;
export const button = (name: string, within = ".acts"): HTMLButtonElement =>
  [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find((one) => one.textContent?.includes(name)) as HTMLButtonElement;
export const said = (who: string): string => document.querySelector(`[data-announcer="${who}"]`)?.textContent?.trim() ?? "";
export const text = (selector: string): string => (document.querySelector(selector)?.textContent ?? "").replace(/\s+/g, " ").trim();

export function tap(element: HTMLElement): void {
  element.click();
  flushSync();
}

export function press(key: string): void {
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

export function step({ table }: Shown, patch: Record<string, unknown>, news: News[] = []): void {
  table.take({ t: "step", version: table.version + 1, tag: "b", at_ms: 2, patch, news });
  flushSync();
}

/** The table-making form: what the server offers, and what is asked of it. No rule is known here. */

import type { RulesText } from "../rules/page";

export type Value = boolean | number | string | null | string[] | Record<string, number>;

export interface Switch {
  key: string;
  kind: "yes_no" | "choice" | "number" | "ranks" | "rank_numbers" | "fault_numbers";
  title_es: string;
  title_en: string;
  values?: string[];
  least?: number;
  most?: number;
  none?: boolean; // the number may be left open
}

export interface Preset {
  key: string;
  seats: number; // that are usual
  seats_least: number;
  seats_most: number;
  switches: Record<string, Value>;
  facts?: Facts;
}

/** What simulated play says of some rules: averages, with so many seats. */
export interface Facts {
  seats: number;
  rounds_a_match: number;
  turns_a_round: number;
  drawn_a_round: number; // cards
  blocked: number; // share of rounds
  minutes: number; // of a match, at a person's pace
}

/** A named variant: the switches that it sets, and the presets that it is made for. */
export interface Variant {
  key: string;
  presets: string[];
  switches: Record<string, Value>;
  title_es: string;
  title_en: string;
  facts?: Record<string, Facts>; // by preset
}

export interface Offer {
  presets: Preset[];
  switches: Switch[];
  variants?: Variant[];
  usual: string; // the preset to begin with
}

/** What a choice of switches comes to, as the server sees it. */
export interface Checked {
  preset: string;
  set: Record<string, Value>;
  code: string;
  fingerprint: string;
  page: RulesText;
}

export interface Wish {
  preset: string;
  seats: number;
  name: string;
  title: string;
  set: Record<string, Value>;
}

export interface Made {
  table: string;
  invite: string;
  path: string;
}

export interface Refusal {
  code: string;
  facts: Record<string, unknown>;
}

/** What the server offers. Raises: Error if it does not answer. */
export async function fetchOffer(): Promise<Offer> {
  const answer = await fetch("/api/rules", { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`/api/rules: ${answer.status}`);
  return (await answer.json()) as Offer;
}

/** Makes the table, or says why not. Raises: Error if the server does not answer. */
export async function makeTable(wish: Wish): Promise<{ made: Made } | { refused: Refusal }> {
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(wish),
  });
  if (answer.ok) return { made: (await answer.json()) as Made };
  const told = (await answer.json()) as Partial<Refusal>;
  return { refused: { code: told.code ?? "unknown", facts: told.facts ?? {} } };
}

export type Verdict = { kind: "good"; checked: Checked } | { kind: "bad"; refusal: Refusal } | { kind: "silent" };

/** Whether a choice can be played, and what it comes to. */
export async function checkRules(wish: Pick<Wish, "preset" | "seats" | "set">, lang: string): Promise<Verdict> {
  return verdict(() =>
    fetch("/api/rules/check", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ ...wish, lang }),
    }),
  );
}

/** The rules that a code stands for. */
export function rulesByCode(code: string, lang: string): Promise<Verdict> {
  return verdict(() => fetch(`/api/rules/${encodeURIComponent(code)}?lang=${lang}`, { headers: { accept: "application/json" } }));
}

async function verdict(ask: () => Promise<Response>): Promise<Verdict> {
  try {
    const answer = await ask();
    if (answer.ok) return { kind: "good", checked: (await answer.json()) as Checked };
    const told = (await answer.json()) as Partial<Refusal>;
    return told.code === "bad_rules" ? { kind: "bad", refusal: { code: told.code, facts: told.facts ?? {} } } : { kind: "silent" };
  } catch {
    return { kind: "silent" };
  }
}

/** Whether all that a variant sets stands so in the form. */
export function isOn(variant: Variant, preset: Preset, chosen: Record<string, Value>): boolean {
  return Object.entries(variant.switches).every(([key, value]) => equal(valueOf(preset, chosen, key), value));
}

/** The choice with a variant switched on, or off again: back to what the preset says. */
export function toggled(variant: Variant, preset: Preset, chosen: Record<string, Value>): Record<string, Value> {
  if (!isOn(variant, preset, chosen)) return { ...chosen, ...variant.switches };
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => !(key in variant.switches)));
}

/** A switch's value as it now stands in the form. */
export function valueOf(preset: Preset, chosen: Record<string, Value>, key: string): Value {
  return key in chosen ? (chosen[key] as Value) : (preset.switches[key] ?? null);
}

/** What was chosen and differs from the preset; only that is sent. */
export function changes(preset: Preset, chosen: Record<string, Value>): Record<string, Value> {
  const different = Object.entries(chosen).filter(([key, value]) => !equal(value, preset.switches[key] ?? null));
  return Object.fromEntries(different.map(([key, value]) => [key, value === null ? "none" : value]));
}

function equal(a: Value, b: Value): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: Value): unknown {
  if (Array.isArray(value)) return [...value].sort();
  if (typeof value === "object" && value !== null) return Object.entries(value).sort();
  return value;
}

/** A short list of numbers is shown as buttons, a long one as a field. */
export function numberChoices({ least = 0, most = 0, none = false }: Switch): (number | null)[] | null {
  if (most - least > 4) return null;
  const numbers: (number | null)[] = Array.from({ length: most - least + 1 }, (_, n) => least + n);
  return none ? [...numbers, null] : numbers;
}

/** The two switches that a refusal names; the same one twice counts once. */
export function switchesAtOdds(refusal: Refusal): string[] {
  const named = [refusal.facts.switch, refusal.facts.other].filter((key): key is string => typeof key === "string");
  return [...new Set(named)];
}

/** The rules of a table in plain words, as the server writes them. */

import { language } from "../lib/settings.svelte";

export interface Section {
  title: string;
  sentences: string[];
}

export interface RulesText {
  title: string;
  goal?: string;
  sections: Section[];
  code?: string;
  fingerprint?: string;
  credits?: string[];
  house?: string[]; // what was changed of the preset
}

export type Found = { kind: "text"; text: RulesText } | { kind: "unknown" } | { kind: "silent" };

/** The rules of a table, in the language in use. */
export function rulesOfTable(table: string): Promise<Found> {
  return asked(`/api/tables/${table}/rules?lang=${language()}`, (answer) => answer as RulesText);
}

/** The rules that a code stands for. */
export function rulesOfCode(code: string): Promise<Found> {
  return asked(`/api/rules/${encodeURIComponent(code)}?lang=${language()}`, (answer) => (answer as { page: RulesText }).page);
}

async function asked(address: string, read: (answer: unknown) => RulesText): Promise<Found> {
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (answer.ok) return { kind: "text", text: read(await answer.json()) };
    return { kind: answer.status >= 500 || answer.status === 429 ? "silent" : "unknown" };
  } catch {
    return { kind: "silent" };
  }
}

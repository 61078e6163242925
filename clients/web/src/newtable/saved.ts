/** Rules that somebody keeps under a name, in this browser only. */

import type { Value } from "./form";

export interface SavedRules {
  name: string;
  preset: string;
  set: Record<string, Value>;
}

const KEY = "ochos.rules";
const SAVED_MAX = 20;
export const RULES_NAME_MAX = 30;

export function savedRules(): SavedRules[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isSaved).slice(0, SAVED_MAX) : [];
  } catch {
    return []; // storage is closed, or holds what is not ours
  }
}

/** Keeps rules as the newest; the same name is written over. Gives all that are kept. */
export function saveRules(rules: SavedRules): SavedRules[] {
  const name = rules.name.trim().slice(0, RULES_NAME_MAX);
  return write([{ ...rules, name }, ...savedRules().filter((other) => other.name !== name)]);
}

export function dropRules(name: string): SavedRules[] {
  return write(savedRules().filter((rules) => rules.name !== name));
}

function write(all: SavedRules[]): SavedRules[] {
  const kept = all.slice(0, SAVED_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is closed or full: the rules hold for this visit, and their link for ever.
  }
  return kept;
}

function isSaved(found: unknown): found is SavedRules {
  if (typeof found !== "object" || found === null) return false;
  const { name, preset, set } = found as Record<string, unknown>;
  return typeof name === "string" && name !== "" && typeof preset === "string" && typeof set === "object" && set !== null && !Array.isArray(set);
}

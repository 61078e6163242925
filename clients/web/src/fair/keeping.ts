/** What was witnessed outlives a reload of the page, in this browser alone. */

import { NOTHING_SEEN, type Witness } from "./witness";

export function recallWitness(table: string): Witness {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(table)) ?? "null");
    return isWitness(found) ? found : NOTHING_SEEN;
  } catch {
    return NOTHING_SEEN;
  }
}

export function keepWitness(table: string, witness: Witness): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(witness));
  } catch {
    // Storage is closed or full: after a reload less can be checked.
  }
}

function key(table: string): string {
  return `ochos.seal.${table}`;
}

function isWitness(found: unknown): found is Witness {
  return typeof found === "object" && found !== null && "past" in found && Array.isArray(found.past) && "coming" in found && "playing" in found && "version" in found;
}

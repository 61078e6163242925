import { beforeEach, describe, expect, it } from "vitest";
import { keptReceipts, roundReceipts, short } from "../acta/receipts";
import type { Connection } from "../lib/connection";
import { TableState } from "../lib/table.svelte";
import { deal, dealtNews, lobby, over, round } from "./sample";
import { alarmOf } from "./witness";

const ONE = "1a".repeat(32);
const OTHER = "2b".repeat(32);

/** A table as one browser sees it; nothing is sent. */
function visit(): TableState {
  const line = { command: () => ({ id: "", answer: new Promise(() => undefined) }) };
  return new TableState("t", "", () => line as unknown as Connection);
}
const beat = (table: TableState, version: number, digest: string): void => table.take({ t: "beat", now_ms: Date.now(), version, digest });

/** A round from the lobby to its end, which is version 3. */
function aRound(table: TableState): void {
  const dealt = deal();
  table.take({ t: "snapshot", version: 1, tag: "a", at_ms: 1, view: lobby() });
  table.take({ t: "step", version: 2, tag: "b", at_ms: 2, patch: round(dealt) as unknown as Record<string, unknown>, news: dealtNews(dealt) });
  table.take({ t: "step", version: 3, tag: "c", at_ms: 3, patch: over(dealt, {}) as unknown as Record<string, unknown>, news: [{ t: "round_over", how: "out", round: 1 }] });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("the letters of a table", () => {
  it("are the same for two who were told one history, and others for two histories", () => {
    const [ana, beto, carla] = [visit(), visit(), visit()];
    for (const table of [ana, beto]) beat(table, 7, ONE);
    beat(carla, 7, OTHER);
    const letters = [ana, beto, carla].map(({ receipt }) => [receipt?.version, short(receipt?.digest ?? "")]);
    expect(letters[0]).toEqual(letters[1]);
    expect(letters[0]).not.toEqual(letters[2]);
  });

  it("are kept of the very end of a round, whatever is told later", () => {
    const table = visit();
    aRound(table);
    beat(table, 3, ONE);
    beat(table, 5, OTHER);
    expect(roundReceipts("t").get("1.1")).toEqual({ version: 3, digest: ONE });
    expect(keptReceipts("t").map(({ version }) => version)).toEqual([3, 5]);
  });

  it("are kept of it also by who leaves, to whom it comes whole", () => {
    const table = visit();
    const dealt = deal();
    table.take({ t: "snapshot", version: 2, tag: "b", at_ms: 2, view: round(dealt) });
    table.take({ t: "snapshot", version: 3, tag: "c", at_ms: 3, view: over(dealt, {}) });
    beat(table, 3, ONE);
    expect(roundReceipts("t").get("1.1")?.version).toBe(3);
  });

  it("are not those of a round's end where that was not heard", () => {
    const table = visit();
    aRound(table);
    beat(table, 4, ONE);
    expect(roundReceipts("t").size).toBe(0);
  });
});

describe("a server that tells one browser two histories", () => {
  it("is found out once no reset has followed, and what it said stays kept", () => {
    const table = visit();
    beat(table, 7, ONE);
    beat(table, 7, OTHER);
    expect(alarmOf(table.witness)).toBeNull();
    table.take({ t: "presence" });
    expect(alarmOf(table.witness)).toEqual({ deal: 0, fault: "twice" });
    expect(keptReceipts("t")).toEqual([{ version: 7, digest: ONE }, { version: 7, digest: OTHER }]);
  });

  it("is found out after the page was loaded anew, and stays so", () => {
    beat(visit(), 7, ONE);
    const again = visit();
    beat(again, 7, OTHER);
    again.take({ t: "presence" });
    expect(alarmOf(visit().witness)?.fault).toBe("twice");
  });

  it("is not accused of repeating itself, of nonsense, or of a reset that it told", () => {
    const table = visit();
    beat(table, 7, ONE);
    beat(table, 7, ONE);
    beat(table, 7, "no digest");
    table.take({ t: "reset" });
    beat(table, 7, OTHER);
    expect(alarmOf(table.witness)).toBeNull();
    expect(table.receipt?.digest).toBe(OTHER);
  });
});

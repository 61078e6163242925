import { describe, expect, it } from "vitest";
import { mergePatch } from "./patch";

describe("merge patch", () => {
  // The table of RFC 7396, appendix A
  const cases: [unknown, unknown, unknown][] = [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [["a", "b"], ["c", "d"], ["c", "d"]],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  it.each(cases)("%j patched by %j is %j", (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("keeps what the patch does not name as the very same object", () => {
    const view = { seats: { "0": { cards: 5 }, "1": { cards: 4 } }, own: { hand: ["7H"] } };
    const next = mergePatch(view, { seats: { "1": { cards: 3 } } }) as typeof view;
    expect(next.own).toBe(view.own);
    expect(next.seats["0"]).toBe(view.seats["0"]);
    expect(view.seats["1"].cards).toBe(4);
  });

  it("reaches no prototype", () => {
    const patched = mergePatch({}, JSON.parse('{"__proto__":{"cards":9}}')) as Record<string, unknown>;
    expect(({} as Record<string, unknown>).cards).toBeUndefined();
    expect(patched.cards).toBeUndefined();
  });
});

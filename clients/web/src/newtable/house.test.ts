import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { has, t } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import { factWords, shorterOf } from "./facts";
import { isOn, toggled, type Preset, type Switch, type Value, type Variant } from "./form";
import { grouped, ranksOf } from "./groups";
import { dropRules, savedRules, saveRules } from "./saved";

const server = (file: string): string => readFileSync(join(import.meta.dirname, "../../../../server/rules", file), "utf-8");
// The rows as they stand in the server's source: key, kind and the rest of the row.
const rows = server("switches.py")
  .split("\n    Switch(")
  .slice(1)
  .map((row) => ({ key: /^"([a-z_]+)"/.exec(row)?.[1] ?? "", kind: /^"[a-z_]+", "([a-z_]+)"/.exec(row)?.[1] ?? "", rest: row }));
const switches = rows.map(({ key, kind }) => ({ key, kind, title_es: "", title_en: "" })) as Switch[];

beforeEach(() => {
  localStorage.clear();
  settings.language = "es";
});

describe("the switches", () => {
  it("are all in a group that means something", () => {
    expect(switches.length).toBeGreaterThan(38);
    const groups = grouped(switches);
    expect(groups.flatMap((group) => group.rows)).toHaveLength(switches.length);
    expect(groups.find((group) => group.key === "more")).toBeUndefined();
    expect(grouped([...switches, { ...(switches[0] as Switch), key: "brand_new" }]).at(-1)?.rows.map(({ key }) => key)).toEqual(["brand_new"]);
  });

  it.each(["es", "en"] as const)("have their words, and each of their values, in %s", (lang) => {
    settings.language = lang;
    const named = rows.flatMap(({ key, rest }) => [`switch-${key}`, ...valuesIn(rest).map((value) => `switch-${key}-${value}`)]);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((id) => !has(id))).toEqual([]);
  });

  it.each(["es", "en"] as const)("say in %s why they do not go together", (lang) => {
    settings.language = lang;
    const ftl = readFileSync(join(import.meta.dirname, `../../../locales/${lang}/pages.ftl`), "utf-8");
    const conflict = ftl.slice(ftl.indexOf("new-conflict ="), ftl.indexOf("new-switch-yes"));
    const whys = [...server("door.py").matchAll(/RulesConflict\([^()]*,\s*"([a-z_]+)"\)/g)].map((hit) => hit[1] ?? "").filter((why) => why !== "unknown");
    expect(whys.length).toBeGreaterThan(12);
    expect(whys.filter((why) => !conflict.includes(`[${why}]`))).toEqual([]);
  });
});

function valuesIn(rest: string): string[] {
  const values = /values=\(([^)]*)\)/.exec(rest)?.[1] ?? "";
  return [...values.matchAll(/"([a-z_]+)"/g)].map((hit) => hit[1] ?? "");
}

describe("a named variant", () => {
  const preset: Preset = { key: "clasico", seats: 4, seats_least: 2, seats_most: 10, switches: { draw_limit: null, voluntary_draw: true, drawn_card: "may", skip: [] } };
  const one: Variant = { key: "draw_one", presets: ["clasico"], switches: { draw_limit: 1, voluntary_draw: false, drawn_card: "must" }, title_es: "", title_en: "" };
  const three: Variant = { ...one, key: "draw_three", switches: { ...one.switches, draw_limit: 3 } };

  it("sets all its switches at once, and puts them back", () => {
    const set = toggled(one, preset, { skip: ["Q"] });
    expect(set).toEqual({ skip: ["Q"], draw_limit: 1, voluntary_draw: false, drawn_card: "must" });
    expect(isOn(one, preset, set)).toBe(true);
    expect(toggled(one, preset, set)).toEqual({ skip: ["Q"] });
  });

  it("takes the place of one that sets the same", () => {
    const set = toggled(three, preset, toggled(one, preset, {}));
    expect([isOn(one, preset, set), isOn(three, preset, set)]).toEqual([false, true]);
  });

  it("is on as well when its switches were set one by one", () => {
    expect(isOn(one, preset, { drawn_card: "must", draw_limit: 1 })).toBe(false);
    expect(isOn(one, preset, { drawn_card: "must", draw_limit: 1, voluntary_draw: false })).toBe(true);
  });
});

describe("rules kept under a name", () => {
  const set: Record<string, Value> = { hand_size: 6 };

  it("come back as they were, the newest first, each name once", () => {
    saveRules({ name: "La abuela", preset: "familiar", set });
    saveRules({ name: " Los viernes ", preset: "jiujitsu", set: {} });
    expect(savedRules().map(({ name }) => name)).toEqual(["Los viernes", "La abuela"]);
    saveRules({ name: "La abuela", preset: "familiar", set: { hand_size: 9 } });
    expect(savedRules()).toEqual([{ name: "La abuela", preset: "familiar", set: { hand_size: 9 } }, { name: "Los viernes", preset: "jiujitsu", set: {} }]);
    expect(dropRules("La abuela").map(({ name }) => name)).toEqual(["Los viernes"]);
  });

  it("are let go of where the store holds something else", () => {
    localStorage.setItem("ochos.rules", JSON.stringify([{ name: "x" }, 7, { name: "y", preset: "clasico", set: [] }, { name: "z", preset: "clasico", set: {} }]));
    expect(savedRules().map(({ name }) => name)).toEqual(["z"]);
    localStorage.setItem("ochos.rules", "{");
    expect(savedRules()).toEqual([]);
  });
});

it("offers the ranks of the pack, and what was chosen of another", () => {
  expect(ranksOf("french54", ["8"]).at(-1)).toBe("JK");
  expect(ranksOf("jiujitsu", ["8", "Q"])).toEqual([..."123456789", "+", "~", "!", "+5", "EL", "Q"]);
});

it("tells what simulated play says, and nothing where it says nothing", () => {
  const facts = { seats: 4, rounds_a_match: 7.24, turns_a_round: 31.6, drawn_a_round: 22.6, minutes: 24.4, blocked: 0.001 };
  expect(factWords(undefined)).toBe("");
  expect(factWords(facts)).toBe("unos 24 min · 7,2 rondas de 32 turnos · 23 robadas");
  expect(factWords({ ...facts, rounds_a_match: 1, blocked: 0.12 })).toBe("unos 24 min · 1 ronda de 32 turnos · 23 robadas · 12 % sin salida");
  // Words that say nothing by themselves are explained below the numbers.
  for (const word of ["robots", "Robadas", "sin salida"]) expect(t("new-facts-about", { seats: 4 })).toContain(word);
});

describe("a shorter way to play", () => {
  const facts = (minutes: number) => ({ seats: 4, rounds_a_match: 1, turns_a_round: 1, drawn_a_round: 1, blocked: 0, minutes });
  const long = (minutes: number): Preset => ({ key: "jiujitsu", seats: 4, seats_least: 2, seats_most: 10, switches: {}, facts: facts(minutes) });
  const variant = (key: string, minutes: number): Variant => ({ key, presets: ["jiujitsu"], switches: {}, title_es: key, title_en: key, facts: { jiujitsu: facts(minutes) } });

  it("is told of a long game, and is at most half as long", () => {
    expect(shorterOf(long(291), [variant("limit_400", 289), variant("one_hour", 64), variant("two_hours", 120)])?.key).toBe("one_hour");
    expect(shorterOf(long(291), [variant("limit_400", 289)])).toBeUndefined();
    expect(shorterOf(long(60), [variant("quick", 20)])).toBeUndefined();
  });
});

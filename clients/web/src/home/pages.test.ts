import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";

const locales = import.meta.glob<string>("../../../locales/*/*.ftl", { query: "?raw", import: "default", eager: true });
const sources = import.meta.glob<string>(["../{home,newtable,lobby,replay,cards}/*.{ts,svelte}", "!**/*.test.ts"], {
  query: "?raw", import: "default", eager: true,
});

const idsOf = (lang: string, file = "") =>
  new Set(
    Object.entries(locales)
      .filter(([path]) => path.includes(`/${lang}/`) && path.endsWith(file))
      .flatMap(([, text]) => new FluentResource(text).body.map(({ id }) => id)),
  );

describe("the words of the pages", () => {
  it("are the same messages in both languages", () => {
    expect([...idsOf("en", "pages.ftl")]).toEqual([...idsOf("es", "pages.ftl")]);
  });

  it.each(["es", "en"])("are all there in %s", (lang) => {
    const ids = idsOf(lang);
    const asked = Object.values(sources).flatMap((text) => [...text.matchAll(/\b(?:t|has)\(\s*"([^"$]+)"/g)].map((hit) => hit[1] ?? ""));
    expect(asked.length).toBeGreaterThan(80);
    expect(asked.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("lose no message on the way into the bundle", () => {
    for (const [path, text] of Object.entries(locales)) {
      const written = [...text.matchAll(/^([a-z][\w-]*) =/gim)].map((hit) => hit[1]);
      expect(new FluentResource(text).body.map(({ id }) => id), path).toEqual(written);
    }
  });
});

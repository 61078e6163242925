/** Words: Fluent messages of clients/locales, in the language in use. */

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { rankKey, rankOf, suitOf } from "./cards";
import { language, settings, type Language } from "./settings.svelte";

export type Args = Record<string, FluentVariable>;

const files = import.meta.glob<string>(["../../../locales/*/*.ftl", "!**/cli.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const SPANISH_PACK = "espanola.ftl"; // suits and courts by their Spanish names, over the rest

const bundles: Record<Language, FluentBundle> = { es: bundle("es", false), en: bundle("en", false) };
const spanishPack: Record<Language, FluentBundle> = { es: bundle("es", true), en: bundle("en", true) };

/** The message in the language in use; a missing one shows its key, so that it is found. */
export function t(id: string, args?: Args): string {
  return format(current(), id, args);
}

/** Whether there is such a message in the language in use. */
export function has(id: string): boolean {
  return current().hasMessage(id);
}

/** As `t`, in a language of choice. */
export function words(lang: Language, id: string, args?: Args): string {
  return format(bundles[lang], id, args);
}

/** "7 de corazones": a card's name in words; a copy of the card is not told apart. */
export function cardName(card: string): string {
  return t("card", cardArgs(card));
}

/** A card as messages want it. */
export function cardArgs(card: string): { rank: string; suit: string } {
  return { rank: rankKey(rankOf(card)), suit: suitOf(card) || "none" };
}

function current(): FluentBundle {
  const named = settings.design === "espanola" && settings.spanishNames ? spanishPack : bundles;
  return named[language()];
}

function format(from: FluentBundle, id: string, args: Args = {}): string {
  const pattern = from.getMessage(id)?.value;
  if (!pattern) return id;
  const errors: Error[] = [];
  const text = from.formatPattern(pattern, args, errors);
  if (errors.length > 0 && import.meta.env.DEV) console.warn(id, errors);
  return text;
}

/** The time of day of a store time, as 19:02. */
export function clock(at_ms: number): string {
  return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at_ms);
}

function bundle(lang: Language, spanish: boolean): FluentBundle {
  const made = new FluentBundle(lang, { useIsolating: false });
  for (const path of Object.keys(files).sort()) {
    if (!path.includes(`/locales/${lang}/`) || path.endsWith(SPANISH_PACK)) continue;
    made.addResource(new FluentResource(files[path] ?? ""), { allowOverrides: true });
  }
  const names = files[`../../../locales/${lang}/${SPANISH_PACK}`];
  if (spanish && names) made.addResource(new FluentResource(names), { allowOverrides: true });
  return made;
}

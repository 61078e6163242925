/** Words: Fluent messages of clients/locales, in the language in use. */

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { language, type Language } from "./settings.svelte";

export type Args = Record<string, FluentVariable>;

const files = import.meta.glob<string>(["../../../locales/*/*.ftl", "!**/cli.ftl"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const bundles: Record<Language, FluentBundle> = { es: bundle("es"), en: bundle("en") };

/** The message in the language in use; a missing one shows its key, so that it is found. */
export function t(id: string, args?: Args): string {
  return words(language(), id, args);
}

/** Whether there is such a message in the language in use. */
export function has(id: string): boolean {
  return bundles[language()].hasMessage(id);
}

export function words(lang: Language, id: string, args?: Args): string {
  const pattern = bundles[lang].getMessage(id)?.value;
  if (!pattern) return id;
  const errors: Error[] = [];
  const text = bundles[lang].formatPattern(pattern, args ?? null, errors);
  if (errors.length > 0 && import.meta.env.DEV) console.warn(id, errors);
  return text;
}

/** "7 de corazones": a card's name in words; a copy of the card is not told apart. */
export function cardName(card: string): string {
  return t("card", { rank: t(`rank-${card[0]}`), suit: t(`suit-${card[1]}`) });
}

/** The time of day of a store time, as 19:02. */
export function clock(at_ms: number): string {
  return new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at_ms);
}

/** "el 7, la reina o un 8": items joined as the language does. */
export function list(items: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(items);
}

function bundle(lang: Language): FluentBundle {
  const made = new FluentBundle(lang, { useIsolating: false });
  for (const path of Object.keys(files).sort()) {
    if (path.includes(`/locales/${lang}/`)) made.addResource(new FluentResource(files[path] ?? ""), { allowOverrides: true });
  }
  return made;
}

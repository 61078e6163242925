/** Names of switches and of their values; what this page cannot word itself, the server's row does. */

import { has, t } from "../lib/i18n";
import { language } from "../lib/settings.svelte";
import type { Offer, Switch } from "./form";

export function switchTitle(offer: Offer | null, key: string): string {
  if (has(`switch-${key}`)) return t(`switch-${key}`);
  const row = offer?.switches.find((one) => one.key === key);
  if (!row) return key;
  return language() === "es" ? row.title_es : row.title_en;
}

export function switchAbout(key: string): string {
  return has(`switch-${key}-about`) ? t(`switch-${key}-about`) : "";
}

export function choiceWords(row: Switch, value: string | number | null): string {
  if (value === null) return t("new-switch-none", { key: row.key });
  const id = `switch-${row.key}-${value}`;
  return has(id) ? t(id) : String(value);
}

/** What each person chooses for themselves; kept in this browser only. */

export type Language = "es" | "en";
export type Theme = "auto" | "light" | "dark";
export type Cloth = "salmon" | "salvia" | "anil" | "limon";
export type Design = "francesa-4" | "francesa-2" | "espanola";
export type Motion = "auto" | "normal" | "quick" | "none";
export type Sort = "suit" | "rank" | "dealt";

export interface Settings {
  language: Language | ""; // "" = as the browser
  theme: Theme;
  cloth: Cloth;
  contrast: boolean;
  design: Design;
  spanishNames: boolean; // with the Spanish faces: copas, not corazones
  motion: Motion;
  sort: Sort;
  oneTap: boolean; // a tap plays at once
  autoPass: boolean; // "pasar solo"
  keys: boolean; // single-letter keys
  sound: boolean;
  name: string; // the last name used to sit
}

const KEY = "ochos.settings";

const DEFAULTS: Settings = {
  language: "",
  theme: "auto",
  cloth: "salmon",
  contrast: false,
  design: "francesa-4",
  spanishNames: false,
  motion: "auto",
  sort: "suit",
  oneTap: false,
  autoPass: false,
  keys: true,
  sound: false,
  name: "",
};

const CHOICES: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ["", "es", "en"],
  theme: ["auto", "light", "dark"],
  cloth: ["salmon", "salvia", "anil", "limon"],
  design: ["francesa-4", "francesa-2", "espanola"],
  motion: ["auto", "normal", "quick", "none"],
  sort: ["suit", "rank", "dealt"],
};

/** The choices of this browser. Assigning a field redraws what reads it and is remembered. */
export const settings: Settings = $state(read());

$effect.root(() => {
  $effect(() => {
    write({ ...settings });
    show(settings);
  });
});

/** The language in use: the chosen one, else the browser's, else Spanish. */
export function language(): Language {
  return settings.language || browserLanguage(navigator.languages ?? [navigator.language]);
}

export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short === "es" || short === "en") return short;
  }
  return "es";
}

/** Whether nothing may travel on the screen. */
export function motionOff(): boolean {
  if (settings.motion === "none") return true;
  if (settings.motion === "normal" || settings.motion === "quick") return false;
  return matches("(prefers-reduced-motion: reduce)");
}

export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && matches("(prefers-color-scheme: dark)"));
}

function matches(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

/** Known fields of the right kind; anything else in the store is ignored. */
export function sane(found: unknown): Settings {
  const kept: Settings = { ...DEFAULTS };
  if (typeof found !== "object" || found === null) return kept;
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
    const value = (found as Record<string, unknown>)[key];
    if (typeof value !== typeof DEFAULTS[key]) continue;
    const choices = CHOICES[key] as readonly unknown[] | undefined;
    if (choices && !choices.includes(value)) continue;
    Object.assign(kept, { [key]: value });
  }
  return kept;
}

function read(): Settings {
  try {
    return sane(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return { ...DEFAULTS }; // storage is closed, or holds what is not ours
  }
}

function write(now: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Storage is closed or full: the choices hold for this visit.
  }
}

function show(now: Settings): void {
  const root = document.documentElement;
  root.lang = language();
  setOrDrop(root, "data-theme", now.theme === "auto" ? "" : now.theme);
  setOrDrop(root, "data-cloth", now.cloth === "salmon" ? "" : now.cloth);
  setOrDrop(root, "data-contrast", now.contrast ? "more" : "");
  setOrDrop(root, "data-save", savesData() ? "yes" : "");
  setOrDrop(root, "data-motion", now.motion === "auto" ? "" : now.motion);
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

function setOrDrop(root: HTMLElement, name: string, value: string): void {
  if (value) root.setAttribute(name, value);
  else root.removeAttribute(name);
}

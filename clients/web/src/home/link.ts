/** Links to tables, as people paste them. */

const PATH = /^\/t\/([a-z2-7]{26})(\/replay)?\/?$/;
const BARE = /^([a-z2-7]{26})(#[A-Za-z0-9_-]{1,64})?$/;
const AROUND = /^[<("'«]+|[>)"'»,.;]+$/g; // what a message may put around a link

export interface Link {
  address: string; // path, query and fragment
  origin: string; // "" = this server
}

/** The table's address in what was pasted, or null. Words around a link do no harm. */
export function linkIn(text: string, here: { host: string }): Link | null {
  for (const word of text.trim().split(/\s+/)) {
    const found = linkOf(word.replace(AROUND, ""), here);
    if (found) return found;
  }
  return null;
}

function linkOf(word: string, here: { host: string }): Link | null {
  const bare = BARE.exec(word);
  if (bare) return { address: `/t/${bare[1]}${bare[2] ?? ""}`, origin: "" };
  const url = asUrl(word, here.host);
  const hit = url && PATH.exec(url.pathname);
  if (!url || !hit) return null;
  const address = `/t/${hit[1]}${hit[2] ?? ""}${url.search}${url.hash}`;
  return { address, origin: url.host === here.host ? "" : url.origin };
}

function asUrl(word: string, host: string): URL | null {
  const full = withScheme(word, host);
  return full && URL.canParse(full) ? new URL(full) : null;
}

function withScheme(word: string, host: string): string {
  if (/^https?:\/\//i.test(word)) return word;
  if (word.startsWith("/")) return `http://${host}${word}`;
  return /^[^:/]+(:\d{1,5})?\//.test(word) ? `http://${word}` : "";
}

/** Which page an address shows. The fragment of a table's link is its secret and stays private. */

export type Route =
  | { page: "home" }
  | { page: "new"; code: string } // of rules to begin with; "" = none
  | { page: "rules"; table: string; code: string } // of a table or of a code; both "" = all games
  | { page: "credits" }
  | { page: "table"; table: string; invite: string }
  | { page: "replay"; table: string } // "" = an exported file
  | { page: "verify"; table: string; match: number } // of this server; "" = only a file
  | { page: "code"; code: string } // that brings a seat to this device; "" = to be typed
  | { page: "missing" };

const TABLE = /^[a-z2-7]{26}$/;
const CODE = /^[a-z]+(\.[A-Za-z0-9_-]*)?$/;
const MATCH = /^[0-9]{1,6}$/;
const MOVE = /^[a-z]+-[a-z]+-[0-9]{3}$/;
const INVITE = /^[A-Za-z0-9_-]{1,64}$/;

/** The page of a path and fragment (`#` included or not). */
export function routeOf(path: string, hash: string): Route {
  const fragment = hash.replace(/^#/, "");
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return atRoot(fragment);
  const [first, table = "", third] = parts;
  if (first !== "t" || !TABLE.test(table) || parts.length > 3) return { page: "missing" };
  if (parts.length === 2) return { page: "table", table, invite: INVITE.test(fragment) ? fragment : "" };
  return third === "replay" ? { page: "replay", table } : { page: "missing" };
}

function atRoot(fragment: string): Route {
  const [name = "", value = ""] = cutOnce(fragment);
  if (name === "new" && (value === "" || CODE.test(value))) return { page: "new", code: value };
  if (name === "rules" && TABLE.test(value)) return { page: "rules", table: value, code: "" };
  if (name === "rules" && (value === "" || CODE.test(value))) return { page: "rules", table: "", code: value };
  if (name === "code" && (value === "" || MOVE.test(value))) return { page: "code", code: value };
  if (fragment === "credits") return { page: "credits" };
  if (name === "verify") return verifying(value);
  if (fragment === "replay") return { page: "replay", table: "" };
  return { page: "home" };
}

/** "TABLE.MATCH"; match 0 = the last one. */
function verifying(value: string): Route {
  const [table = "", match = "0"] = value.split(".");
  if (!TABLE.test(table) || !MATCH.test(match)) return { page: "verify", table: "", match: 0 };
  return { page: "verify", table, match: Number(match) };
}

function cutOnce(fragment: string): [string, string] {
  const at = fragment.indexOf("=");
  return at < 0 ? [fragment, ""] : [fragment.slice(0, at), fragment.slice(at + 1)];
}

let current: Route = $state.raw(routeOf(location.pathname, location.hash));

/** The page now shown. */
export function route(): Route {
  return current;
}

/** Goes to an address of ours without loading the page anew. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  look();
  scrollTo(0, 0);
}

/** For `onclick` of a link: follows it here, unless it asks for a new tab. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

function look(): void {
  current = routeOf(location.pathname, location.hash);
}

addEventListener("popstate", look);
addEventListener("hashchange", look);

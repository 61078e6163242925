/** A seat on the move: to another device by a code, or to a token that no other device has. */

import { randomHex } from "./random";

export interface Code {
  code: string;
  until_ms: number; // by the store's clock, as now_ms
  now_ms: number;
}

/** What the server said: an answer, or why not. */
export type Told<T> = { ok: true; told: T } | { ok: false; why: string };

/** A code for the seat that this browser holds. */
export function askCode(table: string): Promise<Told<Code>> {
  return post<Code>(`/api/tables/${table}/code`, {});
}

/** Brings the seat that the code is for to this browser; gives the table's address. */
export function enterCode(code: string): Promise<Told<{ path: string }>> {
  return post<{ path: string }>("/api/move", { code });
}

/** Holds the seat by a new token: whoever has the old one is out. Made once, and sent again as it is. */
export function renewToken(table: string, secret: string = randomHex(32)): Promise<Told<{ path: string }>> {
  return post<{ path: string }>(`/api/tables/${table}/token`, { secret });
}

/** Whether this browser holds a seat at the table. */
export async function isSeated(table: string): Promise<boolean> {
  try {
    const answer = await fetch(`/api/tables/${table}`, { headers: { accept: "application/json" } });
    const told = (await answer.json()) as { you?: unknown };
    return answer.ok && typeof told.you === "number" && told.you >= 0;
  } catch {
    return false;
  }
}

const CODE = /^\s*\p{L}+[^\p{L}\d]+\p{L}+[^\p{L}\d]+\d{3}\s*$/u;

/** Whether the text looks like such a code: two words and a number. */
export function looksLikeCode(text: string): boolean {
  return CODE.test(text);
}

async function post<T>(path: string, body: object): Promise<Told<T>> {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const told: unknown = await answer.json();
    if (answer.ok) return { ok: true, told: told as T };
    const why = (told as { code?: unknown }).code;
    return { ok: false, why: typeof why === "string" ? why : "unknown" };
  } catch {
    return { ok: false, why: "retry" };
  }
}

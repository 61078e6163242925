/** Where a match to watch again comes from: this server, or a file of one's own. */

import { BadFile, FILE_BYTES_MAX, readMatchFile, type MatchFile } from "./file";

export type Loaded =
  | { kind: "match"; file: MatchFile }
  | { kind: "bad"; fault: string; line: number }
  | { kind: "none"; why: "unknown" | "not_yet" | "silent" };

export function exportAddress(table: string, match: number): string {
  return `/api/tables/${table}/export${match > 0 ? `?match=${match}` : ""}`;
}

/** Where this server gives the acta of a match; 0 = the last one. */
export function actaAddress(table: string, match: number): string {
  return `/api/tables/${table}/export?format=acta${match > 0 ? `&match=${match}` : ""}`;
}

/** The match as this server tells it; 0 = the last one. */
export async function fromServer(table: string, match: number): Promise<Loaded> {
  try {
    const answer = await fetch(exportAddress(table, match));
    if (answer.ok) return fromBytes(new Uint8Array(await answer.arrayBuffer()));
    const told = (await answer.json().catch(() => ({}))) as { code?: string };
    if (told.code === "not_started") return { kind: "none", why: "not_yet" };
    return { kind: "none", why: answer.status === 404 ? "unknown" : "silent" };
  } catch {
    return { kind: "none", why: "silent" };
  }
}

/** The match in a file that was picked or dropped. Nothing of it leaves this browser. */
export async function fromFile(file: Blob): Promise<Loaded> {
  if (file.size > FILE_BYTES_MAX) return { kind: "bad", fault: "too_big", line: 0 };
  return fromBytes(new Uint8Array(await file.arrayBuffer()));
}

export function fromBytes(bytes: Uint8Array): Loaded {
  try {
    return { kind: "match", file: readMatchFile(bytes) };
  } catch (error) {
    if (error instanceof BadFile) return { kind: "bad", fault: error.fault, line: error.line };
    throw error;
  }
}

/** Title of the table and number of its matches, as far as the server tells. */
export async function aboutTable(table: string): Promise<{ title: string; matches: number }> {
  try {
    const answer = await fetch(`/api/tables/${table}`);
    const told = (await answer.json()) as { title?: string; match?: number };
    return { title: told.title ?? "", matches: told.match ?? 0 };
  } catch {
    return { title: "", matches: 0 };
  }
}

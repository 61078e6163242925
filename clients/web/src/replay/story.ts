/** The story beside the tape: one line a turn, of the round that is shown. */

import { logLines, whoSat, type LogLine } from "../lib/log";
import type { News } from "../lib/protocol";
import type { LogEntry } from "../lib/table.svelte";
import { roundAround, type Tape } from "./tape";

export interface StoryLine extends LogLine {
  at: number; // where on the tape it is told
}

/** Lines of the round around `at`; a line stands where its last news came. */
export function storyAround(tape: Tape, at: number, names: Record<string, string>): StoryLine[] {
  const { from, to } = roundAround(tape, at);
  const first = tape.moments[0]?.version ?? 0;
  const wild = tape.moments[from]?.view.rules.wild ?? [];
  const lines = logLines(entries(tape, from, to), -1, names, wild);
  return lines.map((line) => ({ ...line, at: line.version - first }));
}

/** What happened at `at`, in words; "" at a moment without news. */
export function toldAt(tape: Tape, at: number, names: Record<string, string>): string {
  const wild = tape.moments[at]?.view.rules.wild ?? [];
  return logLines(entries(tape, at, at + 1), -1, names, wild).map(({ text }) => text).join(" ");
}

/** The line that is being told: the first that is not over before `at`. */
export function lineHere(lines: readonly StoryLine[], at: number): StoryLine | undefined {
  return lines.find((line) => line.at >= at) ?? lines[lines.length - 1];
}

function entries(tape: Tape, from: number, to: number): LogEntry[] {
  return tape.moments.slice(from, to).map(({ version, at_ms, news, view }, index) => {
    const before = tape.moments[from + index - 1]?.view ?? null;
    return { version, at_ms, news: news.map(fromOutside), who: whoSat(before, view) };
  });
}

// The story is told as to somebody beside the table; the drawn cards themselves lie in the hands.
function fromOutside(news: News): News {
  if (news.t !== "drew") return news;
  const { own: _, ...told } = news;
  return told;
}

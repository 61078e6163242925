/** The story beside the tape: one line a turn, of the round that is shown. */

import { logLines, whoSat, type LogLine } from "../lib/log";
import { t } from "../lib/i18n";
import type { ChatLine, News } from "../lib/protocol";
import type { LogEntry } from "../lib/table.svelte";
import { roundAround, type Tape } from "./tape";

export interface StoryLine extends LogLine {
  at: number; // where on the tape it is told
}

/** Lines of the round around `at`; a line stands where its last news came, talk where it was said. */
export function storyAround(tape: Tape, at: number, names: Record<string, string>, chat: readonly ChatLine[] = []): StoryLine[] {
  const { from, to } = roundAround(tape, at);
  const first = tape.moments[0]?.version ?? 0;
  const told = logLines(entries(tape, from, to), -1, names, tape.moments[from]?.view.rules).map((line) => ({ ...line, at: line.version - first }));
  const said = chat.map((line) => spoken(line, tape, names)).filter((line) => line.at >= from && line.at < to);
  return [...told, ...said].sort((a, b) => a.at - b.at || a.at_ms - b.at_ms);
}

function spoken({ n, person, at_ms, text }: ChatLine, tape: Tape, names: Record<string, string>): StoryLine {
  const after = tape.moments.findIndex((moment) => moment.at_ms > at_ms);
  const at = Math.max(0, (after < 0 ? tape.moments.length : after) - 1);
  const line = t("chat-line", { who: names[String(person)] ?? t("somebody"), text });
  return { key: `chat${n}`, at_ms, version: 0, at, parts: { before: line, mark: "", after: "" }, text: line, strong: false };
}

/** What happened at `at`, in words; "" at a moment without news. */
export function toldAt(tape: Tape, at: number, names: Record<string, string>): string {
  return logLines(entries(tape, at, at + 1), -1, names, tape.moments[at]?.view.rules).map(({ text }) => text).join(" ");
}

/** The line that is being told: the first that is not over before `at`. */
export function lineHere(lines: readonly StoryLine[], at: number): StoryLine | undefined {
  const told = lines.filter((line) => line.version > 0);
  return told.find((line) => line.at >= at) ?? told[told.length - 1];
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

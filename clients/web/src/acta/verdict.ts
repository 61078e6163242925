/** What is said first of a checked acta. */

import { t } from "../lib/i18n";
import type { Report } from "./check";
import type { Judged } from "./receipts";

export const MARKS = { good: "✓", bad: "✗" };

const NO_LIE = ["no-acta", "too-big", "unknown-event"]; // these say all there is to say

export interface Verdict {
  good: boolean;
  text: string;
  more: string; // what to do about it
}

/** A file may be right in itself and still not what this browser was told. */
export function verdictOf({ bad, finished }: Report, receipts: readonly Judged[]): Verdict {
  if (bad) {
    const text = t("acta-not-fine", { mark: MARKS.bad, line: bad.line, why: t(`acta-why-${bad.why}`) });
    return { good: false, text, more: NO_LIE.includes(bad.why) ? "" : t("acta-page-bad") };
  }
  if (receipts.some(({ verdict }) => verdict === "bad")) return { good: false, text: t("acta-page-other", { mark: MARKS.bad }), more: t("acta-page-refuted") };
  return { good: true, text: t("acta-fine", { mark: MARKS.good }), more: finished ? t("acta-page-means") : "" };
}

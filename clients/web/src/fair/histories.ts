/** Holds every digest that a table tells against those that it told before, here and earlier. */

import { isDigest, keepReceipt, otherThan, refute, refuted, withdraw, type Receipt } from "../acta/receipts";
import type { ServerFrame, View } from "../lib/protocol";

const NONE: Receipt = { version: 0, digest: "" };

/** One table's receipts. What contradicts one of them counts, unless the table says itself that it
 * went back (`reset`), which it can only say after its greeting. */
export class Histories {
  /** The last one that was believed in this visit. */
  last: Receipt = NONE;
  /** Two receipts that contradict each other, as they were told. */
  contradiction: [Receipt, Receipt] | null;
  readonly #table: string;
  #greeting: Receipt | null = null; // of a welcome, until the frame after it
  #doubt: [Receipt, Receipt] | null = null; // what was kept, what was told

  constructor(table: string) {
    this.#table = table;
    this.contradiction = refuted(table);
  }

  /** A frame, the view as it is with it, and the version at which the last round ended. */
  hear(frame: ServerFrame, view: View | null, roundEnd = 0): void {
    if (frame.t === "reset") {
      this.#goBack();
      return;
    }
    this.#greeting = null;
    if (this.#doubt) {
      this.contradiction ??= this.#doubt;
      refute(this.#table, ...this.#doubt);
    }
    this.#doubt = null;
    if (frame.t !== "welcome" && frame.t !== "beat") return;
    const { version = 0, digest = "" } = frame;
    if (!version || !isDigest(digest)) return;
    this.#hold({ version, digest }, view ? `${view.match ?? 0}.${view.round ?? 0}` : "", version === roundEnd);
    if (frame.t === "welcome") this.#greeting = { version, digest };
  }

  #hold(receipt: Receipt, round: string, over = false): void {
    const known = otherThan(this.#table, receipt) ?? (receipt.version < this.last.version ? this.last : undefined);
    if (known) {
      this.#doubt = [known, receipt];
      return;
    }
    this.last = receipt;
    keepReceipt(this.#table, round, receipt);
    if (over) keepReceipt(this.#table, round, receipt, { over });
  }

  /** Nothing that was told before counts any more, but what has just been told. */
  #goBack(): void {
    withdraw(this.#table);
    this.#doubt = null;
    this.last = NONE;
    if (this.#greeting) this.#hold(this.#greeting, "");
  }
}

import { beforeEach, describe, expect, it } from "vitest";
import type { News, View } from "../lib/protocol";
import { keepWitness, recallWitness } from "./keeping";
import { bothGave, deal, dealtNews, lobby, MINE, over, round, SEED, THEIRS, type Dealt, type Wish } from "./sample";
import { commitment } from "./shuffle";
import { alarmOf, forgotten, gave, NOTHING_SEEN, witnessed, type Witness } from "./witness";

/** A visit from the lobby on; every view is one version. */
class Visit {
  witness: Witness = NOTHING_SEEN;
  #version = 0;

  see(view: View, news: News[] | null = []): this {
    this.#version += 1;
    this.witness = witnessed(this.witness, view, this.#version, news);
    return this;
  }
  give(): this {
    this.witness = gave(this.witness, 1, 0, MINE);
    return this;
  }
  inLobby(): this {
    return this.see(lobby(), null).give().see(lobby(bothGave));
  }
  play(dealt: Dealt): this {
    return this.see(round(dealt), dealtNews(dealt));
  }
  /** I draw the top of the stock; the other plays its first card; all is opened. */
  toTheEnd(dealt: Dealt, { drawn = dealt.stock[0] as string, seed = SEED } = {}): this {
    const [mine = [], theirs = []] = dealt.hands;
    const played = theirs[0] as string;
    this.see(round(dealt), [{ t: "drew", seat: 0, cards: 1, own: [drawn] }]);
    const left = { "0": { cards: [...mine, dealt.stock[0] as string], points: 9 }, "1": { cards: theirs.slice(1), points: 3 } };
    return this.see(over(dealt, left, seed), [{ t: "played", seat: 1, card: played, left: 4 }, { t: "round_over", how: "out", round: 1 }]);
  }
  get last(): unknown {
    const one = this.witness.past.at(-1);
    return one && [one.verdict, one.faults];
  }
}

const whole = (wish: Wish = {}): Visit => {
  const dealt = deal(wish);
  return new Visit().inLobby().play(dealt).toTheEnd(dealt);
};

beforeEach(() => localStorage.clear());

describe("a fair deal", () => {
  it("is found right, once", () => {
    const visit = whole();
    expect(visit.last).toEqual(["right", []]);
    expect(visit.see(over(deal(), {}), []).witness.past).toHaveLength(1);
    expect(alarmOf(visit.witness)).toBeNull();
  });

  it("is found right with a cut, and without anybody's bytes", () => {
    const cut = deal({ cut: 9 });
    expect(new Visit().inLobby().see(lobby({ ...bothGave, cutter: 1, cut: 9 })).play(cut).toTheEnd(cut).last).toEqual(["right", []]);
    const bare = deal({ given: [] });
    expect(new Visit().see(lobby(), null).play(bare).toTheEnd(bare).last).toEqual(["right", []]);
  });

  it("is followed through a rebuilt stock and a card taken back", () => {
    const dealt = deal();
    const [, theirs = []] = dealt.hands;
    const news: News[] = [
      { t: "played", seat: 1, card: theirs[0] as string, left: 4 }, { t: "taken_back", seat: 1, card: theirs[0] as string },
      { t: "played", seat: 1, card: theirs[1] as string, left: 4 },
      { t: "drew", seat: 1, cards: dealt.stock.length }, { t: "rebuilt", cards: 1 }, { t: "drew", seat: 0, cards: 1, own: [dealt.starter] },
    ];
    expect(new Visit().inLobby().play(dealt).see(round(dealt), news).see(over(dealt, {})).last).toEqual(["right", []]);
  });

  it("is only half seen by who was away, and not at all by who missed its end", () => {
    const dealt = deal();
    expect(new Visit().inLobby().play(dealt).see(round(dealt), null).toTheEnd(dealt).last).toEqual(["half", []]);
    expect(new Visit().see(round(dealt), null).toTheEnd(dealt).last).toEqual(["half", []]);
    const next = { ...round(dealt), seal: { ...dealt.seal, deal: 2 } };
    expect(new Visit().inLobby().play(dealt).see(next, null).last).toEqual(["unseen", []]);
  });

  it("is still checked whole after a reload of the page", () => {
    const dealt = deal();
    const visit = new Visit().inLobby().play(dealt);
    keepWitness("t", visit.witness);
    visit.witness = witnessed(recallWitness("t"), round(dealt), visit.witness.version, null);
    expect(visit.toTheEnd(dealt).last).toEqual(["right", []]);
  });
});

describe("a table that cheats is found out", () => {
  it("when it leaves out what I gave", () => {
    const visit = new Visit().inLobby().play(deal({ given: [[1, THEIRS]] }));
    expect(alarmOf(visit.witness)).toEqual({ deal: 1, fault: "left_out" });
  });

  it("also when it pretends that I was away", () => {
    const visit = new Visit().inLobby().see(round(deal({ given: [[1, THEIRS]] })), null);
    expect(alarmOf(visit.witness)?.fault).toBe("left_out");
  });

  it("when it leaves out or changes what another gave, or adds somebody's", () => {
    const faults = (wish: Wish): unknown => new Visit().inLobby().play(deal(wish)).witness.playing?.faults;
    expect(faults({ given: [[0, MINE]] })).toEqual(["left_out_other"]);
    expect(faults({ given: [[0, MINE], [1, MINE]] })).toEqual(["left_out_other"]);
    expect(faults({ given: [[0, MINE], [1, THEIRS], [2, THEIRS]] })).toEqual(["added"]);
  });

  it("when it says that my bytes are in, and deals without them", () => {
    expect(whole({ given: [[1, THEIRS]], listed: [[0, MINE], [1, THEIRS]] }).last).toEqual(["wrong", ["cards"]]);
  });

  it("when it changes the seed or the seal", () => {
    expect(whole({ seed: "5f".repeat(64) }).last).toEqual(["wrong", ["cards"]]);
    const dealt = deal();
    expect(new Visit().inLobby().play(dealt).toTheEnd(dealt, { seed: "5f".repeat(64) }).last).toEqual(["wrong", ["seed", "cards"]]);
    expect(new Visit().inLobby().play(dealt).toTheEnd(dealt, { seed: "no hex" }).last).toEqual(["wrong", ["seed", "cards"]]);
    const other = new Visit().inLobby().see(lobby({ ...bothGave, commitment: commitment("aa".repeat(64)) }));
    expect(alarmOf(other.play(dealt).witness)?.fault).toBe("changed");
  });

  it("also by who was away after the wrong card, or has left the table since", () => {
    const dealt = deal({ listed: [[0, MINE], [1, THEIRS]], given: [[1, THEIRS]] });
    expect(new Visit().inLobby().play(dealt).see(round(dealt), null).toTheEnd(dealt).last).toEqual(["wrong", ["cards"]]);
    const { own: _own, ...watching } = over(dealt, {});
    expect(new Visit().inLobby().play(dealt).see(watching, null).last).toEqual(["wrong", ["cards"]]);
  });

  it("when it cuts elsewhere than was cut", () => {
    const visit = new Visit().inLobby().see(lobby({ ...bothGave, cutter: 1, cut: 9 })).play(deal());
    expect(alarmOf(visit.witness)?.fault).toBe("cut");
  });

  it("when it gives me another card of the stock", () => {
    const dealt = deal();
    const visit = new Visit().inLobby().play(dealt).toTheEnd(dealt, { drawn: dealt.stock[1] as string });
    expect(visit.last).toEqual(["wrong", ["cards"]]);
    expect(alarmOf(visit.witness)).toEqual({ deal: 1, fault: "cards" });
  });
});

describe("nobody is accused", () => {
  it("of what I did not give, or gave from another seat", () => {
    const dealt = deal({ given: [] });
    expect(new Visit().see(lobby(), null).play(dealt).witness.playing?.faults).toEqual([]);
    const moved = new Visit().inLobby().see({ ...lobby(), own: { seat: 1 } }, null);
    expect(moved.play(dealt).witness.playing?.faults).toEqual([]);
  });

  it("of what others took back while I was away", () => {
    expect(new Visit().inLobby().see(round(deal({ given: [[0, MINE]] })), null).witness.playing?.faults).toEqual([]);
  });

  it("when the store went back to an older history", () => {
    const visit = new Visit().inLobby();
    visit.witness = forgotten(visit.witness);
    expect(visit.see(round(deal({ given: [] })), null).witness.playing?.faults).toEqual([]);
  });
});

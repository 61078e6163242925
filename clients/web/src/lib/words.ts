/** Sentences made of news, reasons and views; the messages are in game.ftl. */

import { CHOOSE, PLUS_FIVE, RED, rankKey } from "./cards";
import { cardArgs, cardName, t, type Args } from "./i18n";
import type { Facts, News, Own, PileView, RulesView } from "./protocol";
import { language } from "./settings.svelte";

/** Who is told: names by seat, and which seat is "tú"; and by which rules the table plays. */
export interface Listener {
  me: number;
  name: (seat: number) => string;
  rules?: Partial<RulesView> | undefined;
}

const NEVER = -1;

/** "el 7 de corazones" */
export function theCard(card: string): string {
  return t("the-card", cardArgs(card));
}

export function suitName(suit: string): string {
  return t(`suit-${suit}`);
}

/** "corazones, un 7 o un 8" */
export function orList(items: string[]): string {
  return joined(items, "or-list-last", "or-list-more");
}

/** "el 7 de corazones y la jota de picas" */
export function andList(items: string[]): string {
  return joined(items, "and-list-last", "and-list-more");
}

function joined(items: string[], last: string, more: string): string {
  if (items.length < 2) return items[0] ?? "";
  const [first = "", ...rest] = items;
  return t(rest.length === 1 ? last : more, { first, rest: joined(rest, last, more) });
}

export function aRank(rank: string): string {
  return t("a-rank", { rank: rankKey(rank) });
}

/** Ranks as people list them: where all the red ones are among them, "una roja" stands for them. */
export function rankWords(ranks: readonly string[] | undefined): string[] {
  const all = ranks ?? [];
  const reds = [PLUS_FIVE, CHOOSE];
  if (!reds.every((red) => all.includes(red))) return all.map(aRank);
  return [...all.filter((rank) => !reds.includes(rank)), RED].map(aRank);
}

/** What would serve now, in words: suit first, then ranks. */
export function serves(suit: string | undefined, ranks: readonly string[] | undefined): string {
  return orList([...(suit ? [suitName(suit)] : []), ...rankWords(ranks)]);
}

/** What the pile takes now, in words. */
export function pileServes(pile: PileView): string {
  return pile.unnamed ? t("anything-goes") : serves(pile.suit, pile.ranks);
}

/** One sentence for each thing that the news tells; skipped seats have one of their own. */
export function newsWords(news: News, to: Listener): string[] {
  if (news.t === "turn") return [...(news.skipped ?? []).map((seat) => t("news-skipped", who(seat, to))), turnWords(news, to)];
  if (news.t === "drew") return [drewWords(news, to)];
  if (news.t === "round_over") return roundOverWords(news, to);
  if (news.t === "swapped" && !to.name(news.other)) return [t("news-moved", who(news.seat, to))];
  if (news.t === "swapped" && !to.name(news.seat)) return [t("news-moved", who(news.other, to))];
  return [t(`news-${news.t}`, newsArgs(news, to))];
}

function turnWords(news: Extract<News, { t: "turn" }>, to: Listener): string {
  return t("news-turn", { ...who(news.seat, to), reversed: yes(news.reversed), pending: news.pending ?? 0, again: yes(news.again) });
}

function drewWords(news: Extract<News, { t: "drew" }>, to: Listener): string {
  const id = news.fine ? "news-fined" : "news-drew";
  const args = { cards: news.cards, fine: news.fine ?? "" };
  if (news.own && news.own.length > 0) return t(`${id}-own`, { ...args, list: andList(news.own.map(theCard)) });
  return t(id, { ...who(news.seat, to), ...args, penalty: news.penalty ?? 0 });
}

function roundOverWords(news: Extract<News, { t: "round_over" }>, to: Listener): string[] {
  const { eliminated = [], extra = [] } = news;
  const collects = yes((to.rules?.scoring ?? "winner_collects") === "winner_collects");
  const args = { ...who(news.winner ?? NEVER, to), how: news.how, round: news.round, gained: news.gained ?? 0, collects };
  return [
    t("news-round_over", args),
    ...eliminatedWords(eliminated, to),
    ...(extra.length > 0 ? [t("news-extra", { list: andList(extra.map(to.name)) })] : []),
  ];
}

/** Who is out of the match since this round; the listener is told first, and apart. */
export function eliminatedWords(eliminated: readonly number[], to: Pick<Listener, "me" | "name">): string[] {
  if (eliminated.length === 0) return [];
  const others = eliminated.filter((seat) => seat !== to.me);
  return [t("news-eliminated", { you: yes(others.length < eliminated.length), count: others.length, list: andList(others.map(to.name)) })];
}

type Plain = Exclude<News, { t: "turn" | "drew" | "round_over" }>;

function newsArgs(news: Plain, to: Listener): Args {
  switch (news.t) {
    case "sat":
      return { ...who(news.seat, to), robot: yes(news.robot) };
    case "left":
      return { ...who(news.seat, to), removed: yes(news.removed) };
    case "swapped":
      return { who: to.name(news.seat), other: to.name(news.other) };
    case "match_began":
      return { match: news.match, players: news.seats.length };
    case "dealt":
      return { ...who(news.dealer, to), round: news.round, card: theCard(news.top) };
    case "played":
      return playedArgs(news, to);
    case "rebuilt":
      return { cards: news.cards };
    case "named":
      return { ...who(news.seat, to), ...asked(news.suit) };
    case "passed":
      return { ...who(news.seat, to), announced: yes(news.announced), ...packArg(to) };
    case "announced":
    case "suit_demanded":
      return { ...who(news.seat, to), ...packArg(to) };
    case "fault_called":
      return { ...who(news.seat, to), accused: to.name(news.accused), accused_you: yes(news.accused === to.me), fault: news.fault || "none", ...packArg(to) };
    case "taken_back":
      return { ...who(news.seat, to), ...cardArgs(news.card) };
    case "went_out":
    case "deck_cut":
      return { ...who(news.seat, to), place: news.place };
    case "cut":
      return { ...who(news.dealer, to), list: news.cards.map(([seat, card]) => t("cut-one", { who: to.name(seat), card: theCard(card) })).join("; ") };
    case "match_over":
      return matchOverArgs(news, to);
    default:
      return who(news.seat, to);
  }
}

/** A play, as the messages about it want it. */
export function playedArgs(news: Extract<News, { t: "played" }>, to: Listener): Args {
  return {
    ...who(news.seat, to),
    ...cardArgs(news.card),
    left: news.left,
    ...asked(news.suit),
    unnamed: yes(news.unnamed),
    announced: yes(news.announced),
    ...packArg(to),
  };
}

function matchOverArgs(news: Extract<News, { t: "match_over" }>, to: Listener): Args {
  const loser = news.loser ?? NEVER;
  const winner = news.winner ?? NEVER;
  return {
    ...who(winner, to),
    how: news.how,
    won: yes(winner !== NEVER),
    loser: loser === NEVER ? "" : to.name(loser),
    loser_you: yes(loser !== NEVER && loser === to.me),
  };
}

function asked(suit: string | undefined): Args {
  return { asks: yes(suit), asked: suit ? suitName(suit) : "" };
}

function packArg(to: Listener): Args {
  return { pack: to.rules?.pack ?? "french52" };
}

function who(seat: number, to: Listener): Args {
  return { who: to.name(seat), you: yes(seat !== NEVER && seat === to.me) };
}

function yes(value: unknown): "yes" | "no" {
  return value ? "yes" : "no";
}

/** Why something is refused, and what can be done. */
export function reasonWords(code: string, facts: Facts, to: Listener): string {
  const id = `reason-${code}`;
  const text = t(id, reasonArgs(facts, to));
  return text === id ? t("reason-unknown", { code }) : text;
}

function reasonArgs(facts: Facts, to: Listener): Args {
  const seat = typeof facts.seat === "number" ? facts.seat : NEVER;
  const ranks = Array.isArray(facts.ranks) ? facts.ranks : [];
  const suit = typeof facts.suit === "string" ? facts.suit : "";
  return {
    ...who(seat, to),
    ...packArg(to),
    known: yes(seat !== NEVER || facts.at_ms),
    card: typeof facts.card === "string" ? theCard(facts.card) : "",
    top: typeof facts.top === "string" ? theCard(facts.top) : "",
    serves: serves(suit, ranks),
    choices: ranks.length,
    pending: typeof facts.pending === "number" ? facts.pending : 0,
    limit: typeof facts.limit === "number" ? facts.limit : 0,
    when: typeof facts.at_ms === "number" ? dateTime(facts.at_ms) : "",
    switch: String(facts.switch ?? ""),
    other: String(facts.other ?? ""),
  };
}

/** Why a card of one's own cannot be played now; "" if the view does not say. */
export function whyNotWords(card: string, own: Own, pile: PileView | undefined, turn: number, to: Listener): string {
  const why = own.why;
  if (!why?.play) return "";
  const facts: Facts = { card, seat: turn, pending: why.pending ?? 0, ranks: why.ranks ?? [] };
  if (why.suit) facts.suit = why.suit;
  if (pile) facts.top = pile.top;
  return reasonWords(why.play, facts, to);
}

/** "20 de noviembre, 19:02" */
export function dateTime(at_ms: number): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at_ms);
}

/** A sentence cut so that the name of a wild card can be marked. */
export interface Marked {
  before: string;
  mark: string;
  after: string;
}

export function marked(text: string, card: string): Marked {
  return cut(text, card ? cardName(card) : "");
}

/** A sentence in three: before, the marked words, after. */
export function cut(text: string, mark: string): Marked {
  const at = mark ? text.indexOf(mark) : -1;
  if (at < 0) return { before: text, mark: "", after: "" };
  return { before: text.slice(0, at), mark, after: text.slice(at + mark.length) };
}

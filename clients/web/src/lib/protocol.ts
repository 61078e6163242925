/** What travels between server and client, as types; server/protocol/ is the original. */

export type Suit = string;
export type Phase = "lobby" | "round" | "between" | "over" | "closed";
export type Direction = "" | "left" | "right";

export type Scoring = "winner_collects" | "losers_add" | "elimination" | "places" | "countdown";

export interface RulesView {
  preset: string;
  changed?: string[];
  packs?: number;
  target?: number;
  wild?: string[]; // ranks that go on anything and name a suit
  skip?: string[];
  reverse?: string[];
  draw?: Record<string, number>;
  keep?: string[]; // ranks that go on anything and keep the suit
  again?: string[];
  pack?: string; // absent: french52
  scoring?: Scoring; // absent: winner_collects
  lowest_wins?: boolean;
  honour?: boolean;
  calls?: "off" | "automatic" | "called"; // of the last card
  fine?: number;
  turn_seconds?: number;
  limit?: number;
  max_rounds?: number;
  time_limit?: number; // minutes
}

export interface SeatView {
  holder?: "" | "person" | "robot";
  person?: number;
  robot?: string;
  playing?: boolean;
  cards?: number;
  points?: number;
  wins?: number;
  accepted?: boolean;
  gone?: boolean;
  place?: number; // in this round, for those that went out
  eliminated?: boolean;
  waiting?: boolean; // sits this round out
  size?: number; // cards of its next deal, where it counts down
  said?: boolean; // has called the one card that it holds
}

export interface TurnView {
  seat: number;
  number: number;
  since_ms: number;
  drawn?: number;
  naming?: boolean; // a suit is owed before anything else
  namer?: number; // by this seat, if it is not the one in turn
  again?: boolean; // one more play, or pass
  paid?: number; // cards of the penalty that are drawn already
  ends_at_ms?: number;
  act?: number; // version of the latest act, which a call must cite
}

export interface PileView {
  top: string;
  suit: Suit;
  cards: number;
  named?: boolean;
  unnamed?: boolean; // nobody named the suit of the wild there: anything follows
  under?: string[];
  ranks?: string[];
}

export interface LeftHand {
  cards: string[];
  points: number;
  gained?: number;
}

export interface ResultView {
  how: "out" | "blocked" | "stopped" | "last";
  round: number;
  winner?: number;
  gained?: number;
  hands?: Record<string, LeftHand>;
  outs?: number[];
  eliminated?: number[];
  extra?: number[];
}

export type MatchEnd = "target" | "abandoned" | "absence" | "expired" | "last_left" | "rounds" | "time" | "places" | "countdown";

export interface EndView {
  how: MatchEnd;
  winner?: number;
  loser?: number;
  places?: Record<string, number>;
  rematch?: boolean;
  offered_by?: number;
  refused_by?: number;
}

export interface SealView {
  deal: number;
  commitment: string;
  seed?: string; // once the round is over
  contributions?: Record<string, string>; // seat → its 16 bytes, hex
  missing?: number[]; // people who gave nothing
  cut?: number; // cards taken off the top
  cut_by?: number; // absent: nobody cut
  order?: number[]; // seats as they were dealt to
  sizes?: number[]; // cards dealt to each of them
}

/** The coming deal. */
export interface NextSealView {
  deal: number;
  commitment: string;
  digests?: Record<string, string>; // seat → SHA-256 of what it gave
  cutter?: number; // the seat that may cut or has cut
  cut?: number; // where it has cut
}

/** What the seat may do now; the client offers these and nothing else. */
export interface Actions {
  play?: string[];
  suit_with?: string[];
  suits?: Suit[];
  draw?: number;
  passing?: boolean;
  name?: boolean;
  suit_free?: boolean; // the suit may be left out
  out_of_turn?: boolean; // it is another's turn: a play would be a fault
  announce?: boolean;
  announce_with?: string[];
  announce_pass?: boolean;
  call_fault?: number[];
  next_round?: boolean;
  offer_rematch?: boolean;
  answer_rematch?: boolean;
  abandon?: boolean;
  close_from_ms?: number;
  start?: boolean;
  seats_to_fill?: number[];
  removable?: number[];
  swap?: boolean;
  leave?: boolean;
  deposit?: boolean; // bytes for the coming deal are wanted
  cut?: number; // cards of the coming deck, if it may be cut
}

export interface WhyNot {
  play?: string;
  draw?: string;
  passing?: string;
  ranks?: string[];
  suit?: Suit;
  pending?: number;
}

export interface Own {
  seat: number;
  hand?: string[];
  drawn?: string[];
  fits?: string[]; // cards that go on the pile by the rules; not told in honour mode
  actions?: Actions;
  why?: WhyNot;
}

/** A table as one viewer sees it. What is absent is none, false, nought or empty. */
export interface View {
  table: string;
  phase: Phase;
  rules: RulesView;
  host: number;
  seats: Record<string, SeatView>;
  match?: number;
  round?: number;
  dealer?: number;
  direction?: Direction;
  turn?: TurnView;
  pile?: PileView;
  stock?: number;
  pending?: number;
  result?: ResultView;
  end?: EndView;
  seal?: SealView;
  next_seal?: NextSealView;
  expires_at_ms?: number;
  cut?: [number, string][]; // for the first deal: seat, card
  erased?: boolean; // closed by the host: names and words are gone
  own?: Own;
  hands?: Record<string, string[]>;
}

export type News =
  | { t: "sat"; seat: number; robot?: string }
  | { t: "left"; seat: number; removed?: boolean; robot?: string }
  | { t: "swapped"; seat: number; other: number }
  | { t: "host"; seat: number }
  | { t: "match_began"; match: number; seats: number[] }
  | { t: "dealt"; round: number; dealer: number; first: number; direction: "left" | "right"; top: string; cards?: string[] }
  | { t: "played"; seat: number; card: string; left: number; suit?: Suit; unnamed?: boolean; announced?: boolean }
  | { t: "drew"; seat: number; cards: number; penalty?: number; fine?: string; own?: string[] }
  | { t: "rebuilt"; cards: number }
  | { t: "passed"; seat: number; announced?: boolean }
  | { t: "named"; seat: number; suit: Suit }
  | { t: "turn"; seat: number; skipped?: number[]; reversed?: boolean; pending?: number; again?: boolean }
  | { t: "announced"; seat: number }
  | { t: "fault_called"; seat: number; accused: number; fault?: string }
  | { t: "taken_back"; seat: number; card: string }
  | { t: "suit_demanded"; seat: number }
  | { t: "timed_out"; seat: number }
  | { t: "went_out"; seat: number; place: number }
  | { t: "cut"; cards: [number, string][]; dealer: number }
  | { t: "taken_over"; seat: number; robot: string }
  | { t: "deck_cut"; seat: number; place: number }
  | { t: "round_over"; how: "out" | "blocked" | "stopped" | "last"; round: number; winner?: number; gained?: number; eliminated?: number[]; extra?: number[] }
  | { t: "match_over"; how: MatchEnd; winner?: number; loser?: number }
  | { t: "rematch_offered"; seat: number }
  | { t: "rematch_accepted"; seat: number }
  | { t: "rematch_refused"; seat: number }
  | { t: "invite_renewed"; seat: number }
  | { t: "erased"; seat: number };

/** A command without its id, which the connection gives. */
export type Command =
  | { t: "sit"; invite: string; name: string; seat?: number }
  | { t: "rename"; name: string }
  | { t: "leave" }
  | { t: "remove"; seat: number }
  | { t: "swap"; seat: number; other: number }
  | { t: "add_robot"; seat?: number; robot?: string }
  | { t: "remove_robot"; seat: number }
  | { t: "start"; match: number }
  | { t: "play"; turn: number; card: string; suit?: Suit; announce?: boolean }
  | { t: "draw"; turn: number }
  | { t: "pass"; turn: number; announce?: boolean }
  | { t: "announce"; turn: number }
  | { t: "call_fault"; accused: number; act: number }
  | { t: "name"; turn: number; suit: Suit }
  | { t: "next_round"; match: number; round: number }
  | { t: "offer_rematch"; match: number }
  | { t: "accept_rematch"; match: number }
  | { t: "refuse_rematch"; match: number }
  | { t: "abandon"; match: number }
  | { t: "close_for_absence"; turn: number }
  | { t: "deposit"; deal: number; given: string }
  | { t: "cut"; deal: number; place: number }
  | { t: "chat"; text: string }
  | { t: "renew_invite"; invite: string }
  | { t: "mute"; person: number; muted: boolean }
  | { t: "watching"; open: boolean }
  | { t: "erase_words"; person?: number }
  | { t: "erase_table" };

export interface Hello {
  t: "hello";
  table: string;
  invite?: string;
  version?: number;
  tag?: string;
  lang?: string;
}

export type ClientFrame = Hello | { t: "at"; version: number } | { t: "bye" } | (Command & { id: string });

export interface Welcome {
  t: "welcome";
  table: string;
  server: string;
  seat?: number;
  may_sit?: boolean;
  now_ms?: number;
  version?: number;
  digest?: string; // of the table's log up to that version: a receipt
}

export interface Snapshot {
  t: "snapshot";
  version: number;
  tag: string;
  at_ms: number;
  view: View;
}

export interface Step {
  t: "step";
  version: number;
  tag: string;
  at_ms: number;
  patch: Record<string, unknown>;
  news?: News[];
}

export interface Ack {
  t: "ack";
  id: string;
  version: number;
}

export type Facts = Record<string, string | number | string[]>;

export interface Refused {
  t: "refused";
  code: string;
  id?: string;
  facts?: Facts;
}

export interface People {
  t: "people";
  names: Record<string, string>;
  title?: string;
  muted?: number[]; // persons whose lines are refused
  watching_off?: boolean;
}

export interface Presence {
  t: "presence";
  online?: Record<string, boolean>;
  watchers?: number;
}

export interface ChatLine {
  n: number;
  person: number;
  at_ms: number;
  text: string;
}

export type ServerFrame =
  | Welcome
  | Snapshot
  | Step
  | Ack
  | Refused
  | People
  | Presence
  | { t: "chat"; lines: ChatLine[]; gone?: number[] }
  | { t: "beat"; now_ms: number; version: number; digest?: string }
  | { t: "notice"; kind: "restart" | "moved" | "watching_off" }
  | { t: "reset" };

export const CLOSE_ABUSE = 1008;
export const CLOSE_SIZE = 1009;
export const CLOSE_RESTART = 1012;
export const CLOSE_SLOW = 1013;
export const CLOSE_TOKEN_REPLACED = 4001;
export const CLOSE_BAD_FRAME = 4003;
export const CLOSE_NO_SUCH_TABLE = 4004;
export const CLOSE_WATCHING_OFF = 4005;

export const CHAT_CHARACTERS_MAX = 280;
export const NAME_CHARACTERS_MAX = 24;

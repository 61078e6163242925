/** A view with what stands beside it: names, presence, and from whose chair it is seen. */

import { t } from "./i18n";
import type { SeatView, View } from "./protocol";

export interface Scene {
  view: View;
  me: number; // the seat seen from; −1 for those who watch
  names: Record<string, string>; // by the person's number
  online: Record<string, boolean>; // by seat
}

export type Holder = Pick<SeatView, "person" | "robot" | "holder">;

/** Who sits there, in words; "" for a free seat. */
export function holderName(holder: Holder | undefined, names: Record<string, string>): string {
  if (holder?.robot) return t(`robot-${holder.robot}`);
  if (holder?.person) return names[String(holder.person)] || t("somebody");
  return "";
}

/** The same for a seat; its number, where the name was erased. */
export function seatName(view: View, seat: number, names: Record<string, string>): string {
  return heldBy(seat, view.seats[String(seat)], names);
}

export function heldBy(seat: number, held: Holder | undefined, names: Record<string, string>): string {
  const erased = held?.person && !held.robot && !names[String(held.person)];
  return erased ? t("unnamed-seat", { seat: seat + 1 }) : holderName(held, names);
}

export function nameOf(scene: Scene, seat: number): string {
  return seatName(scene.view, seat, scene.names);
}

/** Who must act: the seat in turn, or whoever owes a suit; −1 if nobody. */
export function actorOf(view: View): number {
  const { turn } = view;
  if (!turn) return -1;
  return turn.naming && (turn.namer ?? -1) >= 0 ? (turn.namer as number) : turn.seat;
}

/** Whether a seat of the match has no part in the round as it is: out, eliminated, or waiting. */
export function isApart(held: SeatView | undefined): boolean {
  return (held?.place ?? 0) > 0 || held?.eliminated === true || held?.waiting === true;
}

/** Seats that play, or in the lobby that are held, in order of number. */
export function seatsAtTable(view: View): number[] {
  return Object.keys(view.seats)
    .map(Number)
    .filter((seat) => view.seats[String(seat)]?.playing)
    .sort((a, b) => a - b);
}

/** The others clockwise from my left; all, from the lowest, for those who watch. */
export function othersInOrder(view: View, me: number): number[] {
  const seats = seatsAtTable(view);
  if (!seats.includes(me)) return seats;
  return [...seats.filter((seat) => seat > me), ...seats.filter((seat) => seat < me)];
}

/** Whether a person of the match has no connection open. Robots are always there. */
export function isAway(scene: Scene, seat: number): boolean {
  const held = scene.view.seats[String(seat)];
  if (held?.holder !== "person" || seat === scene.me) return false;
  return held.gone === true || scene.online[String(seat)] !== true;
}

/** Letters for each plate: one, or two where one would not tell them apart. */
export function initials(names: string[]): string[] {
  const [ones, twos] = [1, 2].map((letters) => names.map((name) => first(name, letters))) as [string[], string[]];
  return names.map((name, index) => {
    const [one, two] = [ones[index] ?? "?", twos[index] ?? "?"];
    if (isAlone(one, ones)) return one;
    // Seats whose names were erased differ in their number alone.
    return isAlone(two, twos) ? two : (/\d+$/.exec(name)?.[0] ?? two);
  });
}

function isAlone(sign: string, among: string[]): boolean {
  return among.filter((other) => other === sign).length === 1;
}

function first(name: string, letters: number): string {
  const shown = [...name].filter((sign) => /\p{L}|\p{N}/u.test(sign)).slice(0, letters);
  return shown.map((sign, index) => (index === 0 ? sign.toLocaleUpperCase() : sign.toLocaleLowerCase())).join("") || "?";
}

const LEADS_ON = /^(de|del|la|las|los|el|y)$/i; // no word to end a name with

/** A name that loses its last words until it fits; letters are cut by whoever shows it. */
export function shortName(name: string, characters: number): string {
  const parts = name.split(" ");
  while (parts.length > 1 && (parts.join(" ").length > characters || LEADS_ON.test(parts.at(-1) ?? ""))) parts.pop();
  return parts.join(" ");
}

/** The plate's glaze: one of six, by seat. */
export function glaze(seat: number): string {
  return `var(--plate-${((seat % 6) + 6) % 6})`;
}

/** The seats before the start, as chairs: who sits there and what this viewer may do with each. */

import type { Command, View } from "../lib/protocol";

export type ChairState = "host" | "robot" | "away" | "here" | "free";

export interface Chair {
  seat: number;
  state: ChairState;
  mine: boolean;
  host: boolean;
  robot: boolean;
  person: number;
  robotKey: string;
  maySit: boolean; // I may take it
  mayRobot: boolean; // I may put a robot there
  mayRemove: boolean;
  mayMove: boolean; // it takes part in a swap
}

export interface Around {
  online: Record<string, boolean>;
  maySit: boolean;
}

/** One chair a seat, in order. What may be done is what the view's actions say, nothing else. */
export function chairsOf(view: View, around: Around): Chair[] {
  const actions = view.own?.actions ?? {};
  return Object.keys(view.seats)
    .map(Number)
    .sort((a, b) => a - b)
    .map((seat) => {
      const { holder, person = 0, robot = "" } = view.seats[String(seat)] ?? {};
      const free = !holder;
      return {
        seat,
        state: stateOf(view, seat, around),
        mine: view.own?.seat === seat,
        host: !free && view.host === seat,
        robot: holder === "robot",
        person,
        robotKey: robot,
        maySit: free && !view.own && around.maySit,
        mayRobot: free && (actions.seats_to_fill ?? []).includes(seat),
        mayRemove: (actions.removable ?? []).includes(seat),
        mayMove: actions.swap === true,
      };
    });
}

function stateOf(view: View, seat: number, { online }: Around): ChairState {
  const { holder } = view.seats[String(seat)] ?? {};
  if (!holder) return "free";
  if (holder === "robot") return "robot";
  if (seat !== view.own?.seat && online[String(seat)] !== true) return "away";
  return view.host === seat ? "host" : "here";
}

export function freeSeats(view: View): number {
  return Object.values(view.seats).filter(({ holder }) => !holder).length;
}

export function removal(chair: Chair): Command {
  return chair.robot ? { t: "remove_robot", seat: chair.seat } : { t: "remove", seat: chair.seat };
}

export function start(view: View): Command {
  return { t: "start", match: (view.match ?? 0) + 1 };
}

export function sitting(invite: string, name: string, seat: number | null): Command {
  return { t: "sit", invite, name: name.trim(), ...(seat === null ? {} : { seat }) };
}

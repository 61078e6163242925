/** The sewn line by which play goes round: through the plates, and down to both ends of my hem. */

export type Place = "left" | "across" | "right";

/** How many plates go up my left, across the top, and down my right. */
export interface Ring {
  left: number;
  across: number;
  right: number;
}

export function ringOf(plates: number, watching: boolean): Ring {
  if (plates <= 3 || (plates === 4 && !watching)) return { left: 0, across: plates, right: 0 };
  const across = plates === 4 ? 2 : plates === 5 || plates === 7 ? 3 : plates <= 8 ? 4 : 5;
  const sides = plates - across;
  return { left: Math.ceil(sides / 2), across, right: Math.floor(sides / 2) };
}

export interface Spot {
  x: number;
  y: number;
  place: Place;
}

export interface Arrow {
  x: number;
  y: number;
  angle: number; // degrees, clockwise from "to the right", for play to the left (clockwise)
}

export interface Thread {
  path: string;
  arrows: Arrow[];
  fadeFrom: number; // y from which the legs fade
}

interface Frame {
  width: number;
  height: number;
  legs: boolean; // whether somebody sits at the near side
  plate: number; // diameter
  tight?: boolean; // no room between plates: arrows stand above the line
}

const LEG_SHOWN = 128; // px of a leg below the lowest plate

/** `spots` are the plates' centres, clockwise from my left. */
export function threadOf(spots: readonly Spot[], frame: Frame): Thread {
  const across = spots.filter((spot) => spot.place === "across");
  const first = across[0];
  const last = across.at(-1);
  if (!first || !last) return { path: "", arrows: [], fadeFrom: 0 };
  const left = spots.filter((spot) => spot.place === "left");
  const right = spots.filter((spot) => spot.place === "right");
  const xLeft = left[0]?.x ?? legX(first.x, frame, across.length);
  const xRight = right[0]?.x ?? frame.width - legX(frame.width - last.x, frame, across.length);
  const low = Math.max(first.y, ...left.map((spot) => spot.y), ...right.map((spot) => spot.y));
  const bottomLeft = frame.legs ? frame.height : left[0]?.y;
  const bottomRight = frame.legs ? frame.height : right.at(-1)?.y;
  const legY = Math.min(frame.height - 16, low + frame.plate / 2 + 54);
  return {
    path: pathOf(first, last, { xLeft, xRight, bottomLeft, bottomRight }, frame),
    arrows: [
      ...(frame.legs ? [{ x: xLeft, y: legY, angle: -90 }] : []),
      ...between(spots, first.y, frame),
      ...(frame.legs ? [{ x: xRight, y: legY, angle: 90 }] : []),
    ],
    fadeFrom: Math.min(low + frame.plate / 2 + 40, frame.height - 40),
  };
}

export const LEG_FADE = LEG_SHOWN;

function legX(x: number, { width }: Frame, plates: number): number {
  const out = plates === 1 ? Math.min(300, width * 0.34) : width > 900 ? Math.min(190, width * 0.17) : Math.max(54, width * 0.09);
  return Math.max(17, x - out);
}

interface Ends {
  xLeft: number;
  xRight: number;
  bottomLeft: number | undefined; // none: the line begins at the first plate across
  bottomRight: number | undefined;
}

function pathOf(first: Spot, last: Spot, ends: Ends, frame: Frame): string {
  const y = first.y;
  const radius = Math.min(90, frame.width / 9, Math.max(24, first.x - ends.xLeft));
  const start = ends.bottomLeft === undefined ? `M${first.x} ${y}` : `M${ends.xLeft} ${ends.bottomLeft}V${y + radius}Q${ends.xLeft} ${y} ${ends.xLeft + radius} ${y}`;
  const end = ends.bottomRight === undefined ? `H${last.x}` : `H${ends.xRight - radius}Q${ends.xRight} ${y} ${ends.xRight} ${y + radius}V${ends.bottomRight}`;
  return start + end;
}

function between(spots: readonly Spot[], top: number, frame: Frame): Arrow[] {
  const arrows: Arrow[] = [];
  for (let index = 1; index < spots.length; index += 1) {
    const from = spots[index - 1] as Spot;
    const to = spots[index] as Spot;
    arrows.push(arrowBetween(from, to, top, frame));
  }
  return arrows;
}

function arrowBetween(from: Spot, to: Spot, top: number, { plate, tight }: Frame): Arrow {
  if (from.place === "across" && to.place === "across") return { x: (from.x + to.x) / 2, y: tight ? top - plate * 0.38 : top, angle: 0 };
  if (from.place === to.place) return { x: from.x, y: (from.y + to.y) / 2, angle: from.place === "left" ? -90 : 90 };
  // Round a corner: on the upright part, just above the side plate.
  const side = from.place === "left" ? from : to;
  return { x: side.x, y: Math.max(top + 12, side.y - plate / 2 - 26), angle: from.place === "left" ? -90 : 90 };
}

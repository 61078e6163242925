/** How many columns and rows a hand takes, so that enough of each card stays uncovered. */

export interface HandRoom {
  cards: number;
  width: number; // px between the edges of the hand
  card: number; // px, width of a card
  rowsMax?: number; // beyond this many, strips get narrower instead
}

export interface HandLayout {
  columns: number;
  rows: number;
}

export const STRIP_MIN = 44; // px of a card that stay uncovered: a finger's width
export const STRIP_ONE_ROW = 40; // px that will do if it saves a second row
export const STRIP_FLOOR = 26; // px, where even that many rows do not fit

export function handLayout({ cards, width, card, rowsMax = 4 }: HandRoom): HandLayout {
  if (cards <= 1 || width <= card) return { columns: Math.max(1, cards), rows: 1 };
  if (cards <= fitting(width, card, STRIP_ONE_ROW)) return { columns: cards, rows: 1 };
  const wide = Math.ceil(cards / fitting(width, card, STRIP_MIN));
  const rows = Math.max(1, Math.min(wide, Math.max(rowsMax, Math.ceil(cards / fitting(width, card, STRIP_FLOOR)))));
  return { columns: Math.ceil(cards / rows), rows };
}

function fitting(width: number, card: number, strip: number): number {
  return Math.max(1, Math.floor((width - card) / strip) + 1);
}

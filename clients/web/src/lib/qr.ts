/** A link as a QR code, as one path on a grid of units. */

import { encode } from "uqr";

export interface Qr {
  size: number; // units a side, the quiet zone included
  d: string;
}

const QUIET = 4; // units, as ISO 18004 asks

export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  return { size, d: data.map(rowPath).join("") };
}

// Dark units that lie side by side are one stroke of the row.
function rowPath(row: boolean[], y: number): string {
  let d = "";
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    d += `M${from} ${y}h${x + 1 - from}v1H${from}z`;
  }
  return d;
}

/** The canonical decks, card by card, as server/cards.py has them; a deal starts from such a list. */

interface Pack {
  faces: readonly (readonly [face: string, copies: number])[];
}

const RANKS = [..."A23456789TJQK"];
const FRENCH = [..."CDHS"].flatMap((suit) => RANKS.map((rank) => [rank + suit, 1] as const));
const BELTS = [..."bpnk"].flatMap((colour) => [..."123456789+~!"].map((rank) => [colour + rank, 2] as const));

const PACKS: Record<string, Pack> = {
  french52: { faces: FRENCH },
  french54: { faces: [...FRENCH, ["JK", 2]] },
  jiujitsu: { faces: [...BELTS, ["+5", 5], ["EL", 6]] },
};

/** The deck of so many packs; null if there is no such pack. */
export function deckOf(pack: string, packs: number): string[] | null {
  const kind = PACKS[pack];
  if (!kind) return null;
  const cards: string[] = [];
  const most = packs * Math.max(...kind.faces.map(([, copies]) => copies));
  for (let copy = 0; copy < most; copy += 1) {
    for (const [face, copies] of kind.faces) {
      if (copy < copies * packs) cards.push(copies * packs > 1 ? `${face}#${copy}` : face);
    }
  }
  return cards;
}

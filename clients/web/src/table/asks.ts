/** Answers to the one-letter questions of the keyboard, in words to be read out. */

import { cardName, t } from "../lib/i18n";
import { nameOf, othersInOrder, seatsAtTable, type Scene } from "../lib/scene";
import { andList, serves } from "../lib/words";

export function turnWords(scene: Scene): string {
  const { turn, pile, pending } = scene.view;
  if (!turn || !pile) return t("say-nothing");
  const mine = turn.seat === scene.me;
  if (mine && pending) return t("say-turn-owed", { pending });
  const serving = serves(pile.suit, pile.ranks);
  return mine ? t("say-turn-mine", { serves: serving }) : t("say-turn-other", { who: nameOf(scene, turn.seat), serves: serving });
}

export function handWords(hand: readonly string[]): string {
  if (hand.length === 0) return t("say-hand-empty");
  return t("say-hand", { cards: t("cards", { cards: hand.length }), list: andList(hand.map(cardName)) });
}

export function playableWords(hand: readonly string[], playable: readonly string[]): string {
  const can = hand.filter((card) => playable.includes(card));
  return can.length > 0 ? t("say-can", { list: andList(can.map(cardName)) }) : t("say-can-none");
}

export function othersWords(scene: Scene): string {
  const each = othersInOrder(scene.view, scene.me).map((seat) =>
    t("say-other", { who: nameOf(scene, seat), cards: t("cards", { cards: scene.view.seats[String(seat)]?.cards ?? 0 }) }),
  );
  return t("say-others", { list: each.join("; "), direction: scene.view.direction ?? "" });
}

export function scoreWords(scene: Scene): string {
  const each = seatsAtTable(scene.view).map((seat) =>
    t("say-score", { who: seat === scene.me ? t("you") : nameOf(scene, seat), points: t("points", { points: scene.view.seats[String(seat)]?.points ?? 0 }) }),
  );
  return `${each.join("; ")}.`;
}

/** Answers to the one-letter questions of the keyboard, in words to be read out. */

import { cardName, t } from "../lib/i18n";
import { actorOf, nameOf, othersInOrder, seatsAtTable, type Scene } from "../lib/scene";
import { standingWords } from "../lib/standing";
import { andList, pileServes } from "../lib/words";

export function turnWords(scene: Scene): string {
  const { turn, pile, pending } = scene.view;
  if (!turn || !pile) return t("say-nothing");
  const mine = actorOf(scene.view) === scene.me;
  if (mine && turn.naming) return t("say-turn-name", { pack: scene.view.rules.pack ?? "" });
  if (mine && pending) return t("say-turn-owed", { pending });
  const serving = pileServes(pile);
  return mine ? t("say-turn-mine", { serves: serving }) : t("say-turn-other", { who: nameOf(scene, actorOf(scene.view)), serves: serving });
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
    t("say-score", { who: seat === scene.me ? t("you") : nameOf(scene, seat), points: standingOf(scene, seat) }),
  );
  return `${each.join("; ")}.`;
}

function standingOf(scene: Scene, seat: number): string {
  const held = scene.view.seats[String(seat)];
  if (held?.eliminated) return t("seat-eliminated");
  if (held?.place) return t("place", { place: held.place });
  return standingWords(scene.view, seat) || t("cards", { cards: held?.cards ?? 0 });
}

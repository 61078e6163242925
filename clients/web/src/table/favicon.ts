/** The tab's icon: with a tomato disc while it is one's turn. Pinned tabs show nothing else. */

import turnIcon from "./icon-turn.svg?url";

let plain = "";

export function setFavicon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  plain ||= link.getAttribute("href") ?? "";
  const wanted = turn ? turnIcon : plain;
  if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}

// Cards of a deck as they are drawn in a list: kind, colours, figures. Fetched once for a game and
// a language; a list is there at once and gets its drawings when they have come.

import { get } from "../core/api.js";
import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { has, t } from "../core/texts.js";

const known = new Map();

/** @type {(deck: string, table: Sent.Table, then: (faces: Map<string, any>) => void) => any} */
export function facesOf(deck, table, then) {
  const key = [table.game, table.number, deck, device.language].join(" ");
  const faces = known.get(key);
  if (faces instanceof Map) return faces;
  const coming =
    faces ??
    get(`/api/cards/${encodeURIComponent(deck)}`).then(
      (cards) => new Map(cards.map((card) => [card.id, card])),
      () => new Map(), // names are enough
    );
  known.set(key, coming);
  coming.then((come) => {
    known.set(key, come);
    if (come.size) then(come);
  });
  return null;
}

export const faceOf = ({ kind, colours, figures }) => [
  kind && h("span", { class: "small soft kind" }, kind),
  h(
    "span",
    { class: "entry-foot" },
    h("span", { class: "letters" }, colours.map(letter)),
    h(
      "span",
      { class: "figures" },
      figures.map(([say, figure]) =>
        h(
          "span",
          null,
          h("span", { class: "what" }, say, " "),
          h("b", { class: "number" }, figure),
        ),
      ),
    ),
  ),
];

const letter = (colour) => {
  const name = has(`kit.colour.${colour}`) ? t(`kit.colour.${colour}`) : colour;
  return h(
    "span",
    { class: "disc", "data-colour": colour, role: "img", "aria-label": name, title: name },
    name.charAt(0).toUpperCase(),
  );
};

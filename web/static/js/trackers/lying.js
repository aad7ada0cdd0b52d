// A card in a fixed place, as it lies: its picture at its quarter turn with the printed corner,
// what it can still take as dots, what it does, its name.

import { classes, h } from "../core/dom.js";
import { shapeNamed } from "./glyphs.js";
import { value } from "./value.js";

const MANY = 6; // dots; more of them are a number

/** @type {(one: Sent.CardFace, why: Sent.Why) => any} */
export function lying(one, why) {
  /** @type {Record<string, any>} */
  const { health, ...does } = Object.fromEntries(one.figures ?? []);
  return h(
    "div",
    {
      class: classes("card lying", one.faded && "faded"),
      "data-colour": one.colour,
      "data-turn": one.turn ?? 0,
      "data-card": one.id,
    },
    h("span", { class: "stamp" }, one.glyph ? shapeNamed(one.glyph, one.glyph_say) : one.badge),
    h("span", { class: "doing" }, health && dots(health), deed(one, does)),
    value(one, why, one.title, "title"),
  );
}

// What is to be done with it on the table comes first, then its blows, then what it is.
/** @type {(one: Sent.CardFace, does: Record<string, any>) => any} */
function deed(one, { swords, damage }) {
  if (one.mark) return h("b", { class: "mark" }, one.mark);
  if (!swords) return one.glyph_say && h("span", { class: "is" }, one.glyph_say);
  const [left] = String(swords).split("/");
  return h("b", { class: classes("blows", left === "0" && "spent") }, `${left} × ${damage}`);
}

// "2/3": two left of three
export function dots(text) {
  const [left, most] = String(text).split("/").map(Number);
  if (!most || Math.max(left, most) > MANY)
    return h("b", { class: "number" }, h("span", { "aria-hidden": "true" }, "♥ "), text);
  return h(
    "span",
    { class: "dots", role: "img", "aria-label": text },
    Array.from({ length: Math.max(left, most) }, (_, at) =>
      h("i", { class: at < left ? "full" : null }),
    ),
  );
}

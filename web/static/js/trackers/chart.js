// Named slots, each filled or not.

import { h } from "../core/dom.js";
import { colourOf, shapeOf } from "../core/seats.js";

// On the table's own chart a slot is filled by seats: their shape and letter, as everywhere else.
const filler = (one, table, colour) =>
  !one.seat && table.seats.some((seat) => seat.id === colour)
    ? shapeOf(table, colour)
    : h(
        "span",
        { class: "disc", "data-colour": colour },
        colour.startsWith("#") ? "" : colour.charAt(0).toUpperCase(),
      );

/** @type {Sent.DrawTracker<Sent.Chart>} */
export function chart(one, table) {
  return h(
    "div",
    {
      class: "chart",
      "data-short": one.slots.every((slot) => String(slot.say).length < 10),
      "data-four": one.slots.length === 4,
    },
    one.slots.map((slot) =>
      h(
        "div",
        { class: `slot${slot.filled?.length ? " filled" : ""}${slot.lit ? " lit" : ""}` },
        h("span", null, slot.say),
        h(
          "span",
          null,
          slot.filled?.map((colour) => filler(one, table, colour)),
        ),
      ),
    ),
  );
}

// Many slots in few words: a line for each seat with a mark for every one it has filled.
/** @type {Sent.DrawTracker<Sent.Chart>} */
export const feats = (one, table) =>
  h(
    "div",
    { class: "feats" },
    table.seats.map((seat) =>
      h(
        "div",
        { class: "feat-line", "data-colour": colourOf(table, seat.id) },
        shapeOf(table, seat.id),
        h(
          "b",
          { class: "number" },
          one.slots.filter((slot) => slot.filled?.includes(seat.id)).length,
        ),
        one.slots.map((slot) =>
          h("i", { class: slot.filled?.includes(seat.id) ? "full" : "", title: slot.say }),
        ),
      ),
    ),
  );

// Named slots, each filled or not.

import { h } from "../core/dom.js";
import { shapeOf } from "../core/seats.js";

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

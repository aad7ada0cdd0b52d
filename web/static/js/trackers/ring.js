// Stacks in a ring, clockwise; the marked one is where we are.

import { h } from "../core/dom.js";
import { card } from "./cards.js";

/** @type {Sent.DrawTracker<Sent.Ring>} */
export function ring(one, table, why) {
  return h(
    "div",
    { class: "ring", "data-spots": one.spots.length },
    one.spots.map((spot) =>
      h(
        "div",
        {
          class: `spot${spot.here ? " here" : ""}${spot.open ? " open" : ""}`,
          "aria-current": spot.here ? "location" : null,
          "data-takes": spot.open ? spot.cards?.[0]?.id : null,
        },
        h(
          "span",
          { class: "small soft" },
          `${spot.id}${spot.cards?.length > 1 ? ` (${spot.cards.length})` : ""}`,
        ),
        spot.cards?.slice(0, 1).map((other) => card(other, table, why)),
      ),
    ),
  );
}

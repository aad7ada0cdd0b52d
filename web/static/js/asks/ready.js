// Done, or in its own words what need not be done; where several must be ready, a button for each
// seat.

import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";

/** @type {Sent.DrawAsk<Sent.Ready>} */
export function ready(ask, table, give) {
  if (ask.seats.length < 2) {
    return h(
      "button",
      { class: "primary", onclick: () => give({ kind: "ready" }, ask.seats[0]) },
      ask.optional ? ask.say : t("web.done"),
    );
  }
  const mine = device.seat && ask.seats.includes(device.seat) ? [device.seat] : ask.seats;
  return h(
    "div",
    { class: "readies" },
    mine.map((seat) => {
      const isDone = ask.done?.includes(seat);
      return h(
        "button",
        {
          "data-colour": colourOf(table, seat),
          "data-ready": seat,
          "aria-pressed": String(Boolean(isDone)),
          disabled: isDone && !ask.withdraw,
          onclick: () => give(isDone ? { kind: "ready", ready: false } : { kind: "ready" }, seat),
        },
        shapeOf(table, seat),
        h(
          "span",
          null,
          nameOf(table, seat),
          h("br"),
          h("span", { class: "small soft" }, t(isDone ? "web.is_ready" : "web.not_ready")),
        ),
      );
    }),
  );
}

// Which way each seat's area faces on this device, so that a tablet lying in the middle is read
// from every side.

import { device, remember } from "../core/device.js";
import { h } from "../core/dom.js";
import { nameOf, seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { faceOf } from "./seatstrip.js";

const FACES = [
  [0, "↓"],
  [90, "←"],
  [180, "↑"],
  [270, "→"],
];

export function fill(turn, table) {
  const draw = () =>
    table.seats.map((seat) =>
      h(
        "div",
        { class: "option" },
        h("span", { class: "say" }, seatLabel(table, seat.id)),
        h(
          "div",
          { class: "row", role: "group", "aria-label": nameOf(table, seat.id) },
          FACES.map(([face, arrow]) =>
            h(
              "button",
              {
                "aria-label": `${nameOf(table, seat.id)}: ${t(`web.edge.${face}`)}`,
                "aria-pressed": String(faceOf(seat.id) === face),
                "data-turn-seat": `${seat.id}:${face}`,
                onclick: () => {
                  remember({ turns: { ...device.turns, [seat.id]: face } });
                  dispatchEvent(new Event("turned"));
                  rows.replaceChildren(...draw());
                },
              },
              arrow,
              " ",
              t(`web.edge.${face}`),
            ),
          ),
        ),
      ),
    );
  const rows = h("div", null);
  rows.replaceChildren(...draw());
  turn(t("web.turning"), h("p", { class: "soft" }, t("web.turning.how")), rows);
}

// The table as people sit at it, seen from above: everyone at their place, clockwise from the near
// side.

import { s } from "../core/dom.js";
import { shapeAt } from "../core/seats.js";
import { t } from "../core/texts.js";

const [WIDE, HIGH, SIDE, LONGEST] = [300, 190, 30, 11];

export function drawnTable(seats, choose) {
  return s(
    "svg",
    {
      class: "drawn-table",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": t("web.seated", { names: seats.map(nameOf).join(", ") }),
    },
    s("ellipse", { class: "top", cx: WIDE / 2, cy: HIGH / 2, rx: WIDE * 0.27, ry: HIGH * 0.24 }),
    seats.map((seat, at) => place(seat, at, seats.length, choose)),
  );
}

const nameOf = ({ name, colour }) => name || t(`kit.colour.${colour}`);

function place(seat, at, count, choose) {
  const turn = Math.PI / 2 + (2 * Math.PI * at) / count;
  const [x, y] = [
    WIDE / 2 + WIDE * 0.36 * Math.cos(turn),
    HIGH / 2 - 7 + HIGH * 0.36 * Math.sin(turn),
  ];
  const shape = shapeAt(at, seat.colour, seat.name);
  for (const [name, value] of Object.entries({
    x: x - SIDE / 2,
    y: y - SIDE / 2,
    width: SIDE,
    height: SIDE,
  }))
    shape.setAttribute(name, value);
  const name = nameOf(seat);
  return s(
    "g",
    { onclick: () => choose(at) },
    shape,
    s(
      "text",
      { x, y: y + SIDE / 2 + 14 },
      name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name,
    ),
  );
}

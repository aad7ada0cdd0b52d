// A seat has a colour and a shape and an initial: never colour alone.

import { h, s } from "./dom.js";
import { has, t } from "./texts.js";

const SHAPES = [
  () => s("circle", { cx: 12, cy: 12, r: 10 }),
  () => s("polygon", { points: "12,1 23,21 1,21" }),
  () => s("rect", { x: 2, y: 2, width: 20, height: 20 }),
  () => s("polygon", { points: "12,0 24,12 12,24 0,12" }),
  () => s("polygon", { points: "6,2 18,2 24,12 18,22 6,22 0,12" }),
  () => s("polygon", { points: "12,0 15,8 24,9 17,15 19,24 12,19 5,24 7,15 0,9 9,8" }),
];

export function nameOf(table, id) {
  const seat = table.seats.find((one) => one.id === id);
  return seat ? seat.name || colourWord(seat.id) : id;
}

const colourWord = (id) => (has(`kit.colour.${id}`) ? t(`kit.colour.${id}`) : id);

export const colourOf = (table, id) => table.seats.find((one) => one.id === id)?.colour || id;

export const shapeOf = (table, id) =>
  shapeAt(
    Math.max(
      0,
      table.seats.findIndex((one) => one.id === id),
    ),
    colourOf(table, id),
    nameOf(table, id),
  );

export function shapeAt(at, colour, name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "shape", "data-colour": colour, "aria-hidden": "true" },
    SHAPES[at % SHAPES.length](),
    s(
      "text",
      { x: 12, y: at === 1 ? 14.5 : 12.5 },
      (name || String(at + 1)).charAt(0).toUpperCase(),
    ),
  );
}

export const seatLabel = (table, id) =>
  h(
    "span",
    { class: "row", "data-colour": colourOf(table, id) },
    shapeOf(table, id),
    nameOf(table, id),
  );

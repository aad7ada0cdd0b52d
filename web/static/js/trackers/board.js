// A board as it lies: cells in rows and columns, or places on its picture with ways between them.
// The tracker and the ask are one drawing: what is tapped on the stage is laid there.

import { classes, h, s } from "../core/dom.js";
import { colourOf, nameOf } from "../core/seats.js";

/** @type {Sent.DrawTracker<Sent.Board>} */
export const board = (one, table) => drawBoard(one.shape, one.cells, table);

// `tap`, if given, makes every cell a button; `isAsked` marks those that somebody must look at.
export function drawBoard(shape, cells, table, tap = null, isAsked = (_id) => false) {
  const places = shape.spots?.length ? picture(shape) : rows(shape);
  const made = h(
    "div",
    { class: classes("board", shape.spots?.length && "pictured") },
    shape.ways && ways(shape),
    places.map((place, at) => {
      const printed = { ...place, mark: shape.marks?.[at] };
      return cell(printed, cells[place.id] ?? [], table, tap, isAsked(place.id));
    }),
  );
  if (!shape.spots?.length) made.style.gridTemplateColumns = `repeat(${shape.cols}, auto)`;
  return made;
}

const rows = ({ rows: high, cols }) =>
  Array.from({ length: high * cols }, (_, at) => ({
    id: `${Math.floor(at / cols) + 1},${(at % cols) + 1}`,
  }));

const picture = ({ spots }) => spots;

function cell({ id, x, y, mark }, pieces, table, tap, isAsked) {
  const says = `${mark || id}: ${pieces.map((piece) => nameOf(table, piece.id)).join(", ") || "–"}`;
  const made = h(
    tap ? "button" : "div",
    {
      class: classes("board-cell", pieces.length > 0 && "taken", isAsked && "asked"),
      "data-spot": tap ? id : null,
      "data-key": tap ? `spot ${id}` : null,
      "data-takes": tap || pieces.length ? null : id,
      "data-cell": id,
      role: tap ? null : "img",
      "aria-label": says,
      onclick: tap ? () => tap(id) : null,
    },
    pieces.length ? pieces.map((piece) => lying(piece, table)) : mark,
  );
  if (x !== undefined) Object.assign(made.style, { left: `${x}%`, top: `${y}%` });
  return made;
}

const lying = (piece, table) =>
  h(
    "span",
    { class: "disc", "data-colour": colourOf(table, piece.id) },
    nameOf(table, piece.id).charAt(0).toUpperCase(),
    piece.count > 1 && h("sub", null, String(piece.count)),
  );

function ways({ ways: pairs, spots }) {
  const at = Object.fromEntries(spots.map((spot) => [spot.id, spot]));
  return s(
    "svg",
    { class: "ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    pairs.map(([a, b]) => s("line", { x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y })),
  );
}

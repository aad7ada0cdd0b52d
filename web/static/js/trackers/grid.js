// A board of cells with lanes at its edges; ghosts show what would lie where. A side that nothing
// comes from now is one bar with its sign; one that is open has an arrow for each of its lanes.

import { classes, h } from "../core/dom.js";

const ARROWS = { top: "↓", bottom: "↑", left: "→", right: "←" };
const SIDES = Object.keys(ARROWS);

/** @type {Sent.DrawTracker<Sent.Grid>} */
export function grid(one) {
  const board = h(
    "div",
    { class: "grid-board" },
    SIDES.map((side) => edge(one, side)),
    Array.from({ length: one.rows * one.cols }, (_, at) =>
      spot(one, Math.floor(at / one.cols), at % one.cols),
    ),
  );
  board.style.setProperty("--cols", one.cols);
  board.style.setProperty("--rows", one.rows);
  return board;
}

function edge(one, side) {
  const here = one.lanes?.filter((lane) => lane.side === side) ?? [];
  const isOpen = (lane) => (lane.at ?? null) !== null;
  const open = here.filter(isOpen);
  const closed = here.find((lane) => !isOpen(lane));
  if (!open.length) return closed && put(laneOf(closed, side), side, 0, lengthOf(one, side));
  const all = Array.from({ length: lengthOf(one, side) }, (_, at) => at);
  return all
    .map((at) => [at, open.find((lane) => lane.at === at) ?? closed])
    .filter(([, lane]) => lane)
    .map(([at, lane]) => put(laneOf(lane, side), side, at, 1));
}

const isAcross = (side) => side === "top" || side === "bottom";
const lengthOf = (one, side) => (isAcross(side) ? one.cols : one.rows);

const laneOf = (lane, side) =>
  h(
    "div",
    {
      class: classes("lane", lane.option && "lit", isAcross(side) || "upright"),
      "data-colour": lane.colour,
      "data-takes": lane.option || null,
    },
    h("span", null, ARROWS[side]),
    lane.badge && h("span", null, lane.badge),
  );

function put(lane, side, at, length) {
  const along = `${at + 2} / span ${length}`;
  const edgeOf = side === "top" || side === "left" ? "1" : "-2";
  lane.style.gridRow = isAcross(side) ? edgeOf : along;
  lane.style.gridColumn = isAcross(side) ? along : edgeOf;
  return lane;
}

function spot(one, row, col) {
  const cell = one.cells?.find((other) => other.row === row && other.col === col);
  const outline = cell?.outline === "off" ? "off" : cell?.outline && "outlined";
  const drawn = h(
    "div",
    {
      class: classes("spot", cell?.piece && "filled", cell?.ghost && "ghost", outline),
      "data-colour": cell?.colour,
      "data-takes": (cell?.ghost && entering(one, row, col)) || null,
      title: cell?.say,
      role: cell?.say ? "img" : null,
      "aria-label": cell?.say,
    },
    cell?.badge ?? cell?.piece?.id?.charAt(0) ?? "",
  );
  drawn.style.gridRow = row + 2;
  drawn.style.gridColumn = col + 2;
  return drawn;
}

// The choice that would put something there, if only one does: a larger thing to touch.
function entering(one, row, col) {
  const ways = (one.lanes ?? []).filter(
    (lane) => lane.option && lane.at === (isAcross(lane.side) ? col : row),
  );
  return ways.length === 1 ? ways[0].option : "";
}

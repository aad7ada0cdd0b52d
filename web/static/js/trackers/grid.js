// A board of cells with lanes at its edges; ghosts show what would lie where.

import { classes, h } from "../core/dom.js";

const ARROWS = { top: "↓", bottom: "↑", left: "→", right: "←" };

/** @type {Sent.DrawTracker<Sent.Grid>} */
export function grid(one) {
  const board = h("div", { class: "grid-board" });
  board.style.gridTemplateColumns = `2.6rem repeat(${one.cols}, auto) 2.6rem`;
  const at = (row, col) => one.cells?.find((cell) => cell.row === row && cell.col === col);
  for (let row = -1; row <= one.rows; row += 1) {
    for (let col = -1; col <= one.cols; col += 1) board.append(spot(one, at(row, col), row, col));
  }
  return board;
}

function spot(one, cell, row, col) {
  const side =
    row < 0
      ? "top"
      : row >= one.rows
        ? "bottom"
        : col < 0
          ? "left"
          : col >= one.cols
            ? "right"
            : null;
  const corner = (row < 0 || row >= one.rows) && (col < 0 || col >= one.cols);
  if (corner) return h("div", { class: "lane none" });
  if (side) {
    const index = side === "top" || side === "bottom" ? col : row;
    const here = one.lanes?.filter((other) => other.side === side) ?? [];
    const lit = here.find((other) => other.at === index);
    const lane = lit ?? here.find((other) => (other.at ?? null) === null);
    return h(
      "div",
      {
        class: `lane${lit ? " lit" : lane ? "" : " none"}`,
        "data-colour": lane?.colour,
        "data-takes": lit?.option || null,
      },
      lane ? `${ARROWS[side]}${lane.badge ?? ""}` : "",
    );
  }
  const outline = cell?.outline === "off" ? "off" : cell?.outline && "outlined";
  return h(
    "div",
    {
      class: classes("spot", cell?.piece && "filled", cell?.ghost && "ghost", outline),
      "data-colour": cell?.colour,
      title: cell?.say,
      role: cell?.say ? "img" : null,
      "aria-label": cell?.say,
    },
    cell?.badge ?? cell?.piece?.id?.charAt(0) ?? "",
  );
}

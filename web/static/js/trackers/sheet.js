// Tokens per cell: rows against columns, sums at the foot.

import { h } from "../core/dom.js";

const MANY = 5; // more of one kind are counted, not drawn

const disc = (piece) =>
  h(
    "span",
    { class: "disc", "data-colour": piece.id, title: piece.id },
    piece.id.charAt(0).toUpperCase(),
  );
const some = (piece) =>
  (piece.count ?? 1) > MANY
    ? [disc(piece), h("b", { class: "number" }, `×${piece.count}`)]
    : Array.from({ length: piece.count ?? 1 }, () => disc(piece));
const tokens = (pieces) => h("span", { class: "tokens" }, pieces.flatMap(some));

/** @type {Sent.DrawTracker<Sent.Sheet>} */
export function sheet(one) {
  return h(
    "table",
    { class: "sheet" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th"),
        one.columns.map((column) => h("th", { scope: "col" }, column)),
      ),
    ),
    h(
      "tbody",
      null,
      one.rows.map((row) =>
        h(
          "tr",
          { class: row.lit ? "lit" : "", "data-colour": row.colour },
          h("th", { scope: "row" }, row.say),
          row.cells.map((cell) => h("td", null, tokens(cell))),
        ),
      ),
    ),
    one.sums?.length ? sums(one) : null,
  );
}

function sums(one) {
  const counted = (piece) =>
    h(
      "span",
      { class: "row" },
      tokens([{ ...piece, count: 1 }]),
      h("b", { class: "number" }, piece.count ?? 1),
    );
  const cells = one.sums.map((cell) => h("td", null, cell.map(counted)));
  return h("tfoot", null, h("tr", null, h("th", null, "Σ"), cells));
}

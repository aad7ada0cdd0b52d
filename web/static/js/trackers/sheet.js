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

// What a column of the sheet holds is a row here, its cells side by side: a table is wider than
// high, and people read along their own line.
/** @type {Sent.DrawTracker<Sent.Sheet>} */
export function sheet(one) {
  const litAs = (row) => ({ class: row.lit ? "lit" : "", "data-colour": row.colour });
  const line = (name, column) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, name),
      one.rows.map((row) => h("td", litAs(row), tokens(row.cells[column]))),
      one.sums?.length > 0 && h("td", { class: "sum" }, one.sums[column].map(counted)),
    );
  const head = [
    h("td"),
    one.rows.map((row) => h("th", { scope: "col", ...litAs(row) }, row.say)),
    one.sums?.length > 0 && h("th", { scope: "col" }, "Σ"),
  ];
  return h(
    "table",
    { class: "sheet" },
    h("thead", null, h("tr", null, head)),
    h("tbody", null, one.columns.map(line)),
  );
}

const counted = (piece) =>
  h(
    "span",
    { class: "row" },
    tokens([{ ...piece, count: 1 }]),
    h("b", { class: "number" }, piece.count ?? 1),
  );

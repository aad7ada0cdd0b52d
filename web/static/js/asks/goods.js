// What is bought or sold: a row for each, with its name, what one costs, how many there are, minus
// and plus; below them what it comes to. What is not to be had is folded, with its reason.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

export const isPriced = (ask) =>
  ask.cells.length === 1 && ask.pieces.some((one) => isNumber(one.price));
const isNumber = (value) => typeof value === "number";

const countOf = (cells, cell, id) => cells[cell]?.find((one) => one.id === id)?.count ?? 0;

/** @type {(ask: Sent.Place, cells: any) => number} */
export const sumOf = (ask, cells) =>
  ask.pieces.reduce((sum, one) => sum + one.price * countOf(cells, ask.cells[0].id, one.id), 0);

/** @type {(ask: Sent.Place, cells: any, changed: () => void) => any[]} */
export function goods(ask, cells, changed) {
  const [cell] = ask.cells;
  const put = (piece, number) => {
    const others = (cells[cell.id] ?? []).filter((one) => one.id !== piece.id);
    cells[cell.id] = number ? [...others, { id: piece.id, count: number }] : others;
    if (!cells[cell.id].length) delete cells[cell.id];
    changed();
  };
  const rows = (some) =>
    some.map((piece) => row(piece, countOf(cells, cell.id, piece.id), (n) => put(piece, n)));
  const open = ask.pieces.filter((piece) => !piece.why_not);
  const closed = ask.pieces.filter((piece) => piece.why_not);
  return [
    h("div", { class: "goods", "data-cell": cell.id }, rows(open)),
    closed.length > 0 &&
      h(
        "details",
        { class: "closed-goods" },
        h("summary", null, t("web.goods.closed", { n: closed.length })),
        h("div", { class: "goods", "data-cell": cell.id }, rows(closed)),
      ),
    h("p", { class: "goods-sum" }, t("web.goods.sum", { n: sumOf(ask, cells) })),
  ];
}

function row(piece, number, put) {
  const most = piece.most ?? Infinity;
  const key = (word, by, sign) =>
    h(
      "button",
      {
        "data-key": `${word} ${piece.id}`,
        "data-back": by < 0 && number > 0,
        disabled: number + by < 0 || number + by > most,
        "aria-label": `${t(`web.${word}`)} ${piece.say}`,
        onclick: () => put(number + by),
      },
      sign,
    );
  return h(
    "div",
    { class: "good" },
    h(
      "b",
      { class: "name" },
      piece.say,
      piece.why_not && h("span", { class: "small soft" }, piece.why_not),
    ),
    h("span", { class: "price" }, t("web.goods.each", { n: piece.price })),
    h(
      "span",
      { class: "stock soft" },
      isNumber(piece.most) && t("web.goods.stock", { n: piece.most }),
    ),
    h(
      "span",
      { class: "stepper", "data-piece": piece.id },
      key("less", -1, "−"),
      h("output", { class: "number" }, number),
      key("more", 1, "+"),
    ),
  );
}

// What lies where: every cell with its pieces. Tokens are counted; dice and cards are laid one by
// one and turned.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { isTapped, onBoard } from "./board.js";
import { draftOf, touched } from "./drafts.js";
import { goods, isPriced, sumOf } from "./goods.js";
import { layer } from "./lay.js";

/** @type {Sent.DrawAsk<Sent.Place>} */
export function place(ask, table, give, before) {
  if (isTapped(ask)) return onBoard(ask, table, give, before);
  const draft = draftOf(ask, before, before?.cells ?? ask.now ?? {});
  const cells = draft.made;
  const confirm = () => give({ kind: "place", cells });
  const total = h("p", { class: "soft" });
  const holder = h("div", { class: "cells" });
  const counted = ask.pieces.every((piece) => !piece.faces?.length && !piece.turns);
  const doubts = { ...(before?.doubts ?? {}) };
  const settled = (cell) => {
    delete doubts[cell];
    if (!Object.keys(doubts).length) confirm();
    else draw();
  };
  const isOne = counted && ask.per_cell === 1;
  const doubted = (cell, drawn) => {
    if (cell.id in doubts) {
      drawn.classList.add("asked");
      drawn.append(likelier(ask, cell, cells, doubts[cell.id], () => settled(cell.id)));
    }
    return drawn;
  };
  const changed = () => {
    touched(ask, draft);
    draw();
  };
  const laid = counted ? null : layer(ask, draft, changed);
  const isOpen = (cell) => cell.most !== 0 || cells[cell.id] || cell.id in doubts;
  const rows = () =>
    ask.cells
      .filter(isOpen)
      .sort((a, b) => Number(b.id in doubts) - Number(a.id in doubts))
      .map((cell) => doubted(cell, (isOne ? single : tokens)(ask, cell, cells, changed)));
  const asked = () =>
    ask.cells
      .filter((cell) => cell.id in doubts)
      .map((cell) => doubted(cell, h("div", { class: "cell", "data-cell": cell.id }, what(cell))));
  const draw = () => {
    refill(holder, [inside()].flat().filter(Boolean));
    total.textContent = howMany(ask, cells);
    if (isPriced(ask)) done.lastChild.textContent = t("web.goods.for", { n: sumOf(ask, cells) });
  };
  const inside = () => {
    if (isPriced(ask)) return goods(ask, cells, changed);
    return laid ? [...asked(), ...laid()] : rows();
  };
  const done = doneKey(ask, confirm);
  draw();
  return [isOne && legend(ask), holder, total, done];
}

const doneKey = (ask, confirm) =>
  h(
    "button",
    { class: "primary", onclick: confirm },
    t("web.done"),
    isPriced(ask) && h("span", { class: "small" }),
  );

// With other things in it, and the key that was in use still in use.
function refill(holder, things) {
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const at = holder.contains(active) && active.dataset.key;
  holder.replaceChildren(...things);
  if (at) holder.querySelector(`[data-key="${CSS.escape(at)}"]`)?.focus();
}

function howMany(ask, cells) {
  const pieces = Object.values(cells).flat();
  const n = pieces.reduce((sum, piece) => sum + (piece.count ?? 1), 0);
  const isOpen = ask.most === null || ask.most === undefined;
  return isOpen ? t("web.placed", { n }) : t("web.placed_of", { n, most: ask.most });
}

const legend = (ask) =>
  h(
    "p",
    { class: "row small" },
    ask.pieces.map((piece) =>
      h("span", { class: "legend" }, disc(ask, piece), piece.say ?? piece.id),
    ),
  );

// A cell that holds one piece: which one is a tap, the same tap again takes it away.
function single(ask, cell, cells, draw) {
  const here = cells[cell.id]?.[0]?.id;
  const put = (piece) => {
    if (here === piece.id) delete cells[cell.id];
    else cells[cell.id] = [{ id: piece.id }];
    draw();
  };
  return h(
    "div",
    {
      class: "cell single",
      "data-cell": cell.id,
      role: "group",
      "aria-label": cell.say ?? cell.id,
    },
    what(cell),
    ask.pieces.map((piece) =>
      h(
        "button",
        {
          "data-put": piece.id,
          "data-back": here === piece.id,
          "aria-pressed": String(here === piece.id),
          "aria-label": piece.say ?? piece.id,
          onclick: () => put(piece),
        },
        disc(ask, piece),
      ),
    ),
  );
}

const what = (cell) => h("span", { class: "what" }, cell.say ?? cell.id);
const disc = (ask, piece) =>
  h(
    "span",
    { class: "disc", "data-colour": piece.colour ?? piece.id, title: piece.say ?? piece.id },
    lettersOf(ask, piece),
  );

// The likeliest answers for a cell the camera is not sure of, each a tap: so many tokens, or that
// card or die.
function likelier(ask, cell, cells, pieces, settled) {
  const one = pieces[0];
  const kind =
    ask.pieces.find((piece) => [piece.id, piece.colour].includes(one.colour ?? one.value)) ??
    (ask.pieces.length === 1 ? ask.pieces[0] : null);
  const choice = (text, put) =>
    h(
      "button",
      {
        "data-likely": text,
        onclick: () => {
          const kept = put();
          if (kept.length) cells[cell.id] = kept;
          else delete cells[cell.id];
          settled();
        },
      },
      text,
    );
  const others = () => (cells[cell.id] ?? []).filter((piece) => piece.id !== kind?.id);
  const counts = one.likeliest.filter((number) => typeof number === "number");
  const names = one.likeliest
    .map((name) => ask.pieces.find((piece) => piece.id === name))
    .filter(Boolean);
  return h(
    "div",
    { class: "likely-counts" },
    kind &&
      counts.map((number) =>
        choice(String(number), () => [
          ...others(),
          ...(number ? [{ id: kind.id, count: number }] : []),
        ]),
      ),
    names.map((piece) =>
      choice(piece.say ?? piece.id, () => [
        { id: piece.id, ...(piece.turns ? { turn: one.turn ?? 0 } : {}) },
      ]),
    ),
    choice(t("web.as_shown"), () => cells[cell.id] ?? []),
    choice(t("web.nothing_there"), () => []),
  );
}

function tokens(ask, cell, cells, draw) {
  const set = (piece, by) => () => {
    const others = (cells[cell.id] ?? []).filter((one) => one.id !== piece.id);
    const number = Math.max(0, countOf(cells, cell.id, piece.id) + by);
    cells[cell.id] = number ? [...others, { id: piece.id, count: number }] : others;
    if (!cells[cell.id].length) delete cells[cell.id];
    draw();
  };
  const isAlone = ask.cells.length === 1; // the instruction has said where
  const where = isAlone ? "" : (cell.say ?? cell.id);
  const step = (piece, word, by, sign) =>
    h(
      "button",
      {
        onclick: set(piece, by),
        "data-back": by < 0 && countOf(cells, cell.id, piece.id) > 0,
        "data-key": `${word} ${cell.id} ${piece.id}`,
        "aria-label": `${t(`web.${word}`)} ${piece.say ?? piece.id} ${where}`.trim(),
      },
      sign,
    );
  const stepper = (piece) =>
    h(
      "span",
      { class: "stepper", "data-piece": piece.id },
      step(piece, "less", -1, "−"),
      h(
        "span",
        { class: "amount" },
        disc(ask, piece),
        h("output", { class: "number" }, String(countOf(cells, cell.id, piece.id))),
      ),
      step(piece, "more", 1, "+"),
    );
  return h(
    "div",
    { class: "cell", "data-cell": cell.id },
    !isAlone && what(cell),
    h("span", { class: "steppers" }, ask.pieces.map(stepper)),
  );
}

// Its first letter; more where another kind begins alike (Spice, Silk; Black, Blue).
function lettersOf(ask, piece) {
  const begun = (one, long) => (one.say ?? one.id).slice(0, long);
  const long =
    [1, 2, 3].find(
      (wish) => ask.pieces.filter((one) => begun(one, wish) === begun(piece, wish)).length < 2,
    ) ?? 1;
  return begun(piece, 1).toUpperCase() + begun(piece, long).slice(1);
}

const countOf = (cells, cell, piece) =>
  (cells[cell] ?? [])
    .filter((one) => one.id === piece)
    .reduce((sum, one) => sum + (one.count ?? 1), 0);

// Laying pieces on a board: a tap on a free cell lays the piece that is asked for, and where it is
// the only one that is the answer. Several are laid, or a reading put right, before "done".

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { drawBoard } from "../trackers/board.js";
import { draftOf, touched } from "./drafts.js";

// One piece a cell, neither turned nor with a face: a board whose cells are tapped.
export const isTapped = (ask) =>
  Boolean(ask.board) &&
  ask.per_cell === 1 &&
  ask.pieces.every((piece) => !piece.faces?.length && !piece.turns);

/** @type {Sent.DrawAsk<Sent.Place>} */
export function onBoard(ask, table, give, before) {
  const draft = draftOf(ask, before, before?.cells ?? ask.now ?? {});
  const cells = draft.made;
  const confirm = () => give({ kind: "place", cells });
  const isAtOnce = !before && ask.least === ask.most && ask.least === countOf(ask.now ?? {}) + 1;
  const holder = h("div", { class: "board-holder" });
  const done = h("button", { class: "primary", onclick: confirm }, t("web.done"));
  const draw = () => {
    const isAsked = (id) => id in (before?.doubts ?? {});
    holder.replaceChildren(drawBoard(ask.board, cells, table, tap, isAsked));
    done.disabled = countOf(cells) < (ask.least ?? 0);
  };
  const tap = (id) => {
    if (ask.keeps && ask.now?.[id]?.length) return;
    put(ask, cells, id);
    touched(ask, draft);
    if (isAtOnce) confirm();
    draw();
  };
  draw();
  return [holder, !isAtOnce && done];
}

const countOf = (cells, kind) =>
  Object.values(cells)
    .flat()
    .filter((piece) => !kind || piece.id === kind)
    .reduce((sum, piece) => sum + (piece.count ?? 1), 0);

// Each tap lays the next kind of which there is one left; after the last the cell is bare again.
function put(ask, cells, id) {
  const here = cells[id]?.[0]?.id;
  delete cells[id];
  const isLeft = (piece) => countOf(cells, piece.id) < (piece.most ?? Infinity);
  const at = ask.pieces.findIndex((piece) => piece.id === here);
  const next = ask.pieces.slice(at + 1).find(isLeft);
  if (next) cells[id] = [{ id: next.id }];
}

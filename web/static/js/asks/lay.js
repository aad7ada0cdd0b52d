// Pieces laid one by one, as on the table: tap a piece, then its place; or a place, then its piece.
// A card that lies there is turned by a tap on it; a die is taken up again, to lie elsewhere.

import { dieOf, faceName } from "../core/dice.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { dial } from "../trackers/dial.js";

// What is held goes by its name, so that it is still held when all is drawn anew: a piece, a place,
// or this, and the next place tapped is cleared.
const AWAY = "away";
const pieceKey = (at) => `lay ${at}`;
const placeKey = (cell) => `spot ${cell.id}`;
// A field or grid as it lies on the table; other sheets are a row
const COLUMNS = { 6: 3, 9: 3, 16: 4 };
const nameOf = (one) => one.say ?? one.id;
const sayOf = ({ piece, face }) =>
  face === null ? nameOf(piece) : `${nameOf(piece)} ${faceName(face)}`;

// Draws what can be laid and where; `changed` draws it again.
/** @type {(ask: Sent.Place, draft: any, changed: () => void) => () => any[]} */
export function layer(ask, draft, changed) {
  const cells = draft.made;
  const kinds = kindsOf(ask);
  draft.hand ??= { holds: "" };
  const { hand } = draft;
  const heldPiece = () => kinds[kinds.findIndex((_, at) => pieceKey(at) === hand.holds)];
  const heldPlace = () => ask.cells.find((cell) => placeKey(cell) === hand.holds);
  const put = (cell, pieces) => {
    if (pieces.length) cells[cell.id] = pieces;
    else delete cells[cell.id];
  };
  const lay = (cell, kind) => {
    const room = ask.per_cell ?? cell.most ?? 99;
    put(cell, [...(cells[cell.id] ?? []).slice(0, room - 1), laid(kind)]);
    hand.holds = "";
  };
  const take = (name) => {
    const place = heldPlace();
    hand.holds = hand.holds === name ? "" : name;
    const piece = heldPiece();
    if (place && piece) lay(place, piece);
    changed();
  };
  const touch = (cell) => {
    const [here, holds, piece] = [cells[cell.id] ?? [], hand.holds, heldPiece()];
    const last = here[here.length - 1];
    hand.holds = "";
    if (holds === AWAY) put(cell, here.slice(0, -1));
    else if (piece) lay(cell, piece);
    else if (!last) hand.holds = holds === placeKey(cell) ? "" : placeKey(cell);
    else if (kindOf(ask, last)?.turns)
      put(cell, [...here.slice(0, -1), { ...last, turn: ((last.turn ?? 0) + 1) % 4 }]);
    else {
      hand.holds = pieceKey(
        kinds.findIndex(({ piece, face }) => piece.id === last.id && face === (last.face ?? null)),
      );
      put(cell, here.slice(0, -1));
    }
    changed();
  };
  return () => [
    h(
      "p",
      { class: "lay-next", role: "status" },
      nextStep(ask, hand.holds, heldPiece(), heldPlace()),
    ),
    tray(ask, kinds, cells, hand, take),
    board(ask, cells, hand, touch),
  ];
}

const kindsOf = (ask) =>
  ask.pieces.flatMap((piece) =>
    (piece.faces?.length ? piece.faces : [null]).map((face) => ({ piece, face })),
  );

const laid = ({ piece, face }) => ({
  id: piece.id,
  ...(face === null ? {} : { face }),
  ...(piece.turns ? { turn: 0 } : {}),
});

const kindOf = (ask, { id }) => ask.pieces.find((piece) => piece.id === id);

function nextStep(ask, holds, piece, place) {
  if (holds === AWAY) return t("web.lay.which_away");
  if (piece) return t("web.lay.where", { piece: sayOf(piece) });
  if (place) return t("web.lay.which", { place: nameOf(place) });
  return t(ask.pieces.some((piece) => piece.turns) ? "web.lay.or_turn" : "web.lay.or_take");
}

function tray(ask, kinds, cells, hand, take) {
  const lying = Object.values(cells).flat();
  const isLeft = ({ piece }) =>
    lying.filter((one) => one.id === piece.id).length < (piece.most ?? Infinity);
  const tile = (kind, at) =>
    h(
      "button",
      {
        "data-lay": at,
        "data-key": pieceKey(at),
        "aria-pressed": String(hand.holds === pieceKey(at)),
        "aria-label": sayOf(kind),
        disabled: !isLeft(kind), // it keeps its place, so the others keep theirs
        onclick: () => take(pieceKey(at)),
      },
      drawn(kind.piece, kind),
    );
  return h(
    "div",
    { class: `lay-tray${ask.pieces[0].faces?.length ? " of-dice" : ""}` },
    kinds.map(tile),
    lying.length > 0 &&
      h(
        "button",
        {
          "data-lay": "away",
          "data-back": hand.holds !== AWAY,
          "data-key": "lay away",
          "aria-pressed": String(hand.holds === AWAY),
          onclick: () => take(AWAY),
        },
        h("b", { "aria-hidden": "true" }, "×"),
        ` ${t("web.take_away")}`,
      ),
  );
}

function board(ask, cells, hand, touch) {
  const place = (cell) => {
    const here = (cells[cell.id] ?? []).map((one) => ({
      ...one,
      face: one.face ?? null,
      piece: kindOf(ask, one) ?? { id: one.id },
    }));
    const says =
      here
        .map((one) => `${sayOf(one)}${one.piece.turns ? ` ${(one.turn ?? 0) * 90}°` : ""}`)
        .join(", ") || t("web.nothing_there");
    return h(
      "div",
      { class: "lay-place", "data-cell": cell.id },
      h(
        "button",
        {
          "data-spot": cell.id,
          "data-back": hand.holds === AWAY && here.length > 0,
          "data-key": placeKey(cell),
          "aria-pressed": String(hand.holds === placeKey(cell)),
          "aria-label": `${nameOf(cell)}: ${says}`,
          onclick: () => touch(cell),
        },
        here.length
          ? here.map((one) => drawn(one.piece, one))
          : h("span", { class: "soft" }, cell.id),
      ),
    );
  };
  const drawnBoard = h("div", { class: "lay-board" }, ask.cells.map(place));
  drawnBoard.dataset.columns = COLUMNS[ask.cells.length] ?? Math.min(ask.cells.length, 3);
  if (ask.board?.cols)
    drawnBoard.style.gridTemplateColumns = `repeat(${ask.board.cols}, minmax(0, 1fr))`;
  return drawnBoard;
}

// A die by its face and its colour's letter, a disk by its sides, a card by its name and the edge
// that is its top.
function drawn(piece, { face, turn }) {
  if (face !== null)
    return [dieOf(face, piece.colour ?? piece.id), h("span", { class: "small" }, nameOf(piece))];
  if (piece.sides?.length)
    return dial({
      sides: piece.sides
        .map((_, at) => piece.sides[(at - (turn ?? 0) + 4) % 4])
        .map((colour) => [t(`kit.colour.${colour}`).charAt(0), colour]),
    });
  return h(
    "span",
    { class: "lay-card", "data-turn": turn ?? 0 },
    nameOf(piece),
    piece.turns &&
      turn !== undefined &&
      h("span", { class: "turn" }, h("span", { class: "turn-mark" }), `${turn * 90}°`),
  );
}

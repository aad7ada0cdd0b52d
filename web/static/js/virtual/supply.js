// The shelf under the virtual table: what the open asks can be answered with, to be dragged onto
// the mat.

import { dieOf, faceName } from "../core/dice.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { deal } from "./hands.js";
import { drop, hold } from "./stage.js";

const FEW = 4; // cards to choose from: of more one is drawn

export function supply(asks, targets, { hidden }) {
  const rows = asks
    .map((ask) =>
      row(
        ask,
        targets.find((one) => one.ask === ask.id),
        asks.length > 1,
      ),
    )
    .filter(Boolean);
  return rows.length || hidden ? rows : h("p", { class: "soft" }, t("web.virtual.drag"));
}

// Chance draws, lays or throws what the question wants.
export function dealer(asks) {
  const laid = asks.filter((ask) => ask.kind !== "roll"); // those are thrown
  const ask = laid.find((one) => !one.optional) ?? laid[0];
  return h(
    "button",
    { id: "deal", class: "deal", disabled: !ask, onclick: () => deal(ask.id) },
    t("web.virtual.deal"),
  );
}

// Where several places take pieces, each row says whose it is.
function row(ask, target, isNamed) {
  const chips = target.sheet
    ? [chip({ kind: "card", look: target.sheet, title: t("web.virtual.sheet") })]
    : pieces(ask);
  return chips.length
    ? h(
        "div",
        { "data-supply": ask.id, role: "group", "aria-label": ask.say },
        isNamed && h("p", { class: "whose" }, ask.say),
        h("div", { class: "chips" }, chips),
      )
    : null;
}

function pieces(ask) {
  if (ask.kind === "show") {
    const cards = ask.known.map((card) => chip({ kind: "card", look: card.id, title: card.title }));
    return cards.length > FEW ? [pile(ask), ...cards] : cards;
  }
  if (ask.kind === "count")
    return [
      chip({
        kind: ask.piece,
        look: ask.colour ?? ask.of,
        title: t(`web.virtual.${ask.piece}`),
      }),
    ];
  if (ask.kind !== "place") return [];
  return ask.pieces.flatMap((piece) =>
    (piece.faces?.length ? piece.faces : [null]).map((face) =>
      chip(
        {
          kind: piece.kind ?? "token",
          look: piece.kind === "card" ? piece.id : (piece.colour ?? piece.id),
          title: piece.kind === "die" ? String(face ?? "") : (piece.say ?? piece.id),
          ...(piece.sides?.length ? { parts: piece.sides } : {}),
        },
        piece.say ?? piece.id,
      ),
    ),
  );
}

// Drawn from the pile: chance says which card it is.
const pile = (ask) => chip({ kind: "card", look: "", title: t("web.virtual.pile"), pile: ask.id });

let next = 0;
function chip(piece, name = piece.look) {
  next += 1;
  const mine = { ...piece, chip: `chip${next}` };
  const drawn = h(
    "button",
    {
      class: `chip ${piece.kind}${piece.pile ? " pile" : ""}`,
      "data-chip": mine.chip,
      "data-look": piece.look,
      "data-colour": piece.look,
      "aria-pressed": "false",
      title: piece.title,
      onpointerdown: (event) => drag(event, drawn, mine),
      onclick: () => hold(drawn.getAttribute("aria-pressed") === "true" ? null : mine),
    },
    piece.kind === "die" && piece.title
      ? [
          dieOf(piece.title, piece.look),
          h("span", { class: "small" }, name),
          h("span", { class: "sr-only" }, faceName(piece.title)),
        ]
      : h("span", null, piece.title || name),
  );
  return drawn;
}

// Dragged from the supply: a ghost follows, and where it is let go the piece is laid. A click only
// takes it up.
function drag(event, chip, piece) {
  const start = [event.clientX, event.clientY];
  let ghost = null;
  const move = (now) => {
    if (!ghost && Math.hypot(now.clientX - start[0], now.clientY - start[1]) > 6) {
      ghost = chip.cloneNode(true);
      ghost.classList.add("ghost");
      ghost.removeAttribute("data-chip");
      document.body.append(ghost);
    }
    if (!ghost) return;
    ghost.style.left = `${now.clientX}px`;
    ghost.style.top = `${now.clientY}px`;
  };
  const end = (now) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    const { chip: _, ...rest } = piece;
    if (now.type === "pointerup") drop(rest, now);
    addEventListener(
      "click",
      (click) => {
        click.stopPropagation();
        click.preventDefault();
      },
      { capture: true, once: true },
    );
    setTimeout(() => hold(null), 0);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end, { once: true });
  addEventListener("pointercancel", end, { once: true });
}

// Do this now: every open ask with its controls, refusals with the ways out, pieces to move, the end.

import { send } from "./api.js";
import { controls } from "./asks/index.js";
import { behind, cardsOf } from "./behind.js";
import { device } from "./device.js";
import { h } from "./dom.js";
import { drawEnd } from "./end.js";
import { refusal } from "./refusal.js";
import { seatLabel } from "./seats.js";
import { t } from "./texts.js";

export function drawNow(table, around) {
  const mine = (ask) => !device.seat || !ask.seats.length || ask.seats.includes(device.seat);
  const asks = table.asks.filter(mine).sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));
  return [
    table.outcome && drawEnd(table),
    table.moves?.length ? drawMoves(table.moves) : null,
    asks.map((ask) => drawAsk(ask, table, around.sights?.find((one) => one.ask === ask.id))),
    !asks.length && !table.outcome && h("p", { class: "panel soft" }, t("web.others_turn")),
  ];
}

function drawMoves(moves) {
  return h("section", { class: "panel moves" }, h("h3", null, t("web.moves")), h("ul", null, moves.map((move) => h("li", null, move))));
}

function drawAsk(ask, table, sight) {
  const said = h("div");
  const give = (answer, seat) => answerIt(ask, answer, seat, said, table);
  return h("section", { class: `panel ask${ask.optional ? " optional" : ""}`, "data-ask": ask.id, "data-kind": ask.kind },
    ask.seats.length && ask.kind !== "ready" ? h("div", { class: "whom" }, ask.seats.map((seat) => seatLabel(table, seat))) : null,
    h("p", { class: "say" }, ask.say),
    ask.lines?.length ? drawLines(ask) : null,
    sight && drawSight(sight), folded(ask, sight, controls(ask, table, give, sight && seen(sight))), said);
}

// Things to do are ticked off; explanations are just read.
function drawLines(ask) {
  const isChecklist = ask.kind === "ready" && ask.lines.length > 1;
  return h("ul", { class: "check" }, ask.lines.map((line) => h("li", null, isChecklist ? h("label", null, h("input", { type: "checkbox" }), h("span", null, line)) : line)));
}

// A sheet that the camera may fill in, and nobody has to: its many cells open on a tap.
function folded(ask, sight, inside) {
  if (!ask.optional || ask.kind !== "place" || sight) return inside;
  return h("details", null, h("summary", null, t("web.by_hand")), inside);
}

// What the camera saw but does not trust: its picture, its reason, and its values to put right with a tap.
function drawSight(sight) {
  return h("div", { class: "panel sight" },
    h("p", null, t("web.looks_like"), " ", sight.pieces.map((piece) => h("b", { class: `read ${trust(piece)}`, title: t(`web.trust.${trust(piece)}`) }, piece.value ?? "?"))),
    h("p", { class: "soft" }, sight.why), sight.picture && h("img", { src: `/api/evidence/${sight.picture}`, alt: t("web.camera_picture") }));
}

const SURE = 0.97;
const trust = ({ value, confidence }) => (value === null || value === undefined ? "asked" : confidence >= SURE ? "sure" : "fairly");

const seen = (sight) => ({ dice: sight.pieces.map((piece) => ({ face: piece.value, trust: trust(piece), likeliest: piece.likeliest })) });

async function answerIt(ask, answer, seat, said, table, force) {
  const whose = seat ?? (device.seat && ask.seats.includes(device.seat) ? device.seat : ask.seats.length === 1 ? ask.seats[0] : null);
  const error = await send({ kind: "answer", ask: ask.id, answer, seat: whose, ...(force ? { force } : {}) });
  const why = error && behind(null, { rule: error.rule, cards: cardsOf(ask, answer, table) }, table);
  said.replaceChildren(...(error ? [refusal(error, (reason) => answerIt(ask, answer, seat, said, table, reason), why)] : []));
  if (error) said.scrollIntoView({ block: "nearest" });
}

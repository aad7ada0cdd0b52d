// Do this now: every open ask with its controls, refusals with the ways out, pieces to move, the end.

import { send } from "./api.js";
import { controls } from "./asks/index.js";
import { behind, cardsOf } from "./behind.js";
import { device } from "./device.js";
import { h } from "./dom.js";
import { drawEnd } from "./end.js";
import { refusal } from "./refusal.js";
import { nameOf, seatLabel, shapeOf } from "./seats.js";
import { drawSight, seen } from "./sight.js";
import { t } from "./texts.js";

const FEW = 6; // cards: more of them, and not needed, are folded away
const [SHORT, LONG] = [45, 75]; // letters: a lone instruction shorter than this is written larger; a longer one smaller, to leave room for its controls
const ACTIONS = ["", ".row > ", ".options > "].map((where) => `:scope > ${where}button.primary`).join();

export function drawNow(table, around) {
  const mine = (ask) => !device.seat || (ask.seats.length ? ask.seats.includes(device.seat) : !isOthers(ask));
  const asks = table.asks.filter((ask) => (device.watch ? !ask.optional : mine(ask))).sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));
  return inCorner([
    table.outcome && drawEnd(table),
    table.moves?.length ? drawMoves(table.moves) : null,
    !(device.seat ? asks.some((ask) => !ask.optional) : asks.length) && !table.outcome && waiting(table),
    ...asks.map((ask) => drawAsk(ask, table, around.sights?.find((one) => one.ask === ask.id && !one.quiet), asks.filter((other) => !other.optional).length === 1)),
  ].filter(Boolean));
}

// Of somebody else's sheet and not needed: nothing for a phone that is one seat.
const isOthers = (ask) => ask.optional && ask.kind === "place" && !ask.zone?.endsWith(`:${device.seat}`);

// The one action to take stands in the same corner, whatever is above it. Of several, each stays with its ask.
function inCorner(sections) {
  const actions = sections.filter((one) => !one.classList.contains("optional")).flatMap((one) => [...one.querySelectorAll(ACTIONS)]);
  if (actions.length === 1) actions[0].classList.add("corner");
  return sections;
}

// Nothing for this seat: whom the table waits for.
function waiting(table) {
  const others = [...new Set(table.asks.filter((ask) => !ask.optional).flatMap((ask) => ask.seats))];
  return h("section", { class: "panel waiting stack" }, h("p", { class: "soft" }, t("web.others_turn")),
    others.length ? h("p", { class: "row" }, t("web.waiting_for"), others.map((seat) => seatLabel(table, seat))) : null);
}

function drawMoves(moves) {
  return h("section", { class: "panel moves" }, h("h3", null, t("web.moves")), h("ul", null, moves.map((move) => h("li", null, move))));
}

function drawAsk(ask, table, sight, lone) {
  const said = h("div");
  const give = (answer, seat) => answerIt(ask, answer, seat, said, table);
  const short = lone && !ask.lines?.length && ask.say.length < SHORT;
  const isOwnButton = ask.optional && ask.kind === "ready" && ask.seats.length < 2;
  const isFolded = ask.optional && !sight && (ask.kind === "place" || (ask.kind === "show" && ask.known.length > FEW));
  return h("section", { class: `panel ask${ask.optional ? " optional" : ""}${short ? " short" : ask.say.length > LONG ? " long" : ""}${isFolded ? " folded" : ""}`, "data-ask": ask.id, "data-kind": ask.kind, "aria-label": ask.say },
    !isFolded && !isOwnButton && h("p", { class: "say" }, ask.kind !== "ready" && whoseShapes(ask, table), ask.say),
    ask.lines?.length ? drawLines(ask) : null,
    device.watch ? null : sight && drawSight(sight, table), device.watch ? null : isFolded ? folded(ask, controls(ask, table, give)) : controls(ask, table, give, sight && seen(ask, sight)), said);
}

// The one the sentence names; where it names nobody, everyone it is for.
function whoseShapes(ask, table) {
  const named = ask.seats.filter((seat) => ask.say.includes(nameOf(table, seat)));
  return (named.length ? named : ask.seats).map((seat) => shapeOf(table, seat));
}

// Things to do are ticked off; explanations are just read.
function drawLines(ask) {
  const isChecklist = ask.kind === "ready" && ask.lines.length > 1 && ask.seats.length < 2;
  return h("ul", { class: "to-do" }, ask.lines.map((line) => h("li", null, isChecklist ? h("label", null, h("input", { type: "checkbox" }), h("span", null, line)) : line)));
}

// A sheet that the camera may fill in, and nobody has to: its many cells open on a tap.
const folded = (ask, inside) => h("details", null, h("summary", null, ask.say, " ", h("span", { class: "small soft" }, t("web.by_hand"))), inside);

async function answerIt(ask, answer, seat, said, table, force) {
  const whose = seat ?? (device.seat && ask.seats.includes(device.seat) ? device.seat : ask.seats.length === 1 ? ask.seats[0] : null);
  const error = await send({ kind: "answer", ask: ask.id, answer, seat: whose, ...(force ? { force } : {}) });
  const why = error && behind(null, { rule: error.rule, cards: cardsOf(ask, answer, table) }, table);
  said.replaceChildren(...(error ? [refusal(error, (reason) => answerIt(ask, answer, seat, said, table, reason), why)] : []));
  if (error) said.scrollIntoView({ block: "nearest" });
}

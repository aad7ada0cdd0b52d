// The ask band: one question with one headline, one line, one row of controls and the primary in
// its corner. Other questions are chips. What needs more room lies on a sheet over the stage.

import { device } from "../core/device.js";
import { classes, h } from "../core/dom.js";
import { nameOf, seatLabel, shapeOf } from "../core/seats.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";
import { drawEnd, whoWon } from "../screens/end.js";
import { answering } from "./answering.js";
import { controls } from "./index.js";
import { chipsBeside, current, isLarge, ours } from "./questions.js";
import { drawLesson, drawSight, isUntaught, seen } from "./sight.js";

const [MIDDLING, LONG] = [30, 44]; // letters of a headline: from here on smaller, then in two lines
const TAPS = { roll: "web.tap_value", choose: "web.tap_one", show: "web.tap_one" };

/** @type {(table: Sent.Table, around: Sent.Around) => any} */
export function drawBand(table, around) {
  const asks = ours(table.asks, device);
  const sightOf = (ask) =>
    around.sights?.find(
      (one) => one.ask === ask.id && !one.quiet && !(around.virtual && isUntaught(one)),
    ); // the virtual eye learns by itself
  const isDoubted = (ask) => Boolean(sightOf(ask)?.pieces.length);
  const ask = current(asks, knows().asked, isDoubted);
  const others = asks.filter((one) => one !== ask);
  if (table.outcome) return ended(table);
  if (!ask) return waiting(table, others);
  return question(ask, others, table, around, sightOf(ask));
}

function question(ask, others, table, around, sight) {
  const said = h("div", { class: "said" });
  const give = answering(ask, table, said);
  const isSeen = sight && !isUntaught(sight);
  const made = device.watch
    ? []
    : [controls(ask, table, give, isSeen ? seen(ask, sight) : undefined)]
        .flat(Infinity)
        .filter(Boolean);
  const primary = made.find((one) => one.matches("button.primary")) ?? inside(made);
  const rest = made.filter((one) => one !== primary);
  const hasSheet = needsSheet(ask, others, isSeen);
  const isOpen = hasSheet && isSheetOpen(ask, table, around, isSeen);
  const lines = ask.lines ?? [];
  return h(
    "section",
    {
      class: classes("ask", ask.optional && "optional", isSeen && "looked-at"),
      "data-ask": ask.id,
      "data-kind": ask.kind,
      "aria-label": ask.say,
    },
    headline(ask.say, ask.kind !== "ready" && whoseShapes(ask, table)),
    h(
      "div",
      { class: "line" },
      h("p", { class: "eye-state", role: "status", hidden: true }),
      lines.length === 1 && h("p", { class: "sentence" }, lines[0]),
      table.moves?.length ? drawMoves(table.moves, !isSeen && !isOpen) : null,
    ),
    h(
      "div",
      { class: "ctl" },
      isSeen && !hasSheet && drawSight(sight, table),
      !hasSheet && rest,
      hasSheet && !device.watch && sheetSwitch(ask, isOpen),
      chips(others, table, chipsBeside(ask, others)),
    ),
    h("div", { class: "corner" }, primary ?? missing(ask)),
    hasSheet &&
      sheetOver(isOpen, [
        isSeen && drawSight(sight, table),
        lines.length > 1 && drawLines(ask),
        rest,
        sight && !isSeen && drawLesson(sight, table),
      ]),
    !hasSheet && sight && !isSeen && drawLesson(sight, table),
    said,
  );
}

const needsSheet = (ask, others, isSeen) =>
  isLarge(ask, others) ||
  knows().crowded.includes(ask.id) ||
  Boolean(isSeen && ask.kind !== "roll");

const sheetOver = (isOpen, inside) => h("div", { class: "ask-sheet", hidden: !isOpen }, inside);

const inside = (made) =>
  made.map((one) => one.querySelector("button.primary")).find(Boolean) ?? null;

const headline = (say, shapes) =>
  h(
    "h2",
    { class: classes("say", say.length > LONG ? "long" : say.length > MIDDLING && "middling") },
    shapes,
    h("span", null, say),
  );

// Nothing to press yet: the corner stays and says what is missing.
const missing = (ask) =>
  device.watch ? null : h("p", { class: "missing" }, t(TAPS[ask.kind] ?? "web.tap_one"));

// The camera reads what is asked, or people enter it: then the sheet is open by itself.
function isSheetOpen(ask, table, around, isSeen) {
  const byEye = around.camera?.state === "on" && ask.zone && !isSeen && !ask.lines?.length;
  const isPlayedThere = Boolean(around.virtual) && !isSeen && device.view !== "scores";
  return knows().opened[ask.id] ?? !(byEye || isPlayedThere || isLit(ask, table));
}

// What can be chosen is lit on the stage: a tap there is the answer.
const isLit = (ask, table) =>
  ask.kind === "choose" &&
  table.trackers.some(
    (one) =>
      one.places?.some((place) => place.lit) ||
      one.lanes?.some((lane) => lane.option) ||
      one.spots?.some((spot) => spot.open),
  );

const sheetSwitch = (ask, isOpen) =>
  h(
    "button",
    {
      class: "also",
      "data-sheet": ask.id,
      "aria-expanded": String(isOpen),
      onclick: () => learn({ opened: { ...knows().opened, [ask.id]: !isOpen } }),
    },
    t(isOpen ? "web.see_table" : "web.by_hand"),
  );

// A few beside the controls; more of them on request, over the stage.
function chips(others, table, few) {
  if (!others.length || device.watch) return null;
  const shown = others.slice(0, few);
  const rest = others.slice(few);
  return h(
    "div",
    { class: "beside-asks" },
    shown.length > 0 && h("span", { class: "also-word" }, t("web.also")),
    shown.map((ask) => chip(ask, table)),
    rest.length > 0 &&
      h(
        "details",
        { class: "more-asks" },
        h("summary", { class: "also" }, t("web.more_asks", { n: rest.length })),
        h(
          "div",
          { class: "more-list" },
          rest.map((ask) => chip(ask, table)),
        ),
      ),
  );
}

// A tap makes it the question; what is one button anyway is pressed at once.
function chip(ask, table) {
  const isDone = ask.optional && ask.kind === "ready" && ask.seats.length < 2;
  const said = h("div", { class: "said" });
  return h(
    "span",
    { class: "chip-place" },
    h(
      "button",
      {
        class: "also",
        "data-chip": isDone ? null : ask.id,
        "data-act": isDone ? ask.id : null,
        onclick: () =>
          isDone
            ? answering(ask, table, said)({ kind: "ready" }, ask.seats[0])
            : learn({ asked: ask.id }),
      },
      whoseShapes(ask, table),
      h("span", null, ask.say),
    ),
    said,
  );
}

// The one the sentence names; where it names nobody, everyone it is for.
function whoseShapes(ask, table) {
  const named = ask.seats.filter((seat) => ask.say.includes(nameOf(table, seat)));
  return (named.length ? named : ask.seats).map((seat) => shapeOf(table, seat));
}

// Things to do are ticked off; explanations are just read.
function drawLines(ask) {
  const isChecklist = ask.kind === "ready" && ask.seats.length < 2;
  return h(
    "ul",
    { class: "to-do" },
    ask.lines.map((line) =>
      h(
        "li",
        null,
        isChecklist
          ? h("label", null, h("input", { type: "checkbox" }), h("span", null, line))
          : line,
      ),
    ),
  );
}

// What must be moved back on the table after an undo: in sight, unless something is to be tapped
// there.
const drawMoves = (moves, isOpen) =>
  h(
    "details",
    { class: "moves", open: isOpen },
    h("summary", null, h("b", null, t("web.moves")), ` (${moves.length})`),
    h(
      "ul",
      null,
      moves.map((move) => h("li", null, move)),
    ),
  );

// Nothing for this seat: whom the table waits for. What may be done all the same are chips.
function waiting(table, others) {
  const seats = [...new Set(table.asks.filter((ask) => !ask.optional).flatMap((ask) => ask.seats))];
  return h(
    "section",
    { class: "ask waiting" },
    headline(t("web.others_turn"), null),
    h(
      "div",
      { class: "line" },
      seats.length > 0 && [t("web.waiting_for"), seats.map((seat) => seatLabel(table, seat))],
      table.moves?.length ? drawMoves(table.moves, true) : null,
    ),
    h("div", { class: "ctl" }, chips(others, table, 2)),
  );
}

const ended = (table) =>
  h(
    "section",
    { class: "ask ended" },
    headline(whoWon(table), null),
    h("div", { class: "line" }, h("p", { class: "sentence" }, table.outcome.why)),
    h("div", { class: "ask-sheet" }, drawEnd(table)),
  );

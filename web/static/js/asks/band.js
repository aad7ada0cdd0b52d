// The ask band: one question with one headline, one line, one row of controls and the primary in
// its corner. Other questions are chips. What needs more room lies on a sheet over the stage.

import { device } from "../core/device.js";
import { dieOf } from "../core/dice.js";
import { block, classes, h } from "../core/dom.js";
import { nameOf, seatLabel, shapeOf } from "../core/seats.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";
import { anotherGame, drawEnd, whoWon } from "../screens/end.js";
import { hands } from "../virtual/hands.js";
import { answering } from "./answering.js";
import { controls } from "./index.js";
import { inOneLine, isPassing, passSoon, stopKey } from "./passing.js";
import { chipsBeside, current, diceOf, isLarge, ours, slotted } from "./questions.js";
import { drawSetting } from "./setting.js";
import { drawLesson, drawSight, isUntaught, seen } from "./sight.js";

const [MIDDLING, LONG] = [30, 44]; // letters of a headline: from here on smaller, then in two lines
const FEW_WAITS = 2; // questions the wall has room for; of more, only whose they are
const TAPS = { roll: "web.tap_value", choose: "web.tap_one", show: "web.tap_one" };

/**
 * Which question stands in the band and how: what it is drawn from. What is beside it comes and
 * goes without drawing it anew.
 * @type {(table: Sent.Table, around: Sent.Around) => any}
 */
export function planBand(table, around) {
  const { setting } = knows();
  if (setting && !device.watch) return { setting, ask: null, others: [], few: 0 };
  const asks = ours(table.asks, device);
  const sightOf = (ask) =>
    around.sights?.find(
      (one) => one.ask === ask.id && !one.quiet && !(around.virtual && isUntaught(one)),
    ); // the virtual eye learns by itself
  const isDoubted = (ask) => Boolean(sightOf(ask)?.pieces.length);
  const asked = current(asks, knows().asked, isDoubted);
  const others = asks.filter((one) => one !== asked);
  const isPassed = Boolean(asked && isPassing(asked, table));
  const ask = isPassed ? inOneLine(asked) : asked;
  const waits = table.asks.filter((one) => !one.optional).flatMap((one) => one.seats);
  if (!ask) return { ask, others, few: 2, waits: [...new Set(waits)] };
  const sight = sightOf(ask);
  const isSeen = Boolean(sight && !isUntaught(sight));
  const hasSheet = needsSheet(ask, others, isSeen);
  const isOpen = hasSheet && isSheetOpen(ask, table, around, isSeen);
  const mayThrow = Boolean(around.virtual) && !isSeen;
  const room = chipsBeside(ask, others, isFolded());
  const few = isUpright() ? Math.min(room, 1) : room; // upright the row is shorter
  return { ask, others, sight, isSeen, hasSheet, isOpen, mayThrow, few, isPassed, waits };
}

/** @type {(plan: any, table: Sent.Table) => any} */
export function drawBand(plan, table) {
  if (plan.setting || table.outcome || !plan.ask) passSoon(null);
  if (plan.setting) return drawSetting(plan.setting, table);
  if (table.outcome) return ended(table);
  if (!plan.ask) return waiting(plan.waits, table);
  return question(plan, table);
}

function question({ ask, sight, isSeen, hasSheet, isOpen, mayThrow, isPassed, waits }, table) {
  const said = h("div", { class: "said" });
  const give = answering(ask, table, said);
  passSoon(isPassed ? ask : null, give);
  const before = isSeen ? seen(ask, sight) : undefined;
  const made = device.watch ? [] : drawn(controls(ask, table, give, before));
  const primary = primaryOf(ask, made, mayThrow);
  const rest = made.filter((one) => one !== primary);
  const lines = ask.lines ?? [];
  return h(
    "section",
    {
      class: classes(
        "ask",
        ask.optional && "optional",
        isSeen && "looked-at",
        isWall() && waits.length > 0 && "waits",
      ),
      "data-ask": ask.id,
      "data-kind": ask.kind,
      "aria-label": ask.say,
    },
    headline(ask.say, ask.kind !== "ready" && whoseShapes(ask, table)),
    lineOf(ask, table.moves, !isSeen && !isOpen),
    h(
      "div",
      { class: "ctl" },
      isSeen && !hasSheet && drawSight(sight, table),
      !hasSheet && rest,
      hasSheet && !device.watch && sheetSwitch(ask, isOpen),
      isPassed && stopKey(ask),
      h("div", { class: "beside-asks" }),
    ),
    h("div", { class: "corner" }, primary ?? missing(ask)),
    isWall() && waits.length > 0 && waitedFor(waits, table),
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

// What the camera does, what there is to say, what must be moved back.
function lineOf(ask, moves, isWide) {
  const [only, ...others] = ask.lines ?? [];
  const explained = [ask.more, !others.length && only].filter(Boolean);
  return h(
    "div",
    { class: classes("line", moves?.length && "has-moves") },
    h("p", { class: "eye-state", role: "status", hidden: true }),
    explained.length > 0 && h("p", { class: "sentence" }, explained.join(" ")),
    moves?.length ? drawMoves(moves, isWide) : null,
  );
}

const isWall = () => document.body.classList.contains("wall");
const isUpright = () => document.documentElement.hasAttribute("data-stacked");

// On the wall nothing is pressed: whom everyone waits for, and of several, for what.
function waitedFor(waits, table) {
  const needed = table.asks.filter((one) => !one.optional && one.seats.length);
  const asked = (one) =>
    h("span", { class: "also" }, whoseShapes(one, table), h("span", null, one.say));
  const isMany = needed.length > 1 && needed.length <= FEW_WAITS;
  return h(
    "div",
    { class: "waited-for" },
    h("p", null, t("web.everyone_waits")),
    isMany ? needed.map(asked) : [...new Set(waits)].map((seat) => seatLabel(table, seat)),
  );
}

const needsSheet = (ask, others, isSeen) =>
  isLarge(ask, others) ||
  knows().crowded.includes(ask.id) ||
  Boolean(isSeen && (ask.kind !== "roll" || diceOf(ask) > 1)); // one die beside its picture

const sheetOver = (isOpen, inside) => h("div", { class: "ask-sheet", hidden: !isOpen }, inside);

const isFolded = () => document.documentElement.hasAttribute("data-fold");

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

const drawn = (made) => [made].flat(Infinity).filter(Boolean);

// The one button of the question; dice of a virtual table are thrown.
function primaryOf(ask, made, mayThrow) {
  if (mayThrow && ask.kind === "roll" && ask.zone && made.length) return throwIt(ask);
  return made.find((one) => one.matches("button.primary")) ?? inside(made);
}

// Before its lens, like any others.
const throwIt = (ask) =>
  h(
    "button",
    { class: "primary throw", id: "throw", onclick: () => hands({ do: "throw", ask: ask.id }) },
    dieOf(5),
    h("span", null, t("web.virtual.throw")),
  );

// The camera reads what is asked, or people enter it: then the sheet is open by itself. What is
// open closes only by hand: a camera that comes back takes nothing away from under a finger.
function isSheetOpen(ask, table, around, isSeen) {
  const { opened, sheets } = knows();
  const view = `${ask.id} ${device.view}`;
  const byEye = around.camera?.state === "on" && ask.zone && !isSeen && !ask.lines?.length;
  const isPlayedThere = Boolean(around.virtual) && !isSeen && device.view !== "scores";
  sheets[view] ||= !(byEye || isPlayedThere || isLit(ask, table));
  return opened[ask.id] ?? sheets[view];
}

// What can be chosen is lit on the stage: a tap there is the answer.
const isLit = (ask, table) =>
  (ask.board && table.trackers.some((one) => one.kind === "board" && one.id === ask.sheet)) ||
  (ask.kind === "choose" &&
    table.trackers.some(
      (one) =>
        one.places?.some((place) => place.lit) ||
        one.lanes?.some((lane) => lane.option) ||
        one.spots?.some((spot) => spot.open),
    ));

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

// A few beside the controls, each in its place; more of them on request, over the stage.
/** @type {(place: HTMLElement | null, plan: any, table: Sent.Table) => void} */
export function drawChips(place, { ask, others, few }, table) {
  if (!place) return;
  const ids = device.watch ? [] : others.map((one) => one.id);
  const { chips } = knows();
  const isSame = chips.ask === ask?.id;
  if (!isSame) knows().areMoreOpen = false; // it would lie over the new question
  const slots = isSame ? slotted(chips.slots, ids) : slotted(chips.slots, ids).filter(Boolean);
  knows().chips = { ask: ask?.id, slots };
  const askOf = (id) => others.find((one) => one.id === id) ?? null;
  block(place, [slots.map(askOf), few, table.seats], () => {
    const shown = slots.slice(0, few).map((id) => chip(askOf(id), table));
    const rest = slots.slice(few).map(askOf).filter(Boolean);
    return [
      shown.length > 0 && h("span", { class: "also-word" }, t("web.also")),
      shown,
      rest.length > 0 && moreChips(rest, table),
    ];
  });
}

const moreChips = (rest, table) =>
  h(
    "details",
    { class: "more-asks", open: knows().areMoreOpen },
    h(
      "summary",
      {
        class: "also",
        onclick: (event) => {
          knows().areMoreOpen = !event.currentTarget.parentElement.open;
        },
      },
      t("web.more_asks", { n: rest.length }),
    ),
    h(
      "div",
      { class: "more-list" },
      rest.map((ask) => chip(ask, table)),
    ),
  );

// A tap makes it the question; what is one button anyway is pressed at once.
function chip(ask, table) {
  if (!ask) return h("span", { class: "chip-place" }); // somebody has answered it
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
        onclick: () => {
          knows().areMoreOpen = false;
          if (isDone) answering(ask, table, said)({ kind: "ready" }, ask.seats[0]);
          else learn({ asked: ask.id });
        },
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
function waiting(seats, table) {
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
    h("div", { class: "ctl" }, h("div", { class: "beside-asks" })),
  );
}

const ended = (table) =>
  h(
    "section",
    { class: "ask ended" },
    headline(whoWon(table), null),
    h("div", { class: "line" }, h("p", { class: "sentence" }, table.outcome.why)),
    device.watch || h("div", { class: "corner" }, anotherGame()),
    h("div", { class: "ask-sheet" }, drawEnd(table)),
  );

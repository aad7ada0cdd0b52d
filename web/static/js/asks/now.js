// Do this now: every open ask with its controls, refusals with the ways out, pieces to move, the
// end.

import { send } from "../core/api.js";
import { device } from "../core/device.js";
import { classes, h } from "../core/dom.js";
import { nameOf, seatLabel, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { drawEnd } from "../screens/end.js";
import { behind, cardsOf } from "./behind.js";
import { controls } from "./index.js";
import { refusal } from "./refusal.js";
import { drawLesson, drawSight, isUntaught, seen } from "./sight.js";

const FEW = 6; // cards: more of them, and not needed, are folded away
// Letters: a lone instruction shorter than this is written larger; a longer one smaller, to leave
// room for its controls
const [SHORT, LONG] = [45, 75];
const ACTIONS = ["", ".row > ", ".options > "]
  .map((where) => `:scope > ${where}button.primary`)
  .join();

/** @type {(table: Sent.Table, around: Sent.Around) => any} */
export function drawNow(table, around) {
  const mine = (ask) =>
    !device.seat || (ask.seats.length ? ask.seats.includes(device.seat) : !isOthers(ask));
  const asks = table.asks
    .filter((ask) => (device.watch ? !ask.optional : mine(ask)))
    .sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));
  const sightOf = (ask) =>
    around.sights?.find(
      (one) => one.ask === ask.id && !one.quiet && !(around.virtual && isUntaught(one)),
    ); // the virtual eye learns by itself
  const isFolded = folding(asks, sightOf);
  const isLone = asks.filter((ask) => !ask.optional && !isFolded(ask)).length === 1;
  return inCorner(
    [
      table.outcome && drawEnd(table),
      table.moves?.length
        ? drawMoves(
            table.moves,
            asks.some((ask) => sightOf(ask)?.pieces.length),
          )
        : null,
      !(device.seat ? asks.some((ask) => !ask.optional) : asks.length) &&
        !table.outcome &&
        waiting(table),
      ...asks.map((ask) => drawAsk(ask, table, sightOf(ask), isLone, isFolded(ask))),
    ].filter(Boolean),
  );
}

// One thing at a time: of several sheets and cards to enter, the first is open and the others are a
// line each, to be opened by a tap; so is what nobody has to enter, and dice that may wait. What
// the camera asks about stays open.
function folding(asks, sightOf) {
  const sheets = asks.filter((ask) => ["place", "show"].includes(ask.kind));
  const isCrowd = sheets.filter((ask) => ask.optional).length > 1;
  const mayWait = asks.some((ask) => !ask.optional);
  const isSpare = {
    place: () => true,
    show: (ask) => isCrowd || ask.known.length > FEW,
    roll: (ask) => mayWait && (ask.dice.length > 1 || ask.dice[0].count > 1),
  };
  return (ask) =>
    !sightOf(ask)?.pieces.length &&
    (ask.optional ? Boolean(isSpare[ask.kind]?.(ask)) : sheets.indexOf(ask) > 0);
}

// Of somebody else's sheet or card and not needed: nothing for a phone that is one seat.
const isOthers = (ask) =>
  ask.optional &&
  (ask.kind === "place" || (ask.kind === "show" && ask.zone?.includes(":"))) &&
  !ask.zone?.endsWith(`:${device.seat}`);

// The one action to take stands in the same corner, whatever is above it. Of several, each stays
// with its ask.
function inCorner(sections) {
  const actions = sections
    .filter((one) => !one.classList.contains("optional"))
    .flatMap((one) => [...one.querySelectorAll(ACTIONS)]);
  if (actions.length === 1) actions[0].classList.add("corner");
  return sections;
}

// Nothing for this seat: whom the table waits for.
function waiting(table) {
  const others = [
    ...new Set(table.asks.filter((ask) => !ask.optional).flatMap((ask) => ask.seats)),
  ];
  return h(
    "section",
    { class: "panel waiting stack" },
    h("p", { class: "soft" }, t("web.others_turn")),
    others.length
      ? h(
          "p",
          { class: "row" },
          t("web.waiting_for"),
          others.map((seat) => seatLabel(table, seat)),
        )
      : null,
  );
}

// A line to open while the camera asks: its values to tap come first.
function drawMoves(moves, isLine) {
  const list = h(
    "ul",
    null,
    moves.map((move) => h("li", null, move)),
  );
  return h(
    "section",
    { class: `panel moves${isLine ? " line" : ""}` },
    isLine
      ? h(
          "details",
          null,
          h("summary", null, h("b", null, t("web.moves")), ` (${moves.length})`),
          list,
        )
      : [h("h3", null, t("web.moves")), list],
  );
}

function drawAsk(ask, table, sight, isLone, isFolded) {
  const said = h("div");
  const give = (answer, seat) => answerIt(ask, answer, seat, said, table);
  const isShort = isLone && !isFolded && !ask.lines?.length && ask.say.length < SHORT;
  const length = isShort ? "short" : ask.say.length > LONG && "long";
  const isOwnButton = ask.optional && ask.kind === "ready" && ask.seats.length < 2;
  const isSeen = sight && !isUntaught(sight);
  const inside = !device.watch && [
    isSeen && drawSight(sight, table),
    controls(ask, table, give, isSeen ? seen(ask, sight) : undefined),
    sight && !isSeen && drawLesson(sight, table),
  ];
  return h(
    "section",
    {
      class: classes(
        "panel ask",
        ask.optional && "optional",
        length,
        isFolded && "folded",
        isSeen && "looked-at",
      ),
      "data-ask": ask.id,
      "data-kind": ask.kind,
      "aria-label": ask.say,
    },
    !isFolded &&
      !isOwnButton &&
      h("p", { class: "say" }, ask.kind !== "ready" && whoseShapes(ask, table), ask.say),
    ask.lines?.length ? drawLines(ask) : null,
    isFolded && inside
      ? folded(ask, table, inside)
      : isFolded
        ? h("p", { class: "say" }, whoseShapes(ask, table), ask.say)
        : inside,
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
  const isChecklist = ask.kind === "ready" && ask.lines.length > 1 && ask.seats.length < 2;
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

// Opened by a tap, and open until it is closed: what others do meanwhile shuts nothing.
const unfolded = new Set();
function folded(ask, table, inside) {
  const keep = (event) => unfolded[event.target.open ? "add" : "delete"](ask.id);
  return h(
    "details",
    { open: unfolded.has(ask.id), ontoggle: keep },
    h(
      "summary",
      null,
      whoseShapes(ask, table),
      ask.say,
      " ",
      h("span", { class: "small soft" }, t("web.by_hand")),
    ),
    inside,
  );
}

async function answerIt(ask, answer, seat, said, table, force) {
  const whose =
    seat ??
    (device.seat && ask.seats.includes(device.seat)
      ? device.seat
      : ask.seats.length === 1
        ? ask.seats[0]
        : null);
  const error = await send({
    kind: "answer",
    ask: ask.id,
    answer,
    seat: whose,
    ...(force ? { force } : {}),
  });
  const why =
    error && behind(null, { rule: error.rule, cards: cardsOf(ask, answer, table) }, table);
  said.replaceChildren(
    ...(error
      ? [refusal(error, (reason) => answerIt(ask, answer, seat, said, table, reason), why)]
      : []),
  );
  if (error) said.scrollIntoView({ block: "nearest" });
}

// The table page: header, do this now, the table, the seats, the log. Redrawn block by block when
// something changes.

import { drawAnswer } from "../asks/answered.js";
import { drawNow } from "../asks/now.js";
import { refusal } from "../asks/refusal.js";
import { drawEye } from "../asks/sight.js";
import { send } from "../core/api.js";
import { device } from "../core/device.js";
import { block, h } from "../core/dom.js";
import { moving } from "../core/motion.js";
import { showReasons } from "../core/reasons.js";
import { nameOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { drawAll, isEmpty } from "../trackers/index.js";
import { pack } from "../trackers/pack.js";
import { whoWon } from "./end.js";
import { drawLast, fitLast, openHistory } from "./log.js";
import { openMenu } from "./menu.js";
import { drawSeats, EDGES } from "./seatstrip.js";

const WALL = [1.8, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.7, 0.6];
const [TABLET, CLOSE] = [
  [1, 0.94, 0.88, 0.82],
  [1, 0.94, 0.88, 0.84, 0.8, 0.77],
]; // as they are; drawn closer
const REFUSED_MS = 9000;
let parts = null;
// Its module, fetched where there is a virtual table: the first load of a real one stays small
let virtual = null;
let latest = null; // the table as it was drawn last
// How these trackers lay last: while only numbers change, every thing stays where the eye found it
const kept = new Map();
let shown = null; // whose things lie in the middle; a phone that is a seat begins with its own

/**
 * @param {HTMLElement} page
 * @param {Sent.Table} table
 * @param {boolean} connected
 * @param {Sent.Around} around
 */
export function tablePage(page, table, connected, around) {
  if (!parts || !page.contains(parts.whole)) parts = build(page);
  latest = table;
  const settle = moving(parts.whole, table);
  block(
    parts.head,
    [
      table.title,
      table.headline,
      table.outcome,
      connected,
      around.camera?.state,
      around.panel?.state,
      device.language,
    ],
    () => drawHead(table, connected, around),
  );
  const onButton =
    parts.now.contains(document.activeElement) && document.activeElement.tagName === "BUTTON";
  const isNew = block(
    parts.now,
    [table.asks, table.moves, table.outcome, table.seats, around.sights, device],
    () => drawNow(table, around),
  );
  if (isNew && onButton)
    // With the keyboard one goes on from there
    parts.now.querySelector("button:not([disabled])")?.focus({ preventScroll: true });
  fromItsFirstLine(table.asks.find((ask) => !ask.optional)?.id);
  parts.whole.toggleAttribute("data-over", Boolean(table.outcome));
  parts.whole.toggleAttribute("data-cut", !connected);
  parts.ask.toggleAttribute("data-corner", Boolean(parts.now.querySelector(".corner")));
  if (around.camera) drawAnswer(parts.answered, around.said);
  drawEye(parts.now, parts.hints, around);
  if (around.virtual) drawVirtual(parts.virtual, table, around);
  drawPlaces(table);
  block(parts.log, [table.log.slice(-3), table.seq, device.language], () => drawLast(table));
  fitLast(parts.log);
  settle();
  showReasons(parts.whole, table);
}

// Another ask begins at its first line, however far down the one before was read.
function fromItsFirstLine(ask) {
  if (ask !== parts.first) parts.asks.scrollTop = 0;
  parts.first = ask;
}

async function drawVirtual(place, table, around) {
  virtual ??= import("../virtual/index.js").catch(() => {
    dispatchEvent(new Event("stranded"));
  });
  (await virtual)?.virtualTable(place, table, around);
}

// The middle shows the table, or what lies before one seat; a tap on the seat's area goes there and
// back.
function drawPlaces(table) {
  shown ??= device.seat;
  if (shown && !table.seats.some((seat) => seat.id === shown)) shown = "";
  const choose = (seat) => {
    shown = shown === seat ? "" : seat;
    drawPlaces(table);
  };
  drawSeats(parts.seats, table, shown, { choose, why: openHistory });
  const seen = table.trackers.filter(
    (one) => (one.seat ?? "") === shown && !isEmpty(one) && !(one.quiet && isWall()),
  );
  const isNew = block(parts.middle, [seen, shown, table.seats, device.language], () => [
    shown &&
      h(
        "header",
        null,
        shapeOf(table, shown),
        h("h2", null, nameOf(table, shown)),
        h("button", { id: "to-table", onclick: () => choose(shown) }, "← ", t("web.the_table")),
      ),
    h(
      "div",
      { class: "trackers" },
      drawAll(
        [...seen]
          .sort((a, b) => rank(a) - rank(b))
          .map((one) => ({ ...one, first: rank(one) < 0 })),
        table,
        openHistory,
      ),
    ),
  ]);
  const room = `${parts.middle.clientWidth} ${parts.middle.clientHeight}`;
  if (isNew || parts.room !== room) repack();
  parts.room = room;
}

// The board, seen whole, where in the game we are, and what is being counted; the rest lies around
// it
const FIRST = { map: -2, phase: -1, ring: 0, sheet: 0 };
const rank = (one) => (one.front ? -3 : one.quiet ? 2 : (FIRST[one.kind] ?? 1));
// What is quiet on the table is left out there
const isWall = () => document.body.classList.contains("wall");

// Again whenever the room changes, a line is opened, or a font has come. On the wall nobody
// scrolls: as large as it fits. On a tablet everything that is not quiet is seen at once, where
// drawing it a little smaller or closer is enough.
function repack() {
  const box = parts?.middle.querySelector(".trackers");
  if (!box) return;
  const ways = isWall()
    ? [
        [WALL, false],
        [WALL, true],
      ]
    : document.documentElement.hasAttribute("data-stacked")
      ? []
      : [
          [TABLET, false],
          [CLOSE, true],
        ];
  const key = [...box.children]
    .map((one) => one.dataset.tracker)
    .concat(parts.middle.clientWidth, parts.middle.clientHeight)
    .join();
  const last = isWall()
    ? { zoom: WALL[WALL.length - 1] }
    : ways.length
      ? { zoom: CLOSE[2], isClose: true }
      : {};
  if (kept.has(key) && (put(box, kept.get(key)) || !kept.get(key).only)) return;
  const trying = (isClose) => (zoom) => {
    const only = put(box, { zoom, isClose });
    return only && { zoom, isClose, only };
  };
  const found = ways.reduce(
    (before, [zooms, isClose]) => before ?? largest(zooms, trying(isClose)),
    null,
  );
  kept.set(key, found ?? last);
  put(box, kept.get(key));
}

// Mostly the largest fits. What the smallest leaves out fits no larger one; of the others half are
// left out with each try.
function largest(zooms, fitting) {
  const whole = fitting(zooms[0]);
  const smallest = whole || fitting(zooms[zooms.length - 1]);
  return whole || (smallest ? (larger(zooms.slice(1, -1), fitting) ?? smallest) : null);
}

function larger(zooms, fitting) {
  if (!zooms.length) return null;
  const middle = Math.floor((zooms.length - 1) / 2);
  const found = fitting(zooms[middle]);
  return found
    ? (larger(zooms.slice(0, middle), fitting) ?? found)
    : larger(zooms.slice(middle + 1), fitting);
}

// The order in which all that is not quiet is seen without scrolling, if there is one.
/** @type {(box: any, way: { zoom?: number; isClose?: boolean; only?: any }) => any} */
function put(box, { zoom = 1, isClose, only }) {
  box.style.zoom = zoom;
  const [style, head] = [
    getComputedStyle(parts.middle),
    parts.middle.querySelector(":scope > header"),
  ];
  const around =
    parseFloat(style.paddingTop) +
    parseFloat(style.paddingBottom) +
    (head ? head.offsetHeight + parseFloat(style.rowGap) : 0);
  return pack(box, { isClose, only, room: (parts.middle.clientHeight - around) / zoom });
}
addEventListener("resize", () => {
  if (latest) drawPlaces(latest);
}); // a tablet turned round: the seats lie otherwise
addEventListener("toggle", repack, true);

// What is lit on the table is an open choice: a tap there is a tap on its button.
function takeLit({ target }) {
  const lit = target.closest("[data-takes]");
  if (lit && !target.closest("button"))
    parts.now.querySelector(`[data-option="${CSS.escape(lit.dataset.takes)}"]`)?.click();
}

function build(page) {
  const seats = Object.fromEntries(
    Object.values(EDGES).map((edge) => [edge, h("div", { class: "seats", "data-edge": edge })]),
  );
  const made = {
    head: h("header", { class: "head" }),
    now: h("main", { class: "do-now", "aria-live": "polite" }),
    middle: h("section", { class: "middle", "aria-label": t("web.the_table"), tabindex: "0" }),
    virtual: h("section", { class: "virtual", "aria-label": t("web.virtual") }),
    seats,
    log: h("footer", { class: "log" }),
  };
  made.answered = h("div", { role: "status" });
  made.refused = h("div");
  made.hints = h("aside", { class: "panel hints", hidden: true });
  made.asks = h("div", { class: "asks" }, made.refused, made.answered, made.now, made.hints);
  made.ask = h("div", { class: "ask-column" }, made.asks);
  made.side = h("div", { class: "side" }, made.ask, made.virtual);
  made.whole = h(
    "div",
    { class: "table-page" },
    made.head,
    seats.top,
    seats.left,
    made.side,
    made.middle,
    seats.right,
    seats.bottom,
    made.log,
  );
  made.middle.addEventListener("click", takeLit);
  page.replaceChildren(made.whole);
  return made;
}

function drawHead(table, connected, around) {
  return [
    h(
      "h1",
      { "aria-label": `${table.title} ${table.headline}` },
      h("span", { class: "title" }, table.title),
      " ",
      isWall() && table.outcome
        ? [
            h("span", { class: "won" }, whoWon(table)),
            h("span", { class: "soft" }, table.outcome.why),
          ]
        : h("span", { class: "soft" }, table.headline),
    ),
    h(
      "span",
      { class: "badges" },
      h(
        "span",
        { class: `badge link${connected ? "" : " away"}` },
        t(connected ? "web.connected" : "web.cut_off"),
      ),
      ["camera", "panel"].map((name) => badge(name, around[name])),
    ),
    h(
      "button",
      { id: "undo", onclick: () => act({ kind: "undo" }), "aria-label": t("web.undo") },
      "↶",
      h("span", { class: "word" }, " ", t("web.undo")),
    ),
    h(
      "button",
      { id: "redo", onclick: () => act({ kind: "redo" }), "aria-label": t("web.redo") },
      "↷",
      h("span", { class: "word" }, " ", t("web.redo")),
    ),
    h(
      "button",
      { id: "menu", onclick: () => openMenu(table), "aria-label": t("web.menu") },
      "⋯",
      h("span", { class: "word" }, " ", t("web.menu")),
    ),
  ];
}

// What cannot be done says why, where people look; after a while it has been read.
async function act(intent) {
  const error = await send(intent);
  parts.refused.replaceChildren(...(error ? [refusal(error, () => {})] : []));
  const [said] = parts.refused.children;
  if (said && error.code !== "pin_needed") setTimeout(() => said.remove(), REFUSED_MS);
}

function badge(name, state) {
  if (!state || state.state === "none") return null;
  const isOn = state.state === "on";
  if (isOn) return h("span", { class: "badge", title: state.what }, t(`web.${name}`));
  const advice = t(`web.${name}_away_do`);
  return h(
    "span",
    {
      class: "badge away",
      role: "img",
      "aria-label": `${t(`web.${name}_away`)}: ${advice}`,
      title: state.what || advice,
    },
    h("span", { class: "what" }, t(`web.${name}_away`)),
    h("span", { class: "name" }, t(`web.${name}`)),
    h("span", { class: "advice" }, `: ${advice}`),
  );
}

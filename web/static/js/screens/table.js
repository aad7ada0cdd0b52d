// The table page: header, do this now, the table, the seats, the log. Redrawn block by block when
// something changes.

import { drawAnswer } from "../asks/answered.js";
import { drawBand, drawChips, planBand } from "../asks/band.js";
import { refusal } from "../asks/refusal.js";
import { tellNumber } from "../asks/setting.js";
import { drawEye } from "../asks/sight.js";
import { send, wasOurs } from "../core/api.js";
import { changesBetween } from "../core/changes.js";
import { device } from "../core/device.js";
import { block, h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { moving } from "../core/motion.js";
import { shield } from "../core/press.js";
import { showReasons } from "../core/reasons.js";
import { nameOf, shapeOf } from "../core/seats.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";
import { left, usual } from "../trackers/arrange.js";
import { drawAll, isEmpty } from "../trackers/index.js";
import { drawStage, fit } from "../trackers/stage.js";
import { whoWon } from "./end.js";
import { drawLast, fitLast } from "./log.js";
import { openMenu } from "./menu.js";
import { drawSeats, EDGES } from "./seatstrip.js";
import { dressView, viewSwitch } from "./view.js";

const REFUSED_MS = 9000;
let parts = null;
// Its module, fetched where there is a virtual table: the first load of a real one stays small
let virtual = null;

/**
 * @param {HTMLElement} page
 * @param {Sent.Table} table
 * @param {boolean} connected
 * @param {Sent.Around} around
 */
export function tablePage(page, table, connected, around) {
  if (!parts || !page.contains(parts.whole)) parts = build(page);
  dressView(around);
  const changes = changesBetween(knows().drawn, table);
  knows().drawn = table;
  const settle = moving(parts.whole, table, changes);
  block(
    parts.head,
    [
      table.title,
      table.headline,
      table.outcome,
      connected,
      around.camera?.state,
      around.panel?.state,
      around.virtual,
      device.view,
      device.language,
    ],
    () => drawHead(table, connected, around),
  );
  drawQuestion(table, around);
  parts.whole.toggleAttribute("data-over", Boolean(table.outcome));
  parts.whole.toggleAttribute("data-cut", !connected);
  if (around.camera) drawAnswer(parts.answered, around.said);
  drawEye(parts.now, parts.hints, around);
  if (around.virtual) drawVirtual(parts.virtual, table, around);
  drawPlaces(table);
  block(parts.log, [table.log.slice(-3), table.seq, device.language], () => drawLast(table));
  fitLast(parts.log);
  tell(table);
  settle();
  showReasons(parts.whole, table, changes);
}

function drawQuestion(table, around) {
  const onButton =
    parts.now.contains(document.activeElement) && document.activeElement.tagName === "BUTTON";
  const { asked, crowded } = knows();
  const plan = planBand(table, around);
  const { others, few, ...drawn } = plan;
  const scrolled = scrolledIn(parts.now);
  const isNew = block(parts.now, [drawn, table.moves, table.outcome, table.seats, device], () =>
    drawBand(plan, table),
  );
  drawChips(parts.now.querySelector(".beside-asks"), plan, table);
  if (!isNew || plan.setting) return;
  const [question] = parts.now.children;
  const first = question?.dataset.ask;
  const { standing } = knows();
  if (first === standing) scrollBack(parts.now, scrolled);
  else if (standing && first !== asked && !wasOurs()) shield(parts.now);
  knows().standing = first ?? "";
  const row = parts.now.querySelector(".ctl");
  const isCrowded = first && row?.offsetParent && isTooMuch(row);
  // What turned out too wide for a row lies on a sheet; measured, not guessed
  if (isCrowded && !crowded.includes(first)) {
    learn({ crowded: [...crowded, first] });
    return drawQuestion(table, around);
  }
  // With the keyboard one goes on from there
  if (onButton) parts.now.querySelector("button:not([disabled])")?.focus({ preventScroll: true });
}

// How far somebody has scrolled in the lists of a question; drawn anew, it stays there.
const listsIn = (place) => [...place.querySelectorAll(".ask-sheet, .ask-sheet .options")];
const scrolledIn = (place) => listsIn(place).map((list) => list.scrollTop);
const scrollBack = (place, tops) =>
  listsIn(place).forEach((list, at) => {
    list.scrollTop = tops[at] ?? 0;
  });

// Wider than its row, or a key with more words than it holds
const isTooMuch = (row) =>
  row.scrollWidth > row.clientWidth + 1 ||
  [...row.querySelectorAll(".options > button")].some(
    (key) => key.scrollHeight > key.clientHeight + 1,
  );

// For the ear: what was counted last, then what to do. Not every key.
function tell(table) {
  const last = table.log.filter((line) => !line.undone).pop();
  const said = parts.now.querySelectorAll(".say, .line .sentence");
  const words = [...(last?.says ?? []), ...[...said].map((one) => one.textContent)];
  const heard = words.filter(Boolean).join(". ");
  if (parts.heard.textContent !== heard) parts.heard.textContent = heard;
}

async function drawVirtual(place, table, around) {
  virtual ??= import("../virtual/index.js").catch(() => {
    dispatchEvent(new Event("stranded"));
  });
  (await virtual)?.virtualTable(place, table, around);
}

// The stage shows the game's areas. Over them, on request: what lies before one seat, or what
// stands in no area.
function drawPlaces(table) {
  const shown = shownOf(table);
  drawSeats(parts.seats, table, shown, { choose, why: tellNumber });
  drawStage(parts.areas, table, tellNumber);
  const { more, whole } = knows();
  const over = whole
    ? table.trackers.filter((one) => one.id === whole)
    : shown
      ? table.trackers.filter((one) => one.seat === shown)
      : left(table.stage ?? usual(table.trackers), table.trackers).filter((one) => !one.seat);
  const isOver = Boolean(shown || more || whole);
  parts.beside.hidden = !isOver;
  block(parts.beside, [over, shown, isOver, table.seats, device.language], () =>
    isOver
      ? sheetOf(
          over.filter((one) => !isEmpty(one)),
          shown,
          table,
        )
      : [],
  );
}

function shownOf(table) {
  const { shown } = knows();
  const first = shown ?? device.seat;
  return first && table.seats.some((seat) => seat.id === first) ? first : "";
}

// Nothing lies over the stage
const CLOSED = { shown: "", more: false, whole: "" };

const choose = (seat) => learn({ ...CLOSED, shown: shownOf(knows().table) === seat ? "" : seat });

const sheetOf = (trackers, shown, table) => [
  h(
    "header",
    null,
    shown && shapeOf(table, shown),
    h("h2", null, shown ? nameOf(table, shown) : t("web.more_table")),
    h("button", { id: "to-table", onclick: () => learn(CLOSED) }, "← ", t("web.the_table")),
  ),
  h("div", { class: "trackers" }, drawAll(trackers, table, tellNumber)),
];

const isWall = () => document.body.classList.contains("wall");

addEventListener("resize", () => {
  const { table, around } = knows();
  if (parts && table?.game && around) drawPlaces(table);
}); // a tablet turned round: the areas lie otherwise
addEventListener("toggle", () => parts && fit(parts.areas), true);

// What is lit on the table is an open choice, a bare cell of a board one to lay something into: a
// tap there is a tap on its button.
function takeLit({ target }) {
  const option = target.closest("[data-takes]")?.dataset.takes;
  if (!option || target.closest("button")) return;
  const named = CSS.escape(option);
  const button = () =>
    parts.now.querySelector(`[data-option="${named}"], .board [data-spot="${named}"]`);
  const isOffered = (ask) =>
    ask.options?.some((one) => one.id === option && !one.why_not) ||
    (ask.board && ask.cells.some((cell) => cell.id === option));
  const ask = knows().table.asks.find(isOffered);
  if (ask && !button()) learn({ asked: ask.id }); // it was a chip
  button()?.click();
}

function build(page) {
  const seats = Object.fromEntries(
    Object.values(EDGES).map((edge) => [edge, h("div", { class: "seats", "data-edge": edge })]),
  );
  const made = {
    head: h("header", { class: "head" }),
    now: h("main", { class: "do-now" }),
    middle: h("section", { class: "middle", "aria-label": t("web.the_table"), tabindex: "0" }),
    areas: h("div", { class: "areas" }),
    beside: h("div", { class: "beside", hidden: true }),
    virtual: h("section", { class: "virtual", "aria-label": t("web.virtual") }),
    seats,
    log: h("footer", { class: "log" }),
  };
  made.heard = h("p", { class: "sr-only", role: "status" });
  made.answered = h("div", { class: "noticed", role: "status" });
  made.refused = h("div");
  made.hints = h("aside", { class: "panel hints", hidden: true });
  made.band = h("div", { class: "band" }, made.now, made.refused, made.answered, made.hints);
  made.middle.append(made.areas, made.beside);
  made.whole = h(
    "div",
    { class: "table-page" },
    made.head,
    seats.top,
    seats.left,
    made.band,
    made.middle,
    made.virtual,
    seats.right,
    seats.bottom,
    made.log,
    made.heard,
  );
  made.middle.addEventListener("click", takeLit);
  // Beside the virtual table there is less room than before it was there.
  new ResizeObserver(() => fit(made.areas)).observe(made.areas);
  page.replaceChildren(made.whole);
  return made;
}

function drawHead(table, connected, around) {
  return [
    h("span", { class: "emblem", "aria-hidden": "true" }),
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
    around.virtual && viewSwitch(),
    headButton("more-table", "more", "web.more_table", () =>
      learn({ ...CLOSED, more: !knows().more }),
    ),
    headButton("undo", "undo", "web.undo", () => act({ kind: "undo" })),
    headButton("redo", "redo", "web.redo", () => act({ kind: "redo" })),
    headButton("menu", "menu", "web.menu", () => openMenu(table)),
    isWall() && h("a", { class: "way-out", href: "/" }, t("web.leave_wall")),
  ];
}

const headButton = (id, sign, key, onclick) =>
  h(
    "button",
    { id, onclick, "aria-label": t(key) },
    icon(sign),
    h("span", { class: "word" }, t(key)),
  );

// What cannot be done says why, where people look; after a while it has been read.
async function act(intent) {
  showRefused(await send(intent));
}

addEventListener("late", (event) => parts && showRefused(/** @type {any} */ (event).detail));

function showRefused(error) {
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

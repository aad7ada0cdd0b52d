// The stage: the game's areas, each in its place for good. Only what stands in an area changes; it
// is drawn as large as the area lets it.

import { block, classes, h } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { learn } from "../core/store.js";
import { gridOf, placed, usual } from "./arrange.js";
import { brief, isNumber } from "./brief.js";
import { draw, isEmpty } from "./index.js";

// How large a thing is drawn, the best first: before its words become too small to read cards say
// less. What they say is a tap away.
const zoomed = (words, ...zooms) => zooms.map((zoom) => ({ words, zoom }));
const SIZES = [
  ...zoomed("all", 1.3, 1.15, 1, 0.9),
  ...zoomed("few", 1.15, 1, 0.9, 0.8),
  ...zoomed("names", 1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5),
];
const LETTER = 0.875; // rem: the smallest
const TALL = 15; // rem: room for a picture
const LOW = 6; // rem: lines side by side instead of below each other
const SLIM = 3.4; // rem: all of it in one line
const sizes = new Map(); // how large a tracker was drawn last in a place of this size

const isTall = () => document.documentElement.hasAttribute("data-stacked");

/** @type {(place: HTMLElement, table: Sent.Table, why: Sent.Why) => void} */
export function drawStage(place, table, why) {
  const arrangement = table.stage ?? usual(table.trackers);
  const plan = isTall() ? arrangement.tall : arrangement.wide;
  block(place, [arrangement.areas.map((one) => one.id), plan, table.number], () =>
    arrangement.areas
      .filter((area) => plan.rows.some(([, names]) => names.split(" ").includes(area.id)))
      .map((area) => areaOf(area)),
  );
  Object.assign(place.style, gridOf(plan));
  for (const area of placed(arrangement, table.trackers, table.seats)) {
    const box = place.querySelector(`:scope > [data-area="${area.id}"]`);
    if (box) fill(box, area, table, why);
  }
  fit(place);
}

const areaOf = (area) => {
  const made = h("div", { class: "area", "data-area": area.id });
  made.style.gridArea = area.id;
  return made;
};

function fill(box, area, table, why) {
  block(box, [area, table.seats, document.documentElement.lang], () =>
    area.panels.map((panel) => panelOf(panel, area, table, why)),
  );
  const isHollow = area.panels.every(
    (panel) => !panel.trackers.some((one) => one && !isEmpty(one)),
  );
  box.classList.toggle("hollow", isHollow);
  box.dataset.panels = area.panels.length;
  box.dataset.kind = area.panels[0]?.trackers[0]?.kind ?? "";
}

function panelOf({ seat, trackers }, area, table, why) {
  if (seat) return seatPanel(seat, trackers, table, why);
  const all = trackers.length ? trackers : [null];
  return h(
    "div",
    { class: "area-panel" },
    all.map((one) => slot(one, area.say, table, why)),
  );
}

const slot = (one, empty, table, why) =>
  h(
    "div",
    { class: "slot" },
    one && !isEmpty(one)
      ? inBrief(one, table, why)
      : h("span", { class: "label" }, one?.say ?? empty),
  );

const isLong = (one) => one.kind === "chart" && !one.seat && one.slots.length > 8;

// A tap on its name shows it whole over the stage.
function inBrief(one, table, why) {
  const made = draw(isLong(one) ? { ...one, kind: "feats" } : one, table, why);
  const name = made.querySelector(".label > span:first-child");
  name?.replaceWith(
    h("button", { class: "quiet whole", onclick: () => learn({ whole: one.id }) }, one.say),
  );
  return made;
}

// A seat's own: the first large, the others in few words, numbers beside the name.
function seatPanel(seat, [first, ...others], table, why) {
  const there = others.filter((one) => one && !isEmpty(one));
  const [beside, below] = [there.filter(isShort), there.filter((one) => !isShort(one))];
  const isNow = table.trackers.some(
    (one) =>
      one.kind === "order" && one.turns.some((turn) => turn.seat === seat && turn.state === "now"),
  );
  return h(
    "div",
    {
      class: classes("area-panel of-seat", isNow && "now"),
      "data-of-seat": seat,
      "data-colour": colourOf(table, seat),
    },
    h(
      "h3",
      null,
      shapeOf(table, seat),
      h("span", { class: "name" }, nameOf(table, seat)),
      beside.map((one) => brief(one, table, why)),
    ),
    slot(first, "", table, why),
    below.length > 0 &&
      h(
        "div",
        { class: "foot" },
        below.map((one) => brief(one, table, why)),
      ),
  );
}

const isShort = (one) => isNumber(one) || (one.kind === "cards" && one.shape !== "die");

// As large as it fits. What was fitted once in a place of this size keeps its size while it fits:
// a number that grows by a digit makes nothing jump. What seats have alike is drawn alike.
export function fit(place) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const area of place.children) {
    area.toggleAttribute("data-low", area.clientHeight < LOW * rem);
    area.toggleAttribute("data-slim", area.clientHeight < SLIM * rem);
    area.toggleAttribute("data-tall", area.clientHeight > TALL * rem);
  }
  for (const map of place.querySelectorAll(".map svg")) letterOf(map);
  for (const slots of groupsIn(place)) {
    const zoom = Math.min(...slots.map(fitOne));
    for (const [one] of slots.map((slot) => slot.children)) one.style.setProperty("--zoom", zoom);
  }
}

// A letter of 14 px in the map's own measure, however large it is drawn
function letterOf(map) {
  const scale = map.getScreenCTM()?.a;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (scale) map.style.setProperty("--letter", `${((LETTER * rem) / scale).toFixed(3)}px`);
}

function groupsIn(place) {
  const drawn = [...place.querySelectorAll(".slot")].filter(
    (slot) => slot.clientWidth && slot.firstElementChild?.dataset.tracker,
  );
  const ofSeats = drawn.filter((slot) => slot.closest(".of-seat"));
  const others = drawn.filter((slot) => !slot.closest(".of-seat"));
  return [...(ofSeats.length ? [ofSeats] : []), ...others.map((slot) => [slot])];
}

function fitOne(slot) {
  const [one] = slot.children;
  const key = `${one.dataset.tracker} ${slot.clientWidth}x${slot.clientHeight}`;
  const before = SIZES.slice(SIZES.indexOf(sizes.get(key) ?? SIZES[0]));
  const size =
    before.find((each) => fits(slot, one, each) && !isCut(one)) ??
    before.find((each) => fits(slot, one, each)) ??
    SIZES[SIZES.length - 1];
  sizes.set(key, size);
  return size.zoom;
}

function fits(slot, one, { zoom, words }) {
  one.dataset.words = words;
  one.style.setProperty("--zoom", zoom);
  return slot.scrollHeight <= slot.clientHeight + 1 && slot.scrollWidth <= slot.clientWidth + 1;
}

// A name is wider than its card, or what a card says higher than its place
const isCut = (one) =>
  [...one.querySelectorAll(".title, .lying")].some(
    (part) =>
      part.scrollWidth > part.clientWidth + 1 ||
      (part.matches(".lying") && part.scrollHeight > part.clientHeight + 1),
  );

// The stage: the game's areas, each in its place for good. Only what stands in an area changes; it
// is drawn as large as the area lets it.

import { block, classes, h } from "../core/dom.js";
import { nameOf, shapeOf } from "../core/seats.js";
import { gridOf, placed, usual } from "./arrange.js";
import { draw, isEmpty } from "./index.js";

const ZOOMS = [1.3, 1.15, 1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5];
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
  const made = h("section", { class: "area", "data-area": area.id, "aria-label": area.say });
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
}

function panelOf({ seat, trackers }, area, table, why) {
  const slot = (one) =>
    h(
      "div",
      { class: "slot" },
      one && !isEmpty(one)
        ? draw(one, table, why)
        : h("span", { class: "label" }, one?.say ?? (seat ? "" : area.say)),
    );
  return h(
    "div",
    { class: classes("area-panel", seat && "of-seat"), "data-of-seat": seat },
    seat && h("h3", null, shapeOf(table, seat), nameOf(table, seat)),
    (trackers.length ? trackers : [null]).map(slot),
  );
}

// As large as it fits. What was fitted once in a place of this size keeps its size while it fits:
// a number that grows by a digit makes nothing jump.
export function fit(place) {
  for (const slot of place.querySelectorAll(".slot")) {
    const [one] = slot.children;
    if (!one?.dataset.tracker || !slot.clientWidth) continue;
    const key = `${one.dataset.tracker} ${slot.clientWidth}x${slot.clientHeight}`;
    const from = ZOOMS.indexOf(sizes.get(key) ?? ZOOMS[0]);
    const zoom = ZOOMS.slice(from).find((each) => fits(slot, one, each)) ?? ZOOMS[ZOOMS.length - 1];
    one.style.zoom = zoom;
    sizes.set(key, zoom);
  }
}

function fits(slot, one, zoom) {
  one.style.zoom = zoom;
  return slot.scrollHeight <= slot.clientHeight + 1 && slot.scrollWidth <= slot.clientWidth + 1;
}

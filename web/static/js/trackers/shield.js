// A shield as a ring around its number, one arc for each point; a closed lock while nobody can come
// at it.

import { h, s } from "../core/dom.js";
import { value } from "./value.js";

const [MIDDLE, RADIUS, GAP] = [50, 40, 0.12]; // the gap between two arcs, in radians
const MOST = 24; // arcs; more than this and an arc stands for several

const point = (angle) =>
  [Math.sin(angle), -Math.cos(angle)].map((part) => (MIDDLE + RADIUS * part).toFixed(1)).join(" ");

function arc(at, count, isFull) {
  const [step, gap] = [(2 * Math.PI) / count, count > 1 ? GAP : 0.01];
  const [start, end] = [at * step + gap / 2, (at + 1) * step - gap / 2];
  return s("path", {
    class: isFull ? "full" : "",
    d: `M${point(start)} A${RADIUS} ${RADIUS} 0 ${end - start > Math.PI ? 1 : 0} 1 ${point(end)}`,
  });
}

const lock = () =>
  s(
    "g",
    { class: "lock" },
    s("path", { d: "M43 76 v-5 a7 7 0 0 1 14 0 v5" }),
    s("rect", { x: 40, y: 75, width: 20, height: 14, rx: 2 }),
  );

/** @type {Sent.DrawTracker<Sent.Gauge>} */
export function shield(one, _table, why) {
  const most = Math.max(1, one.most, one.value);
  const count = Math.min(most, MOST);
  const arcs = Array.from({ length: count }, (_, at) =>
    arc(at, count, ((at + 1) * most) / count <= one.value),
  );
  return h(
    "div",
    { class: "shield", "data-locked": one.locked ? "yes" : null },
    s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, arcs, one.locked && lock()),
    value(
      one,
      why,
      [
        h("span", { class: "number" }, one.value),
        h("span", { class: "soft small" }, ` / ${one.most}`),
      ],
      "inside",
    ),
  );
}

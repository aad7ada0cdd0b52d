// Two rods of nine beads: tens and ones, as on the mat; the number beside it.

import { h, s } from "../core/dom.js";
import { t } from "../core/texts.js";
import { value } from "./value.js";

/** @type {Sent.DrawTracker<Sent.Abacus>} */
export function abacus(one, _table, why) {
  const rod = (digit, y) => [
    s("line", { class: "rod", x1: 4, x2: 126, y1: y, y2: y }),
    Array.from({ length: 9 }, (_, at) =>
      s("circle", { class: `bead${at < digit ? "" : " off"}`, cx: 10 + at * 13.5, cy: y, r: 5.5 }),
    ),
  ];
  return h(
    "div",
    { class: "abacus row" },
    value(one, why, h("span", { class: "number" }, one.value)),
    s(
      "svg",
      { viewBox: "0 0 130 44", role: "img", "aria-label": String(one.value) },
      rod(Math.floor(one.value / 10), 12),
      rod(one.value % 10, 32),
    ),
    one.wasted ? h("span", { class: "small soft" }, t("web.wasted", { n: one.wasted })) : null,
  );
}

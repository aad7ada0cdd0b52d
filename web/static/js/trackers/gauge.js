// A level against its end, cell by cell as on the board, with a threshold mark where there is one.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { shield } from "./shield.js";
import { value } from "./value.js";

const CELLS = 24; // more than this and a cell stands for several
const has = (number) => number !== undefined && number !== null;

/** @type {Sent.DrawTracker<Sent.Gauge>} */
export function gauge(one, table, why) {
  if (one.shape === "ring") return shield(one, table, why);
  const most = Math.max(1, one.most, one.against ?? 0, one.value);
  const state =
    has(one.alarm) && one.value >= one.alarm
      ? "alarm"
      : has(one.warn) && one.value >= one.warn
        ? "warn"
        : "";
  const number = [
    h("span", { class: "number" }, one.value),
    h("span", { class: "soft" }, one.against_say ?? t("web.of", { n: one.against ?? one.most })),
  ];
  return h(
    "div",
    { class: `gauge${one.size === 2 ? " big" : ""}`, "data-state": state },
    value(one, why, number),
    bar(one, most, state),
    one.parts?.length ? parts(one) : null,
  );
}

function bar(one, most, state) {
  const count = Math.min(most, CELLS);
  const ends =
    one.parts?.map((_, at) =>
      one.parts.slice(0, at + 1).reduce((sum, [, size]) => sum + size, 0),
    ) ?? [];
  const cell = (at) => {
    const stands = ((at + 1) * most) / count; // the value at this cell's far edge
    const full = stands <= one.value;
    const part = full && ends.length ? ` p${ends.findIndex((end) => stands <= end) + 1}` : "";
    const zone =
      has(one.alarm) && stands >= one.alarm
        ? " zone-alarm"
        : has(one.warn) && stands >= one.warn
          ? " zone-warn"
          : "";
    return h("i", { class: `${full ? "full " : ""}${full ? state : ""}${part}${zone}` });
  };
  const drawn = h(
    "div",
    { class: "bar", "aria-hidden": "true" },
    Array.from({ length: count }, (_, at) => cell(at)),
  );
  if (has(one.against)) {
    const mark = h("div", { class: "against" });
    mark.style.left = `${(100 * one.against) / most}%`;
    drawn.append(mark);
  }
  return drawn;
}

const parts = (one) =>
  h(
    "div",
    { class: "parts gauge-parts" },
    one.parts.map(([say, size], at) =>
      h(
        "span",
        null,
        h("i", { class: `p${at + 1}` }),
        `${say} `,
        h("b", { class: "number-small" }, size),
      ),
    ),
  );

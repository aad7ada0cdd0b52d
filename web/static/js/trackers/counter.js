// A number; tap it to see how it came about. A few of something are also drawn, one by one.

import { h, s } from "../core/dom.js";
import { value } from "./value.js";

const MANY = 10;
const PIPS = {
  drop: "M8 1 C11 6 13 8 13 11 A5 5 0 0 1 3 11 C3 8 5 6 8 1 Z",
  token: "M8 1 L14 4.5 V11.5 L8 15 L2 11.5 V4.5 Z",
  pip: "M8 2 A6 6 0 1 1 7.99 2 Z",
  heart: "M8 14 C2 9 1 6 2 4 A3.5 3.5 0 0 1 8 4.5 A3.5 3.5 0 0 1 14 4 C15 6 14 9 8 14 Z",
};

/** @type {Sent.DrawTracker<Sent.Counter>} */
export function counter(one, _table, why) {
  const inside = [
    h("span", { class: "number" }, one.value),
    one.most ? h("span", { class: "soft" }, ` / ${one.most}`) : null,
    one.badge
      ? [
          " ",
          one.colour
            ? h("span", { class: "disc", "data-colour": one.colour, "aria-hidden": "true" })
            : h("span", { class: "small" }, one.badge),
        ]
      : null,
  ];
  return h(
    "div",
    {
      class: `counter${one.size === 2 ? " big" : ""}${one.counts ? " counts" : ""}`,
      "data-colour": one.colour,
    },
    value(one, why, inside),
    one.pips && one.value <= MANY ? pips(one) : null,
  );
}

/** @type {(one: Sent.Counter) => any} */
function pips({ pips: kind, value: number, most }) {
  const all = Math.max(number, most && most <= MANY ? most : 0);
  return h(
    "span",
    { class: "pips", "aria-hidden": "true" },
    Array.from({ length: all }, (_, at) =>
      s(
        "svg",
        { viewBox: "0 0 16 16", class: at < number ? "" : "off" },
        s("path", { d: PIPS[kind] ?? PIPS.pip }),
      ),
    ),
  );
}

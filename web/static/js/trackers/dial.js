// A disk with four sides; the filled one is on top. The next step is written beside it (its note).

import { h, s } from "../core/dom.js";
import { value } from "./value.js";

const QUARTERS = [
  "M50 50 L19 19 A44 44 0 0 1 81 19 Z",
  "M50 50 L81 19 A44 44 0 0 1 81 81 Z",
  "M50 50 L81 81 A44 44 0 0 1 19 81 Z",
  "M50 50 L19 81 A44 44 0 0 1 19 19 Z",
];
const WORDS = [
  [50, 24],
  [76, 50],
  [50, 76],
  [24, 50],
];

/** @type {(one: Partial<Sent.Dial>, table?: Sent.Table, why?: Sent.Why) => any} */
export function dial(one, _table, why) {
  const quarter = ([badge, colour], at) =>
    s(
      "g",
      { class: at === 0 ? "top" : "", "data-colour": colour },
      s("path", { d: QUARTERS[at] }),
      s("text", { x: WORDS[at][0], y: WORDS[at][1] }, badge),
    );
  const drawn = s(
    "svg",
    {
      viewBox: "0 0 100 100",
      class: "dial",
      role: "img",
      "aria-label": one.sides.map(([badge]) => badge).join(" "),
    },
    one.sides.map(quarter),
    s("circle", { class: "pointer", cx: 50, cy: 50, r: 5 }),
  );
  return h("div", { class: "dial-place" }, value(one, why, drawn));
}

// A tracker in few words, for a line beside a name: its short label with a number, its dice, the
// names of its cards or of what is filled in.

import { classes, h, s } from "../core/dom.js";
import { nameOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { cards } from "./cards.js";
import { value } from "./value.js";

const SHIELD = "M8 1 L14 3.5 V8 C14 12 11 14.5 8 15.5 C5 14.5 2 12 2 8 V3.5 Z";
const shieldSign = () =>
  s(
    "svg",
    { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" },
    s("path", { d: SHIELD }),
  );

const number = (one, _table, why) => [
  "locked" in one && shieldSign(),
  value(one, why, h("span", { class: "number" }, one.value)),
  "locked" in one && h("span", { class: "tag" }, t(one.locked ? "web.guarded" : "web.open")),
];

const namesOf = (one, table, why) =>
  one.shape === "die"
    ? cards(one, table, why)
    : one.cards.map((card) => h("span", { class: "tag" }, card.title.split(" (")[0]));

const filled = (one) =>
  one.slots.map((slot) =>
    h("span", { class: classes("tag", !slot.filled?.length && "open") }, slot.say),
  );

const BRIEF = {
  counter: number,
  gauge: number,
  abacus: number,
  cards: namesOf,
  chart: filled,
};

export const isNumber = (one) => BRIEF[one.kind] === number;

/** @type {Sent.DrawTracker<Sent.Tracker>} */
export const brief = (one, table, why) =>
  h(
    "span",
    {
      class: `brief ${one.kind}-brief`,
      "data-tracker": one.id,
      "aria-label": one.say,
      role: "group",
    },
    h("span", { class: "label" }, shortOf(one, table)),
    BRIEF[one.kind]?.(one, table, why),
  );

// A name in the label is said by what it stands beside already.
export const shortOf = (one, table) =>
  one.say
    .replace(nameOf(table, one.seat), "")
    .replace(/^\W+|\W+$|\s(of|milik)\s*$/g, "")
    .trim() || one.say;

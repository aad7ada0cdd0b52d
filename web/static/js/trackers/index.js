// Every kind of tracker draws itself from data; none knows a game. A new kind is one more module here.

import { behind } from "../behind.js";
import { h } from "../dom.js";
import { abacus } from "./abacus.js";
import { cards, pile } from "./cards.js";
import { chart } from "./chart.js";
import { counter } from "./counter.js";
import { gauge } from "./gauge.js";
import { grid } from "./grid.js";
import { map } from "./map.js";
import { notes, order, phase, tokens } from "./rows.js";
import { ring } from "./ring.js";
import { sheet } from "./sheet.js";
import { track } from "./track.js";

const KINDS = { abacus, cards, pile, chart, counter, gauge, grid, map, notes, order, phase, tokens, ring, sheet, track };
const WIDE = new Set(["map", "phase", "ring", "chart", "track"]);

export function draw(tracker, table, why) {
  const kind = KINDS[tracker.kind];
  const label = tracker.handle
    ? h("button", { class: "quiet small", onclick: () => why(tracker.handle) }, tracker.say)
    : h("span", null, tracker.say);
  return h("section", { class: `tracker ${tracker.kind}-box${WIDE.has(tracker.kind) ? " wide" : ""}`, "data-tracker": tracker.id },
    h("div", { class: "label" }, label), kind ? kind(tracker, table, why) : null, tracker.note && !tracker.behind && h("p", { class: "note" }, tracker.note),
    behind(tracker.note, tracker.behind, table));
}

// Every kind of tracker draws itself from data; none knows a game. A new kind is one more module
// here.

import { behind } from "../asks/behind.js";
import { classes, h } from "../core/dom.js";
import { abacus } from "./abacus.js";
import { board } from "./board.js";
import { cards, pile, source, wholeSource } from "./cards.js";
import { chart, feats } from "./chart.js";
import { counter } from "./counter.js";
import { dial } from "./dial.js";
import { gauge } from "./gauge.js";
import { grid } from "./grid.js";
import { map } from "./map.js";
import { ring } from "./ring.js";
import { notes, order, phase, tokens } from "./rows.js";
import { sheet } from "./sheet.js";
import { track } from "./track.js";

/** @type {Record<string, Sent.DrawTracker<any>>} */
const KINDS = {
  abacus,
  board,
  cards,
  pile,
  chart,
  counter,
  dial,
  feats,
  gauge,
  grid,
  map,
  notes,
  order,
  phase,
  tokens,
  ring,
  sheet,
  track,
};
const LINE = new Set(["phase", "order"]); // the label stands beside, not above
const EMPTY = { notes: "lines", tokens: "pieces", cards: "cards" };

export const isEmpty = (tracker) =>
  EMPTY[tracker.kind] && !tracker[EMPTY[tracker.kind]]?.length && !tracker.slots && !tracker.note;

// A row of cards may wrap, so that what lies beside it stays beside it.
const basis = (count, isWhole) => (count > 2 && !isWhole ? "0 1 18.5rem" : `0 1 ${9.5 * count}rem`);

// Piles that follow each other lie beside each other, as on the table.
/** @type {Sent.DrawTracker<Sent.Tracker[]>} */
export function drawAll(trackers, table, why) {
  const isPile = (one) => one.kind === "pile" && !one.top;
  return trackers.flatMap((one, at) => {
    if (!isPile(one)) return draw(one, table, why);
    const isLike = (other) => isPile(other) && Boolean(other.quiet) === Boolean(one.quiet);
    if (at && isLike(trackers[at - 1])) return [];
    const end = trackers.findIndex((other, index) => index > at && !isLike(other));
    const row = h(
      "div",
      { class: "pile-row" },
      trackers.slice(at, end < 0 ? undefined : end).map((pile) => draw(pile, table, why)),
    );
    row.classList.toggle("quiet-box", Boolean(one.quiet));
    return row;
  });
}

// `first`: what the page itself wants to stand first (table.js).
/** @type {Sent.DrawTracker<Sent.Tracker & { first?: boolean }>} */
export function draw(tracker, table, why) {
  const kind = KINDS[tracker.kind];
  const label = tracker.handle
    ? h("button", { class: "quiet", onclick: () => why(tracker.handle) }, tracker.say)
    : h("span", null, tracker.say);
  const made = h(
    "div",
    {
      role: "group",
      class: classes(
        `tracker ${tracker.kind}-box`,
        tracker.kind === "chart" && "wide",
        LINE.has(tracker.kind) && "line",
        tracker.size === 2 && "big",
        tracker.quiet && "quiet-box",
        tracker.first && "first",
      ),
      "data-tracker": tracker.id,
      "aria-label": tracker.say,
    },
    h(
      "div",
      { class: "label" },
      label,
      tracker.kind === "cards" && source(wholeSource(tracker.cards)),
    ),
    tracker.tone && behind(tracker.note, tracker.behind, table),
    kind ? kind(tracker, table, why) : null,
    tracker.note && !tracker.behind && h("p", { class: "note" }, tracker.note),
    !tracker.tone && behind(tracker.note, tracker.behind, table),
  );
  if (tracker.tone) made.dataset.tone = tracker.tone;
  if (made.querySelector(".lanes")) made.classList.add("wide");
  if (tracker.kind === "cards" && !tracker.shape) {
    const count = Math.max(1, tracker.cols ?? tracker.slots ?? tracker.cards.length);
    made.style.flex = basis(count, tracker.cols);
    made.dataset.cards = count;
    // Places keep their order side by side
    made.toggleAttribute("data-whole", Boolean(tracker.cols));
  }
  return made;
}

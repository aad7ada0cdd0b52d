// The small rows: order of turns, phases, loose tokens, plain sentences.

import { behind } from "../asks/behind.js";
import { h } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";

/** @type {Sent.DrawTracker<Sent.Order>} */
export function order(one, table) {
  return h(
    "ol",
    { class: "order" },
    one.turns.map((turn) =>
      h(
        "li",
        {
          class: turn.state ?? "",
          "data-colour": colourOf(table, turn.seat),
          "aria-current": turn.state === "now" ? "true" : null,
        },
        shapeOf(table, turn.seat),
        nameOf(table, turn.seat),
        turn.badge && h("b", null, turn.badge),
        turn.state === "ready" || turn.state === "done" ? " ✓" : "",
      ),
    ),
  );
}

const MANY = 8; // steps: of so many, numbered ones that are far off are shown by their number

/** @type {Sent.DrawTracker<Sent.Phase>} */
export function phase(one) {
  const at = one.steps.findIndex((step) => step.state === "now" || step.id === one.at);
  return h(
    "ol",
    { class: "phase" },
    one.steps.map((step, index) => {
      const state = step.state || (step.id === one.at ? "now" : "");
      const number =
        one.steps.length > MANY && index !== at && index !== at + 1 && /^\d+/.exec(step.say)?.[0];
      return h(
        "li",
        {
          class: state,
          "aria-current": state === "now" ? "step" : null,
          title: number ? step.say : null,
        },
        number || step.say,
        step.mark ? ` ${step.mark}` : "",
      );
    }),
  );
}

// What has a colour has its letter in every language, the one on grids and cards: "api" and "air"
// would both be A.
/** @type {(piece: Sent.Loose) => string} */
const letter = ({ id, say, colour }) => (colour ? id : say).charAt(0).toUpperCase();

// Two that begin alike are told apart by one letter more.
/** @type {(piece: Sent.Loose, all: Sent.Loose[]) => string} */
const mark = (piece, all) =>
  all.filter((one) => letter(one) === letter(piece)).length > 1 && !piece.colour
    ? piece.say.slice(0, 2)
    : letter(piece);

/** @type {Sent.DrawTracker<Sent.Tokens>} */
export function tokens(one) {
  return h(
    "div",
    { class: "tokens-row" },
    one.pieces.map((piece) =>
      h(
        "span",
        null,
        h(
          "span",
          { class: "disc", "data-colour": piece.colour ?? piece.id },
          mark(piece, one.pieces),
        ),
        piece.say,
        " ",
        h("b", { class: "number" }, piece.count),
      ),
    ),
  );
}

/** @type {Sent.DrawTracker<Sent.Notes>} */
export const notes = (one, table) =>
  h(
    "ul",
    { class: "notes" },
    one.lines.map((line, at) => h("li", null, behind(line, one.opens?.[at], table) ?? line)),
  );

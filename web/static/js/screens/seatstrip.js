// The seats: who, whose turn, and the numbers that must be read from across the room. Each area
// faces its player.

import { device } from "../core/device.js";
import { block, h } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { tells } from "../trackers/value.js";

export const EDGES = { 0: "bottom", 90: "left", 180: "top", 270: "right" };
const NUMBERS = ["counter", "gauge", "abacus"];
const CROWD = 5;

export const faceOf = (seat) => device.turns[seat] ?? 0;

// `places`: a section per edge. `shown`: whose things lie in the middle now.
export function drawSeats(places, table, shown, { choose, why }) {
  for (const [face, edge] of Object.entries(EDGES)) {
    const here = table.seats.filter((seat) => faceOf(seat.id) === Number(face));
    const numbers = numbersOf(table);
    const turns = table.outcome
      ? table.outcome.winners.map((seat) => ({ seat, state: "won" }))
      : (table.trackers.find((one) => one.kind === "order")?.turns ?? []);
    const pairs = here.some(
      (seat) => numbers.filter((one) => one.seat === seat.id && one.size === 2).length > 1,
    );
    const [stacked, tight] = ["data-stacked", "data-tight"].map((name) =>
      document.documentElement.hasAttribute(name),
    );
    const areShort = here.every((seat) =>
      isShort(numbers.filter((one) => one.seat === seat.id && one.size === 2)),
    );
    const isBeside = !stacked && pairs && here.length === CROWD - 1 && areShort;
    places[edge].toggleAttribute("data-beside", isBeside);
    places[edge].toggleAttribute(
      "data-crowd",
      stacked
        ? here.length > (tight ? 2 : 4) || here.length === 3
        : here.length >= (areShort && (!pairs || isBeside) ? CROWD : CROWD - 1),
    );
    places[edge].dataset.count = here.length;
    block(places[edge], [here, numbers, turns, shown, device.seat, device.language], () =>
      here.map((seat) =>
        box(
          seat,
          table,
          numbers,
          turns.find((one) => one.seat === seat.id),
          shown,
          choose,
          why,
        ),
      ),
    );
  }
}

// One digit 20 mm tall and two smaller ones leave room for a name beside them, also with four
// people along one edge.
const isShort = (large) =>
  large.every((one) => one.value >= 0 && one.value < (one === mainOf(large) ? 10 : 100));
const mainOf = (large) => large.find((one) => one.counts) ?? large[0];

// One who plays alone has the table's own numbers in the same strip: how far the story is, how many
// cards are left.
function numbersOf(table) {
  if (table.seats.length > 1)
    return table.trackers.filter((one) => one.seat && NUMBERS.includes(one.kind));
  const [{ id }] = table.seats;
  const piles = table.trackers
    .filter((one) => one.kind === "pile" && typeof one.count === "number")
    .map((one) => ({ ...one, kind: "counter", value: one.count, size: 2 }));
  return [...table.trackers.filter((one) => NUMBERS.includes(one.kind)), ...piles].map((one) => ({
    ...one,
    seat: id,
  }));
}

function box(seat, table, numbers, turn, shown, choose, why) {
  const mine = numbers.filter((one) => one.seat === seat.id);
  const large = mine.filter((one) => one.size === 2);
  const others = mine
    .filter((one) => one.size !== 2 && !one.quiet && one.kind !== "gauge")
    .slice(0, 3);
  const isMain = (one) => one.counts || large.length === 1 || one === mainOf(large);
  const other = (one) =>
    h(
      "span",
      { class: "other", "data-tracker": one.id },
      shortOf(one, table, seat),
      " ",
      h("span", { class: "number" }, one.value),
    );
  return h(
    "section",
    {
      class: "seat-box",
      "aria-label": nameOf(table, seat.id),
      "data-seat": seat.id,
      "data-colour": colourOf(table, seat.id),
      "data-face": faceOf(seat.id),
      "data-now": turn?.state === "now",
      "data-mine": device.seat === seat.id,
    },
    h(
      "button",
      { class: "who", "aria-pressed": String(shown === seat.id), onclick: () => choose(seat.id) },
      h(
        "span",
        { class: "title-line" },
        shapeOf(table, seat.id),
        h("span", { class: "name" }, nameOf(table, seat.id)),
        turn?.badge && h("span", { class: "tag" }, turn.badge),
      ),
      stateOf(turn),
      h("span", { class: "reasons", "data-of": large.map((one) => one.id).join(" ") }),
      others.length ? h("span", { class: "others" }, others.map(other)) : null,
    ),
    h(
      "span",
      { class: "figures" },
      large.map((one) => figure(one, shortOf(one, table, seat), isMain(one), why)),
    ),
  );
}

// A name in the label is said by the area already.
const shortOf = (one, table, seat) =>
  one.say
    .replace(nameOf(table, seat.id), "")
    .replace(/^\W+|\W+$|\s(of|milik)\s*$/g, "")
    .trim() || one.say;

function figure(one, label, isMain, why) {
  const inside = [
    h("span", { class: "number" }, one.value),
    h(
      "span",
      { class: "small" },
      one.badge && h("span", { class: "disc", "data-colour": one.colour, "aria-hidden": "true" }),
      label,
    ),
  ];
  const more = {
    class: `figure${one.counts ? " counts" : ""}${isMain ? " main" : ""}`,
    "data-tracker": one.id,
  };
  return tells(one)
    ? h("button", { ...more, onclick: () => why(one.handle, one) }, inside)
    : h("span", more, inside);
}

function stateOf(turn) {
  const said = {
    now: "web.turn.now",
    done: "web.turn.done",
    ready: "web.turn.ready",
    won: "web.turn.won",
  }[turn?.state];
  return (
    said &&
    h(
      "span",
      { class: "state" },
      h("b", null, { now: "▶ ", won: "★ " }[turn.state] ?? "✓ ", t(said)),
    )
  );
}

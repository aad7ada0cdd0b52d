// The seats: who, whose turn, and the numbers that must be read from across the room. Each area
// faces its player.

import { device } from "../core/device.js";
import { block, classes, h } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { shortOf } from "../trackers/brief.js";
import { tells } from "../trackers/value.js";

export const EDGES = { 0: "bottom", 90: "left", 180: "top", 270: "right" };
const NUMBERS = ["counter", "gauge", "abacus"];
const LONG = 10; // letters of a name: written smaller

export const faceOf = (seat) => device.turns[seat] ?? 0;

// `places`: a section per edge. `shown`: whose things lie in the middle now.
export function drawSeats(places, table, shown, { choose, why }) {
  for (const [face, edge] of Object.entries(EDGES)) {
    const here = table.seats.filter((seat) => faceOf(seat.id) === Number(face));
    const numbers = numbersOf(table);
    const turns = table.outcome
      ? table.outcome.winners.map((seat) => ({ seat, state: "won" }))
      : (table.trackers.find((one) => one.kind === "order")?.turns ?? []);
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
  const told = { isAlone: table.seats.length === 1, isOneOf: large.length > 1 };
  const isMain = (one) => one.counts || large.length === 1 || one === mainOf(large);
  const other = (one) =>
    h(
      "span",
      { class: "other", "data-tracker": one.id },
      shortOf({ ...one, seat: seat.id }, table),
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
    who(seat, table, turn, shown, choose),
    large.map((one) =>
      figure(one, shortOf({ ...one, seat: seat.id }, table), isMain(one), why, told),
    ),
    others.length > 0 && h("span", { class: "others" }, others.map(other)),
    h("b", { class: "delta number", "aria-hidden": "true" }),
    h("span", { class: "reasons", "data-of": large.map((one) => one.id).join(" ") }),
  );
}

const who = (seat, table, turn, shown, choose) =>
  h(
    "button",
    { class: "who", "aria-pressed": String(shown === seat.id), onclick: () => choose(seat.id) },
    shapeOf(table, seat.id),
    nameIn(nameOf(table, seat.id)),
    turn?.badge && h("span", { class: "tag" }, turn.badge),
    stateOf(turn),
  );

const nameIn = (name) => h("span", { class: classes("name", name.length > LONG && "long") }, name);

// Why this number is the large one: it decides, or how much of it is needed.
function whyLarge(one, isMain) {
  if (!isMain || one.kind === "gauge") return null;
  const say = one.counts ? t("web.counts") : one.most ? t("web.of", { n: one.most }) : "";
  return say && h("span", { class: "why-large" }, say);
}

function figure(one, label, isMain, why, { isAlone, isOneOf }) {
  const below = one.note ?? one.against_say;
  const inside = [
    h("span", { class: "number" }, one.value),
    h(
      "span",
      { class: "small" },
      one.badge && h("span", { class: "disc", "data-colour": one.colour, "aria-hidden": "true" }),
      label,
      isOneOf && whyLarge(one, isMain),
      isAlone && below && h("span", { class: "note" }, below),
    ),
  ];
  const more = {
    class: classes("figure", one.counts && "counts", isMain && "main"),
    "data-tracker": one.id,
  };
  return tells(one)
    ? h("button", { ...more, onclick: () => why(one.handle, one) }, inside)
    : h("span", more, inside);
}

const STATES = { now: "▶ ", won: "★ ", done: "✓ ", ready: "✓ " };

const stateOf = (turn) =>
  STATES[turn?.state] &&
  h("span", { class: "state" }, STATES[turn.state], t(`web.turn.${turn.state}`));

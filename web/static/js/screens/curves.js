// The whole game in pictures: how the scores went, how the dice fell.

import { get } from "../core/api.js";
import { dieOf, faceName } from "../core/dice.js";
import { h, s } from "../core/dom.js";
import { colourOf, nameOf, seatLabel } from "../core/seats.js";
import { percent, t } from "../core/texts.js";

// TIP: the height of one name at the end of its line
const [WIDE, HIGH, EDGE, TIP] = [480, 220, 30, 17];
// A seat's line differs by more than its colour
const DASHES = ["", "8 5", "2 4", "12 4 2 4", "16 6", "4 2"];

export function wholeGame(table) {
  const place = h("div", { class: "whole-game stack" }, h("p", { class: "soft" }, t("web.coming")));
  get("/api/curves")
    .then((told) =>
      place.replaceChildren(
        ...[
          scores(told, table),
          told.dice.length ? h("div", { class: "all-fallen" }, told.dice.map(dice)) : null,
        ].filter(Boolean),
      ),
    )
    .catch(() => place.replaceChildren());
  return place;
}

function scores({ points, curves }, table) {
  if (points.length < 3 || !curves.length) return null;
  const isAlone = table.seats.length === 1; // then each line is named for what it counts
  const dashes = (curve) => {
    const seat = table.seats.findIndex((one) => one.id === curve.seat);
    return DASHES[(isAlone ? curves.indexOf(curve) : seat) % DASHES.length];
  };
  const all = curves.flatMap((curve) => curve.values).filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (at) => EDGE + (at * (WIDE - 2 * EDGE)) / (points.length - 1);
  const y = (value) => HIGH - EDGE - ((value - least) * (HIGH - 2 * EDGE)) / (most - least);
  const line = (curve) =>
    s("polyline", {
      class: "curve",
      "data-colour": colourOf(table, curve.seat),
      "data-curve": curve.id,
      "stroke-dasharray": dashes(curve),
      points: curve.values
        .map((value, at) => (value === null ? null : `${x(at).toFixed(1)},${y(value).toFixed(1)}`))
        .filter(Boolean)
        .join(" "),
    });
  const label = curves
    .map((curve) => `${nameOf(table, curve.seat)} ${curve.say}: ${last(curve)}`)
    .join("; ");
  const legend = isAlone
    ? curves.map((curve) => named(curve, dashes(curve), table))
    : table.seats.map((seat) => seatLabel(table, seat.id));
  return h(
    "figure",
    null,
    h("figcaption", null, h("b", null, t("web.curves")), h("span", { class: "row" }, legend)),
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      [least, most].map((value) => [
        s("line", { class: "axis", x1: EDGE, x2: WIDE - EDGE, y1: y(value), y2: y(value) }),
        s("text", { x: 2, y: y(value) + 4 }, value),
      ]),
      curves.map(line),
      isAlone ? [] : tips(curves, table, y),
    ),
  );
}

const last = (curve) => curve.values[curve.values.length - 1];

// At the end of each line the first letter of whose it is.
function tips(curves, table, y) {
  const sorted = [...curves].sort((a, b) => last(b) - last(a));
  const ends = apart(sorted.map((curve) => ({ curve, at: y(last(curve)) })));
  return ends.map(({ curve, at }) =>
    s(
      "text",
      { class: "tip", "data-colour": colourOf(table, curve.seat), x: WIDE - EDGE + 3, y: at + 5 },
      `${nameOf(table, curve.seat).charAt(0)}${curve.badge}`,
    ),
  );
}

const named = (curve, dashed, table) =>
  h(
    "span",
    { class: "legend" },
    s(
      "svg",
      { viewBox: "0 0 48 16", "aria-hidden": "true" },
      s("line", {
        class: "curve",
        "data-colour": colourOf(table, curve.seat),
        "stroke-dasharray": dashed,
        x1: 0,
        x2: 48,
        y1: 8,
        y2: 8,
      }),
    ),
    curve.say,
  );

// Lines that end together have their names below each other, and none below the picture.
function apart(ends) {
  ends.forEach((end, index) => {
    if (index) end.at = Math.max(end.at, ends[index - 1].at + TIP);
  });
  const over = Math.max(0, (ends[ends.length - 1]?.at ?? 0) - HIGH + TIP / 2);
  return ends.map((end) => ({ ...end, at: end.at - over }));
}

function dice({ colour, thrown, faces }) {
  return h(
    "figure",
    { class: "fallen" },
    h(
      "figcaption",
      null,
      t("web.dice_thrown", {
        dice: [t("web.dice"), colour && t(`kit.colour.${colour}`)].filter(Boolean).join(" · "),
        n: thrown,
      }),
    ),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        faces.map((one) =>
          h(
            "tr",
            null,
            h(
              "td",
              null,
              dieOf(one.face, colour),
              h("span", { class: "sr-only" }, faceName(one.face)),
            ),
            h("td", { class: "number" }, one.count),
            h("td", null, percent(one.share)),
            h(
              "td",
              { class: "small soft" },
              t("web.between", { low: percent(one.between[0]), high: percent(one.between[1]) }),
            ),
          ),
        ),
      ),
    ),
  );
}

// How games are told in a line: when, how long, by whom. Shared by all screens about kept games.

import { device } from "../core/device.js";
import { h, s } from "../core/dom.js";
import { colourOf, nameOf, seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";

/** @type {Intl.DateTimeFormatOptions} */
const DATE = { day: "numeric", month: "short", year: "numeric" };
// A seat's line differs by more than its colour
export const DASHES = ["", "8 5", "2 4", "12 4 2 4", "16 6", "4 2"];

// Seconds since 1970, as the journal keeps them, in this device's words.
export const dated = (at) => new Date(at * 1000).toLocaleDateString(device.language, DATE);

export const shortDate = (at) =>
  new Date(at * 1000).toLocaleDateString(device.language, { day: "numeric", month: "short" });

export const atTime = (at) =>
  new Date(at * 1000).toLocaleString(device.language, {
    ...DATE,
    hour: "2-digit",
    minute: "2-digit",
  });

export const monthName = (month) =>
  new Date(`${month}-15`).toLocaleDateString(device.language, { month: "long", year: "numeric" });

export function lasted(seconds) {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t("web.records.seconds", { n: seconds });
  if (minutes < 60) return t("web.records.minutes", { n: minutes });
  return t("web.records.hours", { n: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export const emblem = (game) =>
  h("span", { class: "on-deep", "data-game": game }, h("span", { class: "emblem" }));

// Everybody with what they reached; winners carry a mark as well as their place in the order.
export const standings = (game) =>
  h(
    "span",
    { class: "row record-seats" },
    [...game.seats]
      .sort((a, b) => (a.place ?? 9) - (b.place ?? 9))
      .map((seat) =>
        h(
          "span",
          { class: seat.won ? "row won" : "row" },
          seat.won ? h("span", { "aria-label": t("web.records.won") }, "★") : null,
          seatLabel(game, seat.id),
          seat.score === null ? null : h("b", { class: "number" }, seat.score),
        ),
      ),
  );

// The curves of all seats in one small picture; `marks` are places among the points.
export function smallCurve(game, { wide = 160, high = 44, marks = [] } = {}) {
  const seats = game.seats.filter((seat) => seat.curve?.length > 2);
  if (!seats.length) return null;
  const all = seats.flatMap((seat) => seat.curve).filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const count = seats[0].curve.length;
  const x = (at) => 3 + (at * (wide - 6)) / (count - 1);
  const y = (value) => high - 3 - ((value - least) * (high - 6)) / (most - least);
  const points = (curve) =>
    curve
      .map((value, at) => (value === null ? null : `${x(at).toFixed(1)},${y(value).toFixed(1)}`))
      .filter(Boolean)
      .join(" ");
  return s(
    "svg",
    {
      class: "small-curve",
      viewBox: `0 0 ${wide} ${high}`,
      role: "img",
      "aria-label": seats
        .map((one) => `${nameOf(game, one.id)}: ${one.curve[one.curve.length - 1]}`)
        .join("; "),
    },
    marks.map((at) => s("line", { class: "axis", x1: x(at), x2: x(at), y1: 0, y2: high })),
    seats.map((seat) =>
      s("polyline", {
        class: "curve",
        "data-colour": colourOf(game, seat.id),
        "stroke-dasharray": DASHES[game.seats.indexOf(seat) % DASHES.length],
        points: points(seat.curve),
      }),
    ),
  );
}

// What went wrong, in the words of the service.
export const refusedLine = (body) =>
  h(
    "p",
    { class: "panel refused", role: "alert" },
    body.error?.message ?? t("web.not_come"),
    " ",
    body.error?.hint ?? "",
  );

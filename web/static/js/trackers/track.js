// Markers on numbered spaces. With seats on it: a lane for each, so that everyone's markers are
// seen apart.

import { classes, h } from "../core/dom.js";
import { colourOf, nameOf, seatLabel } from "../core/seats.js";

const LONG = 30;

/** @type {Sent.DrawTracker<Sent.Track>} */
export function track(one, table, why) {
  const least = one.least ?? 0;
  const reach = Math.max(least + 10, ...one.markers.map((marker) => marker.at + 2));
  const most = one.most - least > LONG ? Math.min(one.most, reach) : one.most;
  const seats = table.seats.filter((seat) => one.markers.some((marker) => marker.seat === seat.id));
  const told = one.markers
    .map((marker) => `${label(marker, table)} ${marker.badge ?? ""} ${marker.at}`)
    .join(", ");
  if (seats.length && one.markers.every((marker) => marker.seat) && most > least)
    return lanes(one, table, why, seats, least, most);
  return h(
    "div",
    { class: "track", role: "group", "aria-label": told },
    Array.from({ length: most - least + 1 }, (_, at) => {
      const here = one.markers.filter((marker) => marker.at === least + at);
      const isMarked = one.marks?.includes(least + at);
      return h(
        "div",
        {
          class: classes("space", here.length && "held", isMarked && "mark"),
        },
        least + at,
        here.map((marker) => pawn(marker, table, why)),
      );
    }),
  );
}

const label = (marker, table) => marker.say ?? (marker.seat ? nameOf(table, marker.seat) : "");

function lanes(one, table, why, seats, least, most) {
  const at = (value) => `${(100 * (value - least)) / (most - least)}%`;
  return h(
    "div",
    { class: "lanes" },
    seats.map((seat) => [
      seatLabel(table, seat.id),
      laneOf(one, table, why, seat.id, at, least, most),
    ]),
    h("span"),
    h(
      "div",
      { class: "lane-ends", "aria-hidden": "true" },
      h("span", null, least),
      h("span", null, most),
    ),
  );
}

// Two markers of one seat on nearly the same space lie side by side, the lower one first.
function laneOf(one, table, why, seat, at, least, most) {
  const line = h("div", { class: "lane-line" });
  for (let tick = least; tick <= most; tick += 5) {
    const mark = h("span", { class: "tick" });
    mark.style.left = at(tick);
    line.append(mark);
  }
  const mine = one.markers.filter((marker) => marker.seat === seat);
  mine.forEach((marker, index) => {
    const near = mine.find(
      (other, place) => place !== index && Math.abs(other.at - marker.at) * 16 < most - least,
    );
    const isAfter = near && (near.at < marker.at || (near.at === marker.at && index));
    const colour = marker.colour ?? colourOf(table, seat);
    const put = h(
      marker.handle ? "button" : "span",
      {
        class: classes("pawn", marker.counts && "counts", near && (isAfter ? "after" : "before")),
        "data-key": `${one.id}/${seat}/${marker.badge ?? ""}`,
        "aria-label": `${nameOf(table, seat)} ${marker.badge ?? ""} ${marker.at}`,
        role: marker.handle ? null : "img",
        onclick: marker.handle ? () => why(marker.handle) : null,
      },
      h("span", { class: "disc number", "data-colour": colour }, marker.at),
    );
    put.style.left = at(marker.at);
    line.append(put);
  });
  return line;
}

function pawn(marker, table, why) {
  const text =
    marker.badge ||
    (marker.seat ? nameOf(table, marker.seat) : label(marker, table)).charAt(0).toUpperCase();
  const more = {
    "data-colour": marker.colour ?? (marker.seat ? colourOf(table, marker.seat) : null),
    title: label(marker, table),
  };
  if (!marker.handle) return h("span", { class: "pawn", ...more }, text);
  return h(
    "button",
    {
      class: "pawn",
      "aria-label": `${label(marker, table)} ${marker.at}`,
      ...more,
      onclick: () => why(marker.handle),
    },
    text,
  );
}

// Numbered spaces with markers. Long tracks show only the stretch that matters.

import { h } from "../dom.js";
import { colourOf, nameOf } from "../seats.js";

const LONG = 30;

export function track(one, table, why) {
  const least = one.least ?? 0;
  const reach = Math.max(least + 10, ...one.markers.map((marker) => marker.at + 2));
  const most = one.most - least > LONG ? Math.min(one.most, reach) : one.most;
  return h("div", { class: "track", role: "img", "aria-label": one.markers.map((marker) => `${label(marker, table)} ${marker.at}`).join(", ") },
    Array.from({ length: most - least + 1 }, (_, at) => {
      const here = one.markers.filter((marker) => marker.at === least + at);
      return h("div", { class: `space${here.length ? " held" : ""}` }, least + at, here.map((marker) => pawn(marker, table, why)));
    }));
}

const label = (marker, table) => marker.say ?? (marker.seat ? nameOf(table, marker.seat) : "");

export function pawn(marker, table, why) {
  const text = marker.badge || label(marker, table).charAt(0).toUpperCase();
  return h("span", { class: `pawn${marker.counts ? " counts" : ""}`, title: label(marker, table), "data-colour": marker.colour ?? (marker.seat ? colourOf(table, marker.seat) : null),
    onclick: marker.handle ? () => why(marker.handle) : null }, text);
}

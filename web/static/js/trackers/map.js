// Places with ways between them, and what stands there.

import { h, s } from "../dom.js";
import { colourOf, nameOf } from "../seats.js";

export function map(one, table) {
  const at = Object.fromEntries(one.places.map((place) => [place.id, place]));
  const ways = (one.ways ?? []).filter(([a, b]) => at[a] && at[b]).map(([a, b]) => s("line", { class: "way", x1: at[a].x, y1: at[a].y * 0.7, x2: at[b].x, y2: at[b].y * 0.7 }));
  const places = one.places.map((place) => s("g", { class: `place${place.lit ? " lit" : ""}` }, s("title", null, [place.say, ...(place.lines ?? [])].join("\n")),
    s("circle", { cx: place.x, cy: place.y * 0.7, r: 1.7 }), s("text", { x: place.x, y: place.y * 0.7 + 3.6 }, place.say),
    (place.pieces ?? []).map((piece, index) => [s("circle", { class: "piece", "data-colour": piece.colour ?? (piece.seat ? colourOf(table, piece.seat) : null), cx: place.x - 2 + index * 3, cy: place.y * 0.7 - 2.4, r: 1.7 }),
      s("text", { class: "piece-text", x: place.x - 2 + index * 3, y: place.y * 0.7 - 1.5 }, piece.badge || (piece.seat ? nameOf(table, piece.seat).charAt(0) : ""))])));
  return h("div", { class: "map" }, s("svg", { viewBox: "-4 -4 108 82", role: "img", "aria-label": one.say }, ways, places));
}

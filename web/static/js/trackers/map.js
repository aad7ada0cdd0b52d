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
  const [xs, ys] = [one.places.map((place) => place.x), one.places.map((place) => place.y * 0.7)];
  const [left, top] = [Math.min(...xs) - 6, Math.min(...ys) - 5];
  const box = [left, top, Math.max(...xs) + 6 - left, Math.max(...ys) + 5 - top].join(" ");
  return h("div", { class: "map" }, s("svg", { viewBox: box, role: "img", "aria-label": one.say }, ways, places));
}

// Places with ways between them, and what stands there. A short name stands in its place, a long one below it.

import { h, s } from "../dom.js";
import { colourOf, nameOf } from "../seats.js";

const FLAT = 0.7; // wider than high
const STEP = 3.5;

export function map(one, table) {
  const at = Object.fromEntries(one.places.map((place) => [place.id, { ...place, y: place.y * FLAT }]));
  const all = Object.values(at);
  const ways = (one.ways ?? []).filter(([a, b]) => at[a] && at[b]).map(([a, b]) => s("line", { class: "way", x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y }));
  const [xs, ys] = [all.map((place) => place.x), all.map((place) => place.y)];
  const [left, top] = [Math.min(...xs) - 5, Math.min(...ys) - 3];
  const box = [left, top, Math.max(...xs) + 5 - left, Math.max(...ys) + 4 - top].join(" ");
  return h("div", { class: "map" }, s("svg", { viewBox: box, role: "img", "aria-label": one.say }, ways, all.map((place) => spot(place)), all.map((place) => standing(place, table))));
}

function spot(place) {
  const isShort = place.say.length < 3;
  return s("g", { class: `place${place.lit ? " lit" : ""}` }, s("title", null, [place.say, ...(place.lines ?? [])].join("\n")),
    s("circle", { cx: place.x, cy: place.y, r: 1.8 }),
    isShort ? s("text", { class: "short", x: place.x, y: place.y + 0.5 }, place.say) : s("text", { x: place.x, y: place.y + 3.5 }, place.say),
    isShort ? null : (place.lines ?? []).map((line, at) => s("text", { class: "line", x: place.x, y: place.y + 5 + at * 1.5 }, line)));
}

// The pieces stand on their place, side by side; a seat's piece carries its letter.
function standing(place, table) {
  const pieces = place.pieces ?? [];
  return pieces.map((piece, index) => {
    const x = place.x + (index - (pieces.length - 1) / 2) * STEP;
    const text = `${piece.seat ? nameOf(table, piece.seat).charAt(0) : ""}${piece.badge ?? ""}`;
    return s("g", { class: "place" }, s("title", null, piece.say ?? text), s("circle", { class: "piece", "data-colour": piece.colour ?? (piece.seat ? colourOf(table, piece.seat) : null), cx: x, cy: place.y, r: 1.75 }),
      s("text", { class: `piece-text${piece.colour === "white" ? " dark" : ""}`, x, y: place.y + 0.65 }, text));
  });
}

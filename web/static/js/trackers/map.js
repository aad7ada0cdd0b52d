// Places with ways between them, and what stands there. Each place is a hexagon as large as its
// nearest neighbour leaves room for: places that touch are drawn touching, as they lie on the
// board.

import { h, s } from "../core/dom.js";
import { colourOf, nameOf } from "../core/seats.js";

const SIDES = [0, 60, 120, 180, 240, 300].map((degrees) => (degrees * Math.PI) / 180);
const ABREAST = 3; // pieces side by side in one place

/** @type {Sent.DrawTracker<Sent.Map>} */
export function map(one, table) {
  const at = Object.fromEntries(one.places.map((place) => [place.id, place]));
  const near = Math.min(
    ...one.places.flatMap((place, index) =>
      one.places.slice(index + 1).map((other) => Math.hypot(place.x - other.x, place.y - other.y)),
    ),
  );
  const size = near / Math.sqrt(3); // from the middle to a corner
  const ways = (one.ways ?? [])
    .filter(([a, b]) => at[a] && at[b])
    .map(([a, b]) =>
      s("line", { class: "way", x1: at[a].x, y1: at[a].y, x2: at[b].x, y2: at[b].y }),
    );
  const [xs, ys] = [one.places.map((place) => place.x), one.places.map((place) => place.y)];
  const [left, top] = [Math.min(...xs) - size, Math.min(...ys) - near / 2 - 0.5];
  const box = [
    left,
    top,
    Math.max(...xs) + size - left,
    Math.max(...ys) + near / 2 + 0.5 - top,
  ].join(" ");
  return h(
    "div",
    { class: "map" },
    s(
      "svg",
      { viewBox: box, role: "img", "aria-label": spoken(one) },
      ways,
      one.places.map((place) => hexagon(place, size - 0.2, isShort(place) ? "cell" : "cell named")),
      one.places.filter((place) => place.lit).map((place) => hexagon(place, size - 0.6, "lit")),
      one.places.map((place) => written(place, size)),
      one.places.map((place) => standing(place, table, size)),
      one.places
        .filter((place) => place.lit)
        .map((place) => hexagon(place, size - 0.2, "touched", { "data-takes": place.id })),
    ),
  );
}

const isShort = (place) => place.say.length < 3;
const fullName = (place) => (isShort(place) ? (place.lines?.[0] ?? place.say) : place.say);
const spoken = (one) =>
  [
    one.say,
    ...one.places
      .filter((place) => place.pieces?.length)
      .map(
        (place) =>
          `${fullName(place)}: ${place.pieces.map((piece) => piece.say ?? piece.badge).join(", ")}`,
      ),
  ].join(". ");

const hexagon = ({ x, y }, size, kind, more = {}) =>
  s("polygon", {
    ...more,
    class: kind,
    points: SIDES.map(
      (angle) => `${x + size * Math.cos(angle)},${y + size * Math.sin(angle)}`,
    ).join(" "),
  });

// A place with a name of its own says it, with what it needs; one of several around it only its
// short mark.
function written(place, size) {
  if (isShort(place))
    return s("text", { class: "short", x: place.x, y: place.y - size * 0.52 }, place.say);
  return [
    s("text", { class: "name", x: place.x, y: place.y - size * 0.5 }, place.say),
    (place.lines ?? []).map((line, at) =>
      s("text", { class: "line", x: place.x, y: place.y + size * (at * 0.4 - 0.08) }, line),
    ),
  ];
}

// The pieces stand in their place, three abreast; a seat's piece carries its letter.
function standing(place, table, size) {
  const pieces = place.pieces ?? [];
  const rows = Math.ceil(pieces.length / ABREAST);
  // Three still stand inside it
  const r = size * (rows > 1 ? 0.22 : pieces.length > 2 ? 0.27 : isShort(place) ? 0.36 : 0.3);
  return pieces.map((piece, index) => {
    const row = Math.floor(index / ABREAST);
    const across = Math.min(ABREAST, pieces.length - row * ABREAST);
    const x = place.x + ((index % ABREAST) - (across - 1) / 2) * 2 * r;
    const y = place.y + size * (isShort(place) ? 0.16 : 0.46) + (row - (rows - 1) / 2) * 2 * r;
    const text = `${piece.seat ? nameOf(table, piece.seat).charAt(0) : ""}${piece.badge ?? ""}`;
    return s(
      "g",
      { class: "standing" },
      s("title", null, piece.say ?? text),
      s("circle", {
        class: "piece",
        "data-colour": piece.colour ?? (piece.seat ? colourOf(table, piece.seat) : null),
        cx: x,
        cy: y,
        r,
      }),
      s(
        "text",
        {
          class: `piece-text${piece.colour === "white" ? " dark" : ""}`,
          x,
          y,
          "font-size": r * (text.length > 1 ? 0.95 : 1.3),
        },
        text,
      ),
    );
  });
}

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

// A place with a name of its own says it, with what it needs; one of several around it is known by
// where it lies.
function written(place, size) {
  if (isShort(place)) return s("title", null, fullName(place));
  return [
    s("text", { class: "name", x: place.x, y: place.y - size * 0.6 }, place.say),
    (place.lines ?? []).map((line, at) =>
      s("text", { class: "line", x: place.x, y: place.y + size * (at * 0.5 - 0.06) }, line),
    ),
  ];
}

// The pieces stand in their place, three abreast; a seat's piece carries its letter.
function standing(place, table, size) {
  const pieces = place.pieces ?? [];
  const rows = Math.ceil(pieces.length / ABREAST);
  const r = size * (pieces.length > 2 ? 0.31 : isShort(place) ? 0.4 : 0.34); // three fit inside
  return pieces.map((piece, index) => {
    const row = Math.floor(index / ABREAST);
    const across = Math.min(ABREAST, pieces.length - row * ABREAST);
    const x = place.x + ((index % ABREAST) - (across - 1) / 2) * 2 * r;
    const y = place.y + size * (isShort(place) ? 0 : 0.54) + (row - (rows - 1) / 2) * 2 * r;
    return pieceAt(piece, x, y, r, table);
  });
}

const [STALL, SPENT] = ["⌂", "×"]; // signs that are drawn instead of written

// A hero is a disc, a stall a small house; what is used up is struck through.
function pieceAt(piece, x, y, r, table) {
  const badge = piece.badge ?? "";
  const letter = piece.seat ? nameOf(table, piece.seat).charAt(0) : "";
  const isSpent = badge.endsWith(SPENT);
  const text = `${letter}${badge.replace(STALL, "").replace(SPENT, "")}`;
  const look = {
    class: "piece",
    "data-colour": piece.colour ?? (piece.seat ? colourOf(table, piece.seat) : null),
  };
  const dark = piece.colour === "white" ? " dark" : "";
  return s(
    "g",
    { class: "standing" },
    s("title", null, piece.say ?? text),
    badge === STALL
      ? s("path", { ...look, d: house(x, y, r) })
      : s("circle", { ...look, cx: x, cy: y, r }),
    s("text", { class: `piece-text${dark}`, x, y: badge === STALL ? y + r * 0.2 : y }, text),
    isSpent &&
      s("line", {
        class: `spent${dark}`,
        x1: x - r * 0.6,
        y1: y + r * 0.6,
        x2: x + r * 0.6,
        y2: y - r * 0.6,
      }),
  );
}

const house = (x, y, r) =>
  `M${x} ${y - 1.1 * r} L${x + r} ${y - 0.3 * r} V${y + r} H${x - r} V${y - 0.3 * r} Z`;

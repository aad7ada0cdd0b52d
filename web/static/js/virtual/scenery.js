// What stands on the virtual table beside its pieces: closed screens in their player's colour, the
// places that the question looks at, lit and named, and pieces just let go of, before the lens has
// read them.

import { s } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { placeName } from "../screens/lens.js";

const [WIDE, HIGH] = [1280, 720];
const GROWN = 1.14;
const EDGE = 1; // of the picture: a screen stands on the table, whole
const LIFTS_MS = 1000; // as in virtual/scenery.css
const LAID_MS = 4000; // after so long the lens has said its word, or the piece was refused
const SIZES = { card: [63, 88], sheet: [68, 98], token: [26, 26], die: [34, 34], disk: [60, 60] };

const points = (corners) => corners.map(([x, y]) => `${x * WIDE},${y * HIGH}`).join(" ");
/** @type {(corners: number[][]) => [number, number]} */
const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

// A little more than the place, so that nothing of the curtain behind it shows.
const grown = (corners) => {
  const [x, y] = middle(corners);
  const inside = (share) => Math.min(EDGE, Math.max(1 - EDGE, share));
  return corners.map(([a, b]) => [inside(x + (a - x) * GROWN), inside(y + (b - y) * GROWN)]);
};

// A folded screen: what is behind it is nobody's business, so it shows whose it is and no more.
export function screen(one, table) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = grown(one.corners).map(([x, y]) => [
    x * WIDE,
    y * HIGH,
  ]);
  const fold = 0.13;
  const [left, right] = [x0 + (x1 - x0) * fold, x1 - (x1 - x0) * fold];
  const [low, lowRight] = [x3 + (x2 - x3) * fold, x2 - (x2 - x3) * fold];
  const [cx, cy] = middle(one.corners);
  const mark = shapeOf(table, one.seat);
  for (const [name, value] of Object.entries({ x: cx * WIDE - 34, y: cy * HIGH - 62, width: 68 }))
    mark.setAttribute(name, String(value));
  mark.setAttribute("height", "68");
  const lean = (y3 - y0) * 0.08;
  return s(
    "g",
    { class: "screen", "data-colour": colourOf(table, one.seat), "data-screen": one.place },
    s("polygon", {
      class: "wing",
      points: `${x0},${y0 + lean} ${left},${y0} ${low},${y3} ${x3},${y3 + lean}`,
    }),
    s("polygon", {
      class: "wing",
      points: `${right},${y0} ${x1},${y1 + lean} ${x2},${y2 + lean} ${lowRight},${y3}`,
    }),
    s("polygon", {
      class: "front",
      points: `${left},${y0} ${right},${y1} ${lowRight},${y2} ${low},${y3}`,
    }),
    mark,
    s("text", { x: cx * WIDE, y: cy * HIGH + 44 }, one.seat ? nameOf(table, one.seat) : ""),
  );
}

// A screen that was lifted still stands for a moment: so long the picture shows its curtain.
let lifted = [];

export function lifting(screens, before, table) {
  const now = performance.now();
  const gone = before.filter((one) => screens.every((other) => other.place !== one.place));
  lifted = [...lifted, ...gone.map((one) => ({ one, since: now }))].filter(
    ({ one, since }) =>
      now - since < LIFTS_MS && screens.every((other) => other.place !== one.place),
  );
  return lifted.map(({ one, since }) => {
    const shape = screen(one, table);
    shape.classList.add("lifting");
    shape.style.animationDelay = `${since - now}ms`;
    setTimeout(() => shape.remove(), LIFTS_MS + since - now);
    return shape;
  });
}

// What nobody is asked about stays quiet.
export const quiet = (one) => s("polygon", { class: "quiet-place", points: points(one.corners) });

// The places of the question: a frame around them and their name, so that everybody sees where.
export const lit = (one, table) =>
  s(
    "g",
    { class: "lit-place", "data-place": one.place },
    s("polygon", { points: points(one.corners) }),
    s(
      "text",
      { x: middle(one.corners)[0] * WIDE, y: one.corners[0][1] * HIGH + 26 },
      placeName(one.place, table),
    ),
  );

// Let go of a moment ago: there at once, drawn by the page, until the table shows it itself.
let fresh = [];

export function laidNow(over, piece, at) {
  const group = over.querySelector("g");
  if (!group || !at) return;
  const [wide, high] = (SIZES[piece.kind] ?? SIZES.token).map((side) => side * 1.2);
  const shape = s(
    "g",
    { class: `just-laid ${piece.kind}`, "data-colour": piece.look },
    s("rect", {
      x: at.x * WIDE - wide / 2,
      y: at.y * HIGH - high / 2,
      width: wide,
      height: high,
      rx: piece.kind === "token" || piece.kind === "disk" ? wide / 2 : 6,
    }),
    s("text", { x: at.x * WIDE, y: at.y * HIGH + 6 }, label(piece)),
  );
  group.append(shape);
  fresh.push({ shape, until: performance.now() + LAID_MS });
  setTimeout(() => keepFresh(null), LAID_MS + 50);
}

const label = (piece) => (piece.kind === "card" ? (piece.title ?? "").slice(0, 12) : "");

// When the table has drawn its pieces anew, those just laid are among them.
export function keepFresh(group) {
  const now = performance.now();
  fresh = fresh.filter(({ shape, until }) => {
    const stays = until > now && group === null;
    if (!stays) shape.remove();
    return stays;
  });
}

// What the lens has read, where it lies on the table.
const readings = (around) =>
  Object.entries(around.read ?? {}).flatMap(([name, read]) => {
    const corners = around.places?.[name]?.corners ?? [];
    return corners.length === 4
      ? read
          .filter((one) => one.outline.length)
          .map((one) => ({ ...one, outline: one.outline.map((point) => within(corners, point)) }))
      : [];
  });

// The reading lands on its piece.
export function landed(pieces, around) {
  const spots = readings(around).map((one) => ({ ...one, at: middle(one.outline) }));
  return pieces.flatMap((piece) => {
    const [x, y] = middle(piece.corners);
    const near = spots.find((one) => Math.hypot(one.at[0] - x, one.at[1] - y) < 0.03);
    return near ? [{ id: piece.id, trust: near.trust }] : [];
  });
}

// Thrown dice are no pieces: their reading lands on the picture, with the number that counts.
export const thrown = (around) =>
  readings(around)
    .filter((one) => Number.isInteger(one.value))
    .map((one) => {
      const [x] = middle(one.outline);
      return s(
        "g",
        { class: `read-die ${one.trust}` },
        s("polygon", { points: points(one.outline) }),
        s(
          "text",
          { x: x * WIDE, y: Math.min(...one.outline.map((at) => at[1])) * HIGH - 8 },
          one.value,
        ),
      );
    });

// From a place seen flat into the picture: between its corners.
export const within = ([a, b, c, d], [x, y]) =>
  [0, 1].map(
    (axis) => (1 - y) * ((1 - x) * a[axis] + x * b[axis]) + y * ((1 - x) * d[axis] + x * c[axis]),
  );

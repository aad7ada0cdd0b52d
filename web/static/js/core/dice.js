// A die, drawn. Pips for numbers, a sign for the usual symbols, else the word's first letters.

import { s } from "./dom.js";
import { has, t } from "./texts.js";

const PIPS = {
  1: [[20, 20]],
  2: [
    [11, 11],
    [29, 29],
  ],
  3: [
    [11, 11],
    [20, 20],
    [29, 29],
  ],
  4: [
    [11, 11],
    [29, 11],
    [11, 29],
    [29, 29],
  ],
  5: [
    [11, 11],
    [29, 11],
    [20, 20],
    [11, 29],
    [29, 29],
  ],
  6: [
    [11, 10],
    [29, 10],
    [11, 20],
    [29, 20],
    [11, 30],
    [29, 30],
  ],
};

export const SIGNS = { points: "★", energy: "◆", rotate: "↻", blank: "·" };

export function dieOf(face, colour) {
  const marks = PIPS[face]?.map(([cx, cy]) => s("circle", { cx, cy, r: 3.6 })) ?? [
    s(
      "text",
      { x: 20, y: 21 },
      face === null || face === undefined ? "?" : (SIGNS[face] ?? String(face).slice(0, 3)),
    ),
  ];
  return s(
    "svg",
    { viewBox: "0 0 40 40", class: "die", "data-colour": colour, "aria-hidden": "true" },
    s("rect", { x: 2.5, y: 2.5, width: 35, height: 35, rx: 7 }),
    marks,
  );
}

// A die in words, for who cannot see it: its colour and what it shows.
export const faceName = (face) =>
  has(`kit.face.${face}`) ? t(`kit.face.${face}`) : String(face ?? "?");
export const dieName = (face, colour) =>
  [colour && (has(`kit.colour.${colour}`) ? t(`kit.colour.${colour}`) : colour), faceName(face)]
    .filter(Boolean)
    .join(" ");

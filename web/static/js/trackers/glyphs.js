// Small shapes that double a mark by its form: told apart without colour and from across the table.

const PATHS = {
  wall: [
    "M2 4 h9 v4 H2 Z M13 4 h9 v4 h-9 Z M2 10 h4 v4 H2 Z M8 10 h8 v4 H8 Z",
    "M18 10 h4 v4 h-4 Z M2 16 h9 v4 H2 Z M13 16 h9 v4 h-9 Z",
  ].join(" "),
  drop: "M12 2 C7 9 5 12 5 15.5 a7 7 0 0 0 14 0 C19 12 17 9 12 2 Z",
  sprout: "M11 22 V13 C5 13 3 9 3 4 c6 0 8 3 9 6 C13 7 15 4 21 4 c0 6 -3 9 -8 9 v9 Z",
  sun: [
    "M12 7 a5 5 0 1 0 .01 0 Z M11 1 h2 v4 h-2 Z M11 19 h2 v4 h-2 Z M1 11 h4 v2 H1 Z",
    "M19 11 h4 v2 h-4 Z M4 5.4 5.4 4 8.2 6.8 6.8 8.2 Z",
    "M15.8 17.2 17.2 15.8 20 18.6 18.6 20 Z M18.6 4 20 5.4 17.2 8.2 15.8 6.8 Z",
    "M6.8 15.8 8.2 17.2 5.4 20 4 18.6 Z",
  ].join(" "),
  leaf: "M4 20 C3 10 9 3 21 3 C21 15 14 21 7 18.5 L5 22 3 21 Z",
  flake: [
    "M11 1 h2 v7.3 l6.3 -3.7 1 1.8 L14 10.1 V12 l0 1.9 6.3 3.7 -1 1.8 L13 15.7 V23 h-2 v-7.3",
    "l-6.3 3.7 -1 -1.8 L10 13.9 v-3.8 L3.7 6.4 l1 -1.8 L11 8.3 Z",
  ].join(" "),
};
const SPACE = "http://www.w3.org/2000/svg";

// The shape of that name, or nothing if it is no shape of ours.
export function shapeNamed(name, label) {
  if (!PATHS[name]) return null;
  const drawn = document.createElementNS(SPACE, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24",
    class: "glyph",
    role: "img",
    "aria-label": label ?? name,
    "data-glyph": name,
  }))
    drawn.setAttribute(key, value);
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[name]);
  drawn.append(path);
  return drawn;
}

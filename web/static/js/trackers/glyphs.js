// Small shapes that double a mark by its form: told apart without colour and from across the table.

const PATHS = {
  wall: [
    "M2 4 h9 v4 H2 Z M13 4 h9 v4 h-9 Z M2 10 h4 v4 H2 Z M8 10 h8 v4 H8 Z",
    "M18 10 h4 v4 h-4 Z M2 16 h9 v4 H2 Z M13 16 h9 v4 h-9 Z",
  ].join(" "),
  sword: [
    "M20 2 L22 4 L11.6 14.4 L13.6 16.4 L12 18 L9.6 15.6 L5 20.2 L5.4 20.6 L3.6 22.4 L1.6 20.4",
    "L3.4 18.6 L3.8 19 L8.4 14.4 L6 12 L7.6 10.4 L9.6 12.4 Z",
  ].join(" "),
  heart: "M12 21 C4 15 2 11 2 7.500 A5 5 0 0 1 12 6.500 A5 5 0 0 1 22 7.500 C22 11 20 15 12 21 Z",
  burst: [
    "M12 1 L14.3 6.500 L20 4.500 L18 10 L23 12 L18 14 L20 19.500 L14.3 17.500 L12 23 L9.700 17.500",
    "L4 19.500 L6 14 L1 12 L6 10 L4 4.500 L9.700 6.500 Z",
  ].join(" "),
  shield: "M12 2 L20 5 V11 C20 16.5 17 20 12 22 C7 20 4 16.5 4 11 V5 Z",
  spiral: [
    "M12 3 A9 9 0 1 1 4 8 L2 7 L7 4.5 L8.6 10 L6.4 9 A6.2 6.2 0 1 0 12 5.8 Z",
    "M12 9.5 a2.5 2.5 0 1 0 .01 0 Z",
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

// The shape of that name, or nothing if it is no shape of ours. An empty label: only for the eye.
export function shapeNamed(name, label) {
  if (!PATHS[name]) return null;
  const drawn = document.createElementNS(SPACE, "svg");
  const heard =
    label === ""
      ? { "aria-hidden": "true" }
      : { role: "img", "aria-label": label ?? name, "data-glyph": name };
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "glyph", ...heard }))
    drawn.setAttribute(key, value);
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", PATHS[name]);
  drawn.append(path);
  return drawn;
}

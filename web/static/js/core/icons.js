// The few icons of the page, drawn by us; beside each stands its word.

import { s } from "./dom.js";

const PATHS = {
  more: "M4 6h6v5H4zM14 6h6v5h-6zM4 15h6v4H4zM14 15h6v4h-6z",
  undo: "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
  play: "M7 4v16l13-8z",
  menu: "M4 7h16M4 12h16M4 17h16",
};

export const icon = (name) =>
  s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );

// A person as everybody knows them: colour, shape, initial and name.

import { h } from "../core/dom.js";
import { shapeAt } from "../core/seats.js";

export const personLabel = ({ name, colour, shape }) =>
  h("span", { class: "row", "data-colour": colour }, shapeAt(shape, colour, name), name);

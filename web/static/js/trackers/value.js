// A value that tells its history when tapped; without a history it is just shown.

import { h } from "../dom.js";

export const value = (one, why, inside, more = "") =>
  (one.handle ? h("button", { class: `value ${more}`, "data-handle": one.handle, onclick: () => why(one.handle) }, inside) : h("span", { class: more }, inside));

// A number (or a card that can be put right) that tells its history when tapped; without a history
// it is just shown.

import { h } from "../core/dom.js";

export const tells = (one) => Boolean(one.handle || one.made_of);

export const value = (one, why, inside, more = "") =>
  tells(one)
    ? h(
        "button",
        {
          class: `value ${more}`,
          "data-handle": one.handle ?? one.id,
          onclick: () => why(one.handle, one.kind ? one : null),
        },
        inside,
      )
    : h("span", { class: more }, inside);

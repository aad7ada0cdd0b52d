// Named slots, each filled or not.

import { h } from "../dom.js";

export function chart(one) {
  return h("div", { class: "chart", "data-short": one.slots.every((slot) => String(slot.say).length < 10), "data-four": one.slots.length === 4 }, one.slots.map((slot) => h("div", { class: `slot${slot.filled?.length ? " filled" : ""}${slot.lit ? " lit" : ""}` },
    h("span", null, slot.say), h("span", null, slot.filled?.map((colour) => h("span", { class: "disc", "data-colour": colour }, colour.startsWith("#") ? "" : colour.charAt(0).toUpperCase()))))));
}

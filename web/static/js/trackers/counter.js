// A number; tap it to see how it came about.

import { h } from "../dom.js";

export function counter(one, table, why) {
  const inside = [h("span", { class: "number changed" }, one.value), one.most ? h("span", { class: "soft" }, ` / ${one.most}`) : null, one.badge ? h("span", { class: "small" }, ` ${one.badge}`) : null];
  return h("div", { class: `counter${one.size === 2 ? " big" : ""}${one.counts ? " counts" : ""}`, "data-colour": one.colour },
    one.handle ? h("button", { class: "value", onclick: () => why(one.handle) }, inside) : inside);
}

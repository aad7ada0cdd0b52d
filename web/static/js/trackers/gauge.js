// A level against its end, with a threshold mark where there is one.

import { h } from "../dom.js";

export function gauge(one, table, why) {
  const alarm = one.alarm !== undefined && one.alarm !== null && one.value >= one.alarm;
  const warn = one.warn !== undefined && one.warn !== null && one.value >= one.warn;
  const most = Math.max(1, one.most, one.against ?? 0);
  const fill = h("div", { class: `fill${alarm ? " alarm" : warn ? " warn" : ""}` });
  fill.style.width = `${Math.min(100, (100 * one.value) / most)}%`;
  const bar = h("div", { class: "bar" }, fill);
  if (one.against !== undefined && one.against !== null) {
    const mark = h("div", { class: "against" });
    mark.style.left = `min(${(100 * one.against) / most}%, 100% - 3px)`;
    bar.append(mark);
  }
  const number = [h("span", { class: "number changed" }, one.value), h("span", { class: "soft" }, one.against !== undefined && one.against !== null ? ` : ${one.against} ${one.against_say ?? ""}` : ` / ${one.most}`)];
  return h("div", { class: "gauge" }, one.handle ? h("button", { class: "value", onclick: () => why(one.handle) }, number) : number, bar);
}

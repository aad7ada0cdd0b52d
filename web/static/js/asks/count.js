// A whole number in a range: minus, the number, plus.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

/** @type {Sent.DrawAsk<Sent.Count>} */
export function count(ask, _table, give, before) {
  const most = ask.most ?? Infinity;
  let number = before?.number ?? Math.min(most, Math.max(ask.least, ask.start ?? 0));
  const shown = h("output", { class: "number" }, String(number));
  const step = (by) => () => {
    number = Math.min(most, Math.max(ask.least, number + by));
    shown.textContent = String(number);
  };
  return [
    h(
      "div",
      { class: "count" },
      h("button", { onclick: step(-1), "aria-label": t("web.less") }, "−"),
      shown,
      h("button", { onclick: step(1), "aria-label": t("web.more") }, "+"),
    ),
    most - ask.least > 12 &&
      h(
        "div",
        { class: "row" },
        [-10, -5, 5, 10].map((by) =>
          h("button", { onclick: step(by) }, by > 0 ? `+${by}` : `−${-by}`),
        ),
      ),
    h(
      "button",
      { class: "primary", onclick: () => give({ kind: "count", number }) },
      t("web.done"),
    ),
  ];
}

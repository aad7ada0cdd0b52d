// A whole number in a range: minus, the number, plus.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { draftOf, touched } from "./drafts.js";

/** @type {Sent.DrawAsk<Sent.Count>} */
export function count(ask, _table, give, before) {
  const most = ask.most ?? Infinity;
  const start = before?.number ?? Math.min(most, Math.max(ask.least, ask.start ?? 0));
  const draft = draftOf(ask, before, start);
  const shown = h("output", { class: "number" }, String(draft.made));
  const step = (by) => () => {
    draft.made = Math.min(most, Math.max(ask.least, draft.made + by));
    touched(ask, draft);
    shown.textContent = String(draft.made);
  };
  return [
    h(
      "div",
      { class: "count" },
      h("button", { onclick: step(-1), "data-back": "", "aria-label": t("web.less") }, "−"),
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
      { class: "primary", onclick: () => give({ kind: "count", number: draft.made }) },
      t("web.done"),
    ),
  ];
}

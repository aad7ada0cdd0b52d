// One of a few, side by side: what there is to choose is seen before it is touched.

import { h } from "./dom.js";

// `options`: pairs of id and words. `set` gets the id that was tapped.
export function choices(options, value, set, more = {}) {
  const all = options.map(([id, say]) =>
    h(
      "button",
      {
        type: "button",
        "data-value": id,
        "aria-pressed": String(String(id) === String(value)),
        onclick: (event) => {
          for (const one of all)
            one.setAttribute("aria-pressed", String(one === event.currentTarget));
          set(id);
        },
      },
      say,
    ),
  );
  return h("span", { class: "choices", role: "group", ...more }, all);
}

export function stepper(value, least, most, set, words, more = {}) {
  let now = value;
  const shown = h("output", { class: "number" }, now);
  const step = (by) => {
    now = Math.min(most ?? Infinity, Math.max(least ?? -Infinity, now + by));
    shown.textContent = now;
    set(now);
  };
  return h(
    "span",
    { class: "stepper", role: "group", ...more },
    h("button", { type: "button", "aria-label": words.less, onclick: () => step(-1) }, "−"),
    shown,
    h("button", { type: "button", "aria-label": words.more, onclick: () => step(1) }, "+"),
  );
}

// One sheet over the page at a time: log, history, corrections, menu.

import { h } from "./dom.js";
import { t } from "./texts.js";

const place = document.getElementById("over");
let back = null;

export function open(title, ...content) {
  back ??= document.activeElement;
  const sheet = h("section", { class: "sheet-over", role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1" },
    h("header", null, h("h2", null, title), h("button", { onclick: close }, t("web.close"))), content);
  place.className = "over";
  place.hidden = false;
  place.replaceChildren(sheet);
  sheet.focus();
}

export function close() {
  place.hidden = true;
  place.className = "";
  place.replaceChildren();
  back?.focus?.();
  back = null;
}

place.addEventListener("click", (event) => { if (event.target === place) close(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !place.hidden) close(); });

// One sheet over the page at a time: log, history, corrections, menu.

import { h } from "./dom.js";
import { t } from "./texts.js";

const place = document.getElementById("over");
let back = null;

export function open(title, ...content) {
  back ??= document.activeElement;
  const sheet = h("section", {
    class: "sheet-over",
    role: "dialog",
    "aria-modal": "true",
    tabindex: "-1",
  });
  place.className = "over";
  place.hidden = false;
  place.replaceChildren(sheet);
  lay(sheet, title, content);
  return sheet;
}

function lay(sheet, title, content) {
  sheet.setAttribute("aria-label", title);
  const all = h(
    "div",
    null,
    h(
      "header",
      { role: "none" },
      h("h2", null, title),
      h("button", { onclick: close }, t("web.close")),
    ),
    content,
  );
  sheet.replaceChildren(...all.childNodes);
  sheet.scrollTop = 0;
  sheet.focus();
}

// Opens at once and is filled when what it shows has come: `fill` gets `turn(title, ...content)`,
// which turns this sheet to another side. Closed meanwhile, or pushed away by another sheet, it
// stays so: a late answer opens nothing.
export async function openSoon(title, fill) {
  const sheet = open(title, h("p", { class: "soft", role: "status" }, t("web.coming")));
  const turn = (name, ...content) => {
    if (sheet.isConnected) lay(sheet, name, content);
  };
  try {
    await fill(turn);
  } catch (error) {
    turn(
      title,
      h("p", { role: "alert" }, error.body ? error.message : t("web.not_come")),
      h("button", { class: "primary", onclick: () => openSoon(title, fill) }, t("web.try_again")),
    );
  }
}

export function close() {
  place.hidden = true;
  place.className = "";
  place.replaceChildren();
  back?.focus?.();
  back = null;
}

place.addEventListener("click", (event) => {
  if (event.target === place) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !place.hidden) close();
});

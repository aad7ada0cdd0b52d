// A game that cannot be shown: its file is damaged, or it was begun with other rules. The ways out.

import { post, send } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

export function unshownPage(page) {
  if (page.querySelector(".unshown")) return;
  const undo = () => send({ kind: "undo" });
  const leave = () => post("/api/leave", {});
  page.replaceChildren(
    h(
      "main",
      { class: "setup unshown" },
      h("h1", null, t("web.unshown")),
      h("p", { role: "alert" }, t("web.unshown.how")),
      h(
        "div",
        { class: "row" },
        h("button", { id: "unshown-undo", onclick: undo }, t("web.unshown.undo")),
        h(
          "button",
          { class: "primary", id: "unshown-leave", onclick: leave },
          t("web.unshown.leave"),
        ),
      ),
    ),
  );
}

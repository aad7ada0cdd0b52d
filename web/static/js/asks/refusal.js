// A refusal in the table's words, with the ways out.

import { post, send } from "../core/api.js";
import { h } from "../core/dom.js";
import { play } from "../core/sounds.js";
import { t } from "../core/texts.js";
import { behind } from "./behind.js";

// The table has a PIN and this device does not know it yet.
function pinForm() {
  const pin = h("input", {
    type: "password",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-label": t("web.pin"),
    placeholder: t("web.pin"),
  });
  const said = h("p", { class: "soft" });
  const submit = async (event) => {
    event.preventDefault();
    const { status, body } = await post("/api/pair", { pin: pin.value });
    if (status === 200) location.reload();
    else said.textContent = body.error.message;
  };
  return h(
    "form",
    { class: "row", onsubmit: submit },
    pin,
    h("button", null, t("web.enter")),
    said,
  );
}

// Somebody was first: their answer can be taken back.
const takeBack = (line) =>
  h(
    "button",
    {
      "data-undo": line,
      onclick: (event) => {
        event.currentTarget.closest(".refused").remove();
        send({ kind: "undo", line });
      },
    },
    t("web.undo"),
  );

// What comes before any game has words of its own.
const OURS = { away: "web.away", pin_needed: "web.pin_needed", not_your_role: "web.not_your_role" };

export function refusal(error, insist, more) {
  play("refused");
  const reason = h("input", { "aria-label": t("web.reason"), placeholder: t("web.reason") });
  return h(
    "div",
    { class: "panel refused", role: "alert" },
    h("p", null, OURS[error.code] ? t(OURS[error.code]) : error.message),
    !OURS[error.code] && error.hint && h("p", { class: "soft" }, error.hint),
    more ?? behind(null, error),
    error.code === "pin_needed" && pinForm(),
    error.line && takeBack(error.line),
    error.mayForce &&
      h(
        "form",
        {
          class: "row",
          onsubmit: (event) => {
            event.preventDefault();
            insist(reason.value || t("web.table_says"));
          },
        },
        reason,
        h("button", null, t("web.happened_anyway")),
      ),
  );
}

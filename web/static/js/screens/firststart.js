// A table that the network reaches and nobody has shut: whoever owns it chooses a PIN, or says in
// words that the network is trusted.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

const LEAST = 4; // characters, as the service wants them

export const firstStart = (decided) =>
  h(
    "section",
    { class: "panel stack first-start" },
    h("h2", null, t("web.first_start")),
    h("p", null, t("web.first_start.why")),
    choosePin(decided),
    trust(decided),
  );

// Also where the network was trusted before: a PIN can always be chosen while there is none.
export function choosePin(decided) {
  const pin = h("input", {
    type: "password",
    id: "first-pin",
    autocomplete: "new-password",
    minlength: LEAST,
    maxlength: 64,
    required: true,
  });
  const said = h("p", { role: "alert", class: "wrong" });
  return h(
    "form",
    { class: "stack", onsubmit: (event) => settle(event, { pin: pin.value }, said, decided) },
    h("label", { for: "first-pin" }, h("b", null, t("web.first_start.pin"))),
    h(
      "div",
      { class: "row" },
      pin,
      h("button", { class: "primary", id: "set-pin" }, t("web.first_start.set")),
    ),
    h("p", { class: "soft small" }, t("web.first_start.pin_how")),
    said,
  );
}

function trust(decided) {
  const said = h("p", { role: "alert", class: "wrong" });
  return h(
    "form",
    { class: "stack", onsubmit: (event) => settle(event, { trusted: true }, said, decided) },
    h("div", { class: "row" }, h("button", { id: "trust-network" }, t("web.first_start.trust"))),
    h("p", { class: "soft small" }, t("web.first_start.trust_how")),
    said,
  );
}

async function settle(event, choice, said, decided) {
  event.preventDefault();
  const { status, body } = await post("/api/first-start", choice);
  if (status === 200) decided();
  else said.textContent = `${body.error.message} ${body.error.hint}`;
}

// A game that is already under way: people tell by touch how it stands. What they tell is a
// position, in the same form as any other (companion/kit/under_way.py), so it is checked alike;
// what cannot be is said beside the fact it is about.

import { refusal } from "../asks/refusal.js";
import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { edit, FIRST, find } from "../packs/form.js";

// `game`: what set-up knows of it; `wanted`: people, options and cards as they were chosen; `begin`
// starts with a position and gives what stands against it; `back` goes to where it was opened.
export async function underWayPage(game, wanted, begin, back) {
  const { status, body } = await post("/api/games/under-way", wanted);
  const below = h("div", { role: "status" });
  if (status >= 400) below.replaceChildren(refusal({ ...body.error, rule: body.rule }, () => {}));
  return h(
    "main",
    { class: "setup under-way", "data-game": game.id },
    h(
      "div",
      { class: "row" },
      h("button", { onclick: back }, t("web.back")),
      h("span", { class: "emblem" }),
      h("h1", null, t("web.under_way")),
    ),
    status < 400 ? asked(body, begin, below) : below,
  );
}

function asked({ part, parts, begun, fixed }, begin, below) {
  const facts = { ...begun };
  const form = edit({ ask: "group", part }, facts, () => {}, { parts });
  const start = async (event) => {
    event.preventDefault();
    clear(form);
    below.replaceChildren();
    const told = await begin({ ...facts, ...fixed });
    if (told) show(form, below, told);
  };
  return h(
    "form",
    { class: "stack card-form", novalidate: true, onsubmit: start },
    h("p", { class: "soft" }, t("web.under_way.how")),
    form,
    below,
    h("button", { class: "primary", id: "start" }, t("web.under_way.start")),
  );
}

function clear(form) {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
  for (const old of form.querySelectorAll("[data-wrong]")) delete old.dataset.wrong;
}

// A name that is still to be chosen stands at a path: there it is said. All else is said below.
function show(form, below, told) {
  const place = told.path ? find(form, told.path) : null;
  if (!place) {
    below.replaceChildren(refusal({ ...told.error, rule: told.rule }, () => {}));
    return below.scrollIntoView({ block: "center" });
  }
  for (let up = place; up !== form; up = up.parentElement)
    if (up.matches("details")) up.open = true;
  place.dataset.wrong = "";
  place.append(h("p", { class: "wrong", role: "alert" }, t("web.under_way.unsaid")));
  place.querySelector(FIRST)?.focus();
  return place.scrollIntoView({ block: "center" });
}

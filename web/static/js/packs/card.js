// One card: what is printed on it, to look through, change and keep. What does not fit is said
// beside the fact it is about before anything is kept.

import { refusal } from "../asks/refusal.js";
import { post } from "../core/api.js";
import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { source } from "../trackers/cards.js";
import { edit, FIRST, find } from "./form.js";

const said = (text) =>
  text && typeof text === "object" ? (text[device.language] ?? Object.values(text)[0]) : text;
export const titleOf = (card) =>
  said(card.name) || said(card.title) || card.name_en || card.words?.join(", ") || card.id;

// Whose word the card is, and whether anybody has held it against the real one.
export function marks(card) {
  const checked = card.verified
    ? card.source === "printed" && "web.packs.verified"
    : card.source !== "owner" && "web.packs.unverified";
  return h(
    "span",
    { class: "marks" },
    source(card.source),
    checked && h("span", { class: "tag" }, t(checked)),
  );
}

export const told = (lines) =>
  lines.length
    ? h(
        "ul",
        { class: "panel refused problems" },
        lines.map((line) => h("li", null, line)),
      )
    : null;

// `card`: to look at or change; `like`: what is known of a new one. `back` goes to where it was
// opened from, with the card's id, and with its facts once they are kept.
/** @typedef {{ card?: any; like?: any }} Known */
/** @type {(turn: any, pack: any, kind: any, known: Known, back: any) => void} */
export function openCard(turn, pack, kind, { card, like }, back) {
  const { source: _, verified: __, ...facts } = JSON.parse(JSON.stringify(card ?? like ?? {}));
  const form = edit({ ask: "group", part: kind.part }, facts, () => {}, {
    parts: pack.parts,
    usual: card ? [] : kind.usual,
    fixed: card ? ["id"] : [],
  });
  const below = h("div", { role: "status" });
  const send = async (event) => {
    event.preventDefault();
    const { status, body } = await post(`/api/packs/${pack.game}/cards`, {
      kind: kind.name,
      card: facts,
    });
    if (status !== 200) return below.replaceChildren(refusal(body.error, () => {}));
    if (body.kept) return back(kind.name, facts.id, facts);
    showProblems(form, below, body.problems);
  };
  const drop = async () => {
    await post(`/api/packs/${pack.game}/away`, { kind: kind.name, id: card.id });
    back(kind.name, card.id);
  };
  const again = () => openCard(turn, pack, kind, { like: { ...facts, id: undefined } }, back);
  turn(
    card ? titleOf(card) : `${kind.say}: ${t("web.packs.add")}`,
    card && itsMarks(card),
    h(
      "form",
      { class: "stack card-form", novalidate: true, onsubmit: send },
      form,
      below,
      h(
        "div",
        { class: "row doing" },
        h("button", { class: "primary" }, t("web.packs.keep")),
        h("button", { type: "button", onclick: () => back(kind.name, card?.id) }, t("web.back")),
        card &&
          h(
            "button",
            { type: "button", "data-again": card.id, onclick: again },
            t("web.packs.again"),
          ),
        card?.source === "owner" &&
          h("button", { type: "button", "data-away": card.id, onclick: drop }, t("web.packs.away")),
      ),
    ),
  );
}

function itsMarks(card) {
  const isDoubted = !card.verified && card.source !== "owner";
  const why = isDoubted && h("span", { class: "small soft" }, t("web.packs.unverified_why"));
  return h("div", { class: "row" }, marks(card), why);
}

// Each beside its fact, which is unfolded; what has no place stands below.
function showProblems(form, below, problems) {
  for (const old of form.querySelectorAll(".wrong")) old.remove();
  for (const old of form.querySelectorAll("[data-wrong]")) {
    delete old.dataset.wrong;
    old.querySelector(FIRST)?.removeAttribute("aria-invalid");
  }
  const placed = problems.map((problem) => ({ problem, place: find(form, problem.field) }));
  for (const { problem, place } of placed.filter((one) => one.place)) {
    place.dataset.wrong = "";
    place.querySelector(FIRST)?.setAttribute("aria-invalid", "true");
    place.append(h("p", { class: "wrong", role: "alert" }, problem.say));
    for (let up = place; up !== form; up = up.parentElement)
      if (up.matches("details")) up.open = true;
  }
  below.replaceChildren(
    ...[told(placed.filter((one) => !one.place).map((one) => one.problem.say))].filter(Boolean),
  );
  const first = placed.find((one) => one.place)?.place;
  (first?.querySelector(FIRST) ?? first ?? below).focus?.();
  (first ?? below).scrollIntoView({ block: "center" });
}

// Named options as large buttons; with one to take, a tap is the answer. A closed one is tapped to
// be told why.

import { h, isLong } from "../core/dom.js";
import { colourOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";

/** @type {Sent.DrawAsk<Sent.Choose>} */
export function choose(ask, table, give, before) {
  const several = ask.most > 1 || ask.least === 0;
  const taken = new Set(before?.options ?? []);
  const done = h(
    "button",
    { class: "primary", onclick: () => give({ kind: "choose", options: [...taken] }) },
    t("web.done"),
  );
  const enough = () => {
    done.disabled = taken.size < ask.least || taken.size > ask.most;
    done.textContent = done.disabled
      ? `${t("web.done")} (${taken.size} / ${taken.size > ask.most ? ask.most : ask.least})`
      : t("web.done");
  };
  // People to choose from; else whose it is was said above
  const isBetween = new Set(ask.options.map((option) => option.seat).filter(Boolean)).size > 1;
  const buttons = ask.options.map((option) => {
    const button = h(
      "button",
      {
        class: option.why_not ? "closed" : ask.options.length === 1 && !several ? "primary" : null,
        "data-option": option.id,
        "data-colour": option.seat ? colourOf(table, option.seat) : option.colour,
        "aria-pressed": several || before ? String(taken.has(option.id)) : null,
      },
      wordsOf(option, isBetween, table),
    );
    button.addEventListener("click", () => {
      if (!several || option.why_not || option.alone)
        return give({ kind: "choose", options: [option.id] });
      if (!taken.delete(option.id)) taken.add(option.id);
      button.setAttribute("aria-pressed", String(taken.has(option.id)));
      enough();
    });
    return button;
  });
  enough();
  const closed = buttons.filter((_, at) => ask.options[at].why_not);
  return [
    h(
      "div",
      { class: "options", "data-pick": several ? "several" : "one" },
      buttons.filter((_, at) => !ask.options[at].why_not),
    ),
    closed.length > 0 && folded(closed),
    several && done,
  ];
}

const wordsOf = (option, isBetween, table) => [
  h(
    "b",
    { class: isLong(option.say) ? "long" : null },
    option.seat && isBetween
      ? h("span", { class: "row" }, shapeOf(table, option.seat), option.say)
      : option.say,
  ),
  option.detail && h("span", { class: "small" }, option.detail),
  option.why_not && h("span", { class: "small soft" }, option.why_not),
];

const folded = (closed) =>
  h(
    "details",
    { class: "closed-options" },
    h("summary", null, t("web.not_now", { n: closed.length })),
    h("div", { class: "options" }, closed),
  );

// Named options as large buttons; with one to take, a tap is the answer. A closed one is tapped to
// be told why.

import { h, isLong } from "../core/dom.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { draftOf, touched } from "./drafts.js";
import { picker } from "./picker.js";
import { allow } from "./show.js";
import { chosen, tapped } from "./taken.js";

const [KEYS, MANY] = [6, 12]; // beside each other; from here on one searches

/** @type {Sent.DrawAsk<Sent.Choose>} */
export function choose(ask, table, give, before) {
  const isOne = ask.most === 1 && ask.least === 1;
  const draft = draftOf(ask, before, before?.options ?? []);
  const giveOptions = (ids) => give({ kind: "choose", options: ids });
  const done = h(
    "button",
    { class: "primary", onclick: () => giveOptions(chosen(draft.made)) },
    t("web.done"),
  );
  // Taken by itself, or told why it cannot be taken
  const pick = (id) => {
    const option = ask.options.find((one) => one.id === id);
    if (isOne || option.why_not || option.alone) giveOptions([id]);
    return Boolean(isOne || option.why_not || option.alone);
  };
  const open = ask.options.filter((one) => !one.why_not);
  const closed = ask.options.filter((one) => one.why_not);
  const picking = { ask, draft, mark: "option", isOne, copies: false, pick };
  const changed = () => allow(done, draft.made, ask);
  const isLong = open.length > (isOne ? MANY : KEYS);
  const asKeys = (some) => keys(some, picking, table, changed, Boolean(before));
  return [
    isLong
      ? picker(
          open.map((one) => entryOf(one, table)),
          picking,
          changed,
        )
      : asKeys(open),
    closed.length > 0 && folded(closed.length, asKeys(closed)),
    !isOne && done,
  ];
}

const entryOf = (option, table) => ({
  id: option.id,
  title: option.say,
  kind: option.seat && nameOf(table, option.seat),
  colour: option.seat ? colourOf(table, option.seat) : option.colour,
  note: option.detail && h("span", { class: "small" }, option.detail),
});

// Side by side; with one to take, a tap is the answer.
function keys(options, picking, table, changed, isPressed) {
  const { ask, draft, isOne, pick } = picking;
  // People to choose from; else whose it is was said above
  const isBetween = new Set(ask.options.map((option) => option.seat).filter(Boolean)).size > 1;
  const isPrimary = ask.options.length === 1 && isOne;
  const key = (option) =>
    h(
      "button",
      {
        class: option.why_not ? "closed" : isPrimary ? "primary" : null,
        "data-option": option.id,
        "data-colour": option.seat ? colourOf(table, option.seat) : option.colour,
        onclick: () => {
          if (pick(option.id)) return;
          draft.made = tapped(draft.made, option.id, { most: ask.most, copies: false });
          touched(ask, draft);
          mark();
        },
      },
      wordsOf(option, isBetween, table),
    );
  const all = options.map(key);
  const mark = () => {
    for (const [at, one] of all.entries()) {
      const isTaken = draft.made.includes(options[at].id);
      if (!isOne || isPressed) one.setAttribute("aria-pressed", String(isTaken));
      one.toggleAttribute("data-back", !isOne && isTaken);
    }
    changed();
  };
  mark();
  return h("div", { class: "options", "data-pick": isOne ? "one" : "several" }, all);
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

const folded = (n, options) =>
  h("details", { class: "closed-options" }, h("summary", null, t("web.not_now", { n })), options);

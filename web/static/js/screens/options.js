// What a table agrees on before it begins: which cards, and the options in sentences.

import { choices, stepper } from "../core/choices.js";
import { h } from "../core/dom.js";
import { knows } from "../core/store.js";
import { t } from "../core/texts.js";

const FIRST = 3; // options that matter most, as each game orders them

// Folded: whoever changes nothing plays by the book. What was changed is said on the lid. How open
// points of the rules are read is folded once more.
export function optionsCard(game, wanted, options) {
  if (!game.packs.length && !game.options.length) return null;
  const changed = h("span", { class: "soft" });
  const count = () => {
    const n = Object.keys(options).length;
    changed.textContent = n ? t("web.options_changed", { n }) : t("web.options_usual");
  };
  count();
  const row = (option) => optionRow(option, options, count);
  const [first, rest] = [game.options.slice(0, FIRST), game.options.slice(FIRST)];
  const isRuling = (option) => option.values.length === 2;
  return h(
    "details",
    { class: "panel" },
    h("summary", null, h("b", null, t("web.options")), " ", changed),
    game.packs.length > 0 && pack(game, wanted),
    first.map(row),
    group(
      "web.options_more",
      rest.filter((one) => !isRuling(one)),
      row,
    ),
    group("web.options_rulings", rest.filter(isRuling), row),
  );
}

const group = (key, options, row) =>
  options.length > 0 &&
  h(
    "details",
    { class: "option-group" },
    h("summary", null, t(key, { n: options.length })),
    options.map(row),
  );

// On a real table the cards in the box, on a virtual one the invented ones it can show.
export const usualPack = (game) =>
  (knows().around?.virtual ? null : game.packs.find((one) => one.id === "printed")?.id) ??
  game.packs[0]?.id;

function pack(game, wanted) {
  return h(
    "div",
    { class: "option" },
    h("span", { class: "say" }, t("web.cards")),
    choices(
      game.packs.map((one) => [one.id, one.say]),
      wanted.pack,
      (id) => {
        wanted.pack = id;
      },
      { "aria-label": t("web.cards") },
    ),
  );
}

function optionRow(option, options, changed) {
  const set = (value) => {
    if (String(value) === String(option.default)) delete options[option.name];
    else options[option.name] = value;
    changed();
  };
  const named = { "data-option": option.name, "aria-label": option.say };
  const control = option.values.length
    ? choices(
        option.values.map((value) => [value.id, value.say]),
        option.default,
        set,
        named,
      )
    : stepper(
        option.default,
        option.least,
        option.most,
        set,
        { less: t("web.less"), more: t("web.more") },
        named,
      );
  const usual = option.values.find((value) => value.id === option.default)?.say ?? option.default;
  return h(
    "div",
    { class: "option" },
    h(
      "span",
      { class: "say" },
      option.say,
      h("span", { class: "why" }, t("web.usual", { what: usual }), " ", option.why),
    ),
    control,
  );
}

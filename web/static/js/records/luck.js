// Dice held against chance, said so that nobody reads more into it than there is.

import { dieOf, faceName } from "../core/dice.js";
import { h } from "../core/dom.js";
import { percent, t } from "../core/texts.js";

// How surprising: once in so many such rows of throws with fair dice.
function surprise({ enough, chance }) {
  if (!enough) return t("web.records.too_few");
  if (chance > 0.1) return t("web.records.as_expected");
  return t("web.records.once_in", { n: Math.round(1 / Math.max(chance, 0.0001)) });
}

const means = ({ mean, expected, between: [low, high] }) => ({ mean, expected, low, high });

export function luckOf(dice) {
  const isNumber = dice.mean !== undefined;
  const faces = dice.faces.map((one) =>
    h(
      "span",
      { class: "row luck-face" },
      dieOf(/^-?\d+$/.test(one.face) ? Number(one.face) : one.face, null),
      h("span", { class: "sr-only" }, faceName(one.face)),
      h("b", { class: "number" }, one.count),
      h("span", { class: "soft small" }, dice.thrown ? percent(one.count / dice.thrown) : ""),
    ),
  );
  return h(
    "div",
    { class: "stack luck", "data-dice": dice.kind },
    h(
      "p",
      null,
      t("web.records.thrown", { n: dice.thrown }),
      isNumber && ` · ${t("web.records.mean", means(dice))}`,
    ),
    h("div", { class: "row" }, faces),
    dice.thrown ? h("p", { class: "soft" }, surprise(dice)) : null,
  );
}

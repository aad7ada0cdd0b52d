// Dice by touch. One die: tap its face. Several: tap each die to set it, or let the tablet throw them.

import { dieOf } from "../dice.js";
import { h } from "../dom.js";
import { t } from "../texts.js";

const random = (below) => crypto.getRandomValues(new Uint32Array(1))[0] % below;

export function roll(ask, table, give, before) {
  const wanted = ask.dice.flatMap((die) => Array.from({ length: die.count }, () => die));
  const dice = wanted.map((die, at) => ({ ...die, face: before?.dice?.[at]?.face ?? null }));
  const answer = () => give({ kind: "roll", dice: dice.map(({ face, kind, colour }) => ({ face, kind, ...(colour ? { colour } : {}) })) });
  const throwAll = h("button", { onclick: () => { for (const die of dice) die.face = die.faces[random(die.faces.length)]; answer(); } }, t("web.throw"));
  if (dice.length === 1) {
    const faces = dice[0].faces.map((face) => h("button", { class: "face", "data-face": face, "aria-label": String(face), onclick: () => { dice[0].face = face; answer(); } }, dieOf(face, dice[0].colour)));
    return [h("div", { class: "faces" }, faces), throwAll];
  }
  return several(dice, answer, throwAll);
}

function several(dice, answer, throwAll) {
  let at = dice.findIndex((die) => die.face === null);
  const row = h("div", { class: "dice" });
  const faces = h("div", { class: "faces" });
  const done = h("button", { class: "primary", onclick: answer }, t("web.done"));
  const draw = () => {
    if (at < 0) at = 0;
    row.replaceChildren(...dice.map((die, index) => h("button", { "aria-pressed": String(index === at), "aria-label": `${die.colour ?? ""} ${die.face ?? "?"}`, onclick: () => { at = index; draw(); } },
      dieOf(die.face, die.colour), die.colour && h("span", { class: "small" }, t(`kit.colour.${die.colour}`)))));
    faces.replaceChildren(...dice[at].faces.map((face) => h("button", { class: "face", "data-face": face, "aria-label": String(face), onclick: () => {
      dice[at].face = face;
      const open = dice.findIndex((die) => die.face === null);
      if (open >= 0) at = open;
      draw();
    } }, dieOf(face, dice[at].colour))));
    done.disabled = dice.some((die) => die.face === null);
  };
  draw();
  return [row, faces, h("div", { class: "row" }, done, throwAll)];
}

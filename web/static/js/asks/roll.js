// Dice by touch. One die: tap its face. Several: tap each die to set it, or let the tablet throw
// them.

import { dieName, dieOf, faceName } from "../core/dice.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { draftOf, touched } from "./drafts.js";

const seenAs = (die) =>
  die ? { face: die.face ?? null, trust: die.trust, likeliest: die.likeliest } : {};
const random = (below) => crypto.getRandomValues(new Uint32Array(1))[0] % below;

/** @type {Sent.DrawAsk<Sent.Roll>} */
export function roll(ask, _table, give, before) {
  const wanted = ask.dice.flatMap((die) => Array.from({ length: die.count }, () => die));
  const start = wanted.map((die, at) => ({ ...die, face: null, ...seenAs(before?.dice?.[at]) }));
  const draft = draftOf(ask, before, start);
  const dice = draft.made;
  const answer = () =>
    give({
      kind: "roll",
      dice: dice.map(({ face, kind, colour }) => ({ face, kind, ...(colour ? { colour } : {}) })),
    });
  const throwAll = h(
    "button",
    {
      class: "by-screen",
      onclick: () => {
        for (const die of dice) die.face = die.faces[random(die.faces.length)];
        answer();
      },
    },
    t("web.throw"),
  );
  if (dice.length === 1) {
    const put = (face) => {
      dice[0].face = face;
      answer();
    };
    return [
      h(
        "div",
        { class: `faces${before?.dice?.[0]?.likeliest ? " large" : ""}` },
        faceButtons(dice[0], put, { likeliest: before?.dice?.[0]?.likeliest }),
      ),
      throwAll,
    ];
  }
  return several(dice, answer, throwAll, () => touched(ask, draft), Boolean(before));
}

// A button for each face of a die; where the camera has an opinion, its likeliest faces come first
// and are marked.
/** @typedef {{ likeliest?: any[]; now?: any }} Marks */
/** @type {(die: any, put: (face: any) => void, marks?: Marks) => any[]} */
export function faceButtons(die, put, { likeliest, now } = {}) {
  const rank = (face) => {
    const at = (likeliest ?? []).map(String).indexOf(String(face));
    return at < 0 ? 99 : at;
  };
  return [...die.faces]
    .sort((a, b) => rank(a) - rank(b))
    .map((face) =>
      h(
        "button",
        {
          class: `face${rank(face) < 2 ? " likely" : ""}`,
          "data-face": face,
          "aria-label": faceName(face),
          "aria-pressed": now === undefined ? null : String(face === now),
          onclick: () => put(face),
        },
        dieOf(face, die.colour),
      ),
    );
}

// Each face goes to the next die, and with the last one all is said. A tap on a die empties it
// again; where an answer is put right, one tap on the wrong die and one on its value do it.
function several(dice, answer, throwAll, begun, isRead) {
  const isOpen = (die) => die.face === null || die.trust === "asked";
  const next = () => Math.max(0, dice.findIndex(isOpen));
  let at = next();
  const row = h("div", { class: "dice" });
  const faces = h("div", { class: "faces" });
  const done = h("button", { class: "primary", onclick: answer }, t("web.done"));
  const put = (face) => {
    Object.assign(dice[at], { face, trust: "sure" });
    begun();
    if (!dice.some(isOpen)) answer();
    at = next();
    draw();
  };
  const lift = (index) => {
    if (!isRead) dice[index].face = null;
    begun();
    at = index;
    draw();
  };
  const draw = () => {
    row.replaceChildren(
      ...dice.map((die, index) =>
        h(
          "button",
          {
            class: die.trust ?? "",
            "data-back": die.face === null || isRead ? null : "",
            "aria-pressed": String(index === at),
            "aria-label": dieName(die.face, die.colour),
            onclick: () => lift(index),
          },
          dieOf(die.face, die.colour),
          die.colour && h("span", { class: "small" }, t(`kit.colour.${die.colour}`)),
        ),
      ),
    );
    faces.replaceChildren(...faceButtons(dice[at], put, dice[at]));
    done.disabled = dice.some((die) => die.face === null);
  };
  draw();
  return [row, faces, h("div", { class: "row" }, done, throwAll)];
}

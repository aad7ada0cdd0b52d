// A visible answer to everything a hand does at the table, also where it changed nothing: a button
// without a task now, dice nobody asked for. Small, beside the instruction, gone after a while.

import { h } from "../core/dom.js";
import { play } from "../core/sounds.js";
import { t } from "../core/texts.js";

const SHOWN_MS = 6000;
let seen = null;
let clearing = null;

export function drawAnswer(place, said) {
  const serial = said?.serial ?? 0;
  const isNews = seen !== null && serial > seen;
  seen = serial;
  if (!isNews) return;
  place.replaceChildren(
    h(
      "p",
      { class: "panel answered", "data-said": serial },
      h("b", null, t(`web.${said.device}`)),
      said.say,
    ),
  );
  play("refused");
  clearTimeout(clearing);
  clearing = setTimeout(() => place.replaceChildren(), SHOWN_MS);
}

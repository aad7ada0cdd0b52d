// How a number came about, line by line, with what the camera saw.

import { evidence } from "../asks/correct.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

// Lines of the log that have a picture, by their number.
export const picturesIn = (lines) =>
  new Map(lines.filter((line) => line.evidence).map((line) => [line.seq, line]));

// `told`: the newest first. `pictures`: as above.
export const historyLines = (told, pictures = new Map()) =>
  h(
    "ol",
    { class: "lines" },
    told.length
      ? told.map((one) => historyLine(one, pictures.get(one.seq)))
      : h("li", null, t("web.never_changed")),
  );

const historyLine = (one, picture) =>
  h(
    "li",
    null,
    h("span", { class: "seq" }, one.seq),
    h(
      "div",
      { class: "what" },
      [one.why].flat().map((text) => h("p", null, text)),
      picture && evidence(picture),
    ),
    one.value !== null && typeof one.value !== "object" && h("b", { class: "number" }, one.value),
  );

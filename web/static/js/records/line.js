// A kept game in one line of a list: what, when, how long, who, how it ended, and its small curve.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { atTime, emblem, lasted, smallCurve, standings } from "./words.js";

export const gameLine = (game, open) =>
  h(
    "button",
    { class: "record", "data-number": game.number, "data-state": game.state, onclick: open },
    emblem(game.game),
    h(
      "span",
      { class: "what" },
      h("b", { class: "name" }, game.title),
      h(
        "span",
        { class: "soft small" },
        [atTime(game.started), game.lasted_s ? lasted(game.lasted_s) : ""]
          .concat(game.paper ? t("web.records.on_paper") : "")
          .concat(game.state === "finished" ? "" : t(`web.records.state.${game.state}`))
          .filter(Boolean)
          .join(" · "),
      ),
      standings(game),
      h("span", { class: "result" }, game.result),
    ),
    smallCurve(game),
  );

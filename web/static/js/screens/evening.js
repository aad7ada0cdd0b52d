// Several games in a row, and who won the evening.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { personLabel } from "../records/faces.js";
import { gameLine } from "../records/line.js";
import { dated } from "../records/words.js";

// `open` shows one of its games.
export async function fillEvening(turn, number, back, open) {
  const { games, people } = await get(`/api/played/${number}/evening`);
  const here = () => fillEvening(turn, number, back, open);
  const winners = people.filter((one) => one.won).map((one) => one.name);
  turn(
    t("web.records.evening"),
    h(
      "div",
      { class: "stack evening" },
      h(
        "div",
        { class: "row" },
        h("button", { class: "back", onclick: back }, "← ", t("web.back")),
        h("span", { class: "soft" }, dated(games[0].started)),
      ),
      h(
        "h3",
        { class: "result" },
        winners.length
          ? t("web.records.evening_won", { names: winners.join(", ") })
          : t("web.records.evening_open"),
      ),
      h(
        "table",
        { class: "standings" },
        h(
          "tbody",
          null,
          people.map((one) =>
            h(
              "tr",
              { "data-person": one.id },
              h("td", null, one.won ? "★" : ""),
              h("td", null, personLabel(one)),
              h(
                "td",
                null,
                t("web.records.wins_of", { wins: one.wins, n: one.plays }),
                h("div", { class: "soft small" }, t("web.records.left_behind", { n: one.beaten })),
              ),
            ),
          ),
        ),
      ),
      games.map((game) => gameLine(game, () => open(turn, game.number, here))),
    ),
  );
}

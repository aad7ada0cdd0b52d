// Everybody who plays here; one tap to all that is counted of them.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { personLabel } from "../records/faces.js";
import { gameLine } from "../records/line.js";
import { fillPerson } from "./person.js";
import { fillStory } from "./story.js";

export async function fill(turn) {
  const [people, best] = await Promise.all([get("/api/people"), get("/api/played/best")]);
  const here = () => fill(turn);
  turn(
    t("web.records.people"),
    people.length
      ? h(
          "div",
          { class: "people-list" },
          people.map((one) => card(one, turn, here)),
        )
      : h("p", { class: "soft" }, t("web.records.nobody")),
    h("p", { class: "soft small" }, t("web.records.stays_here")),
    best.length > 0 && bestLists(best, turn, here),
  );
}

const card = (one, turn, here) =>
  h(
    "button",
    { class: "record", "data-person": one.id, onclick: () => fillPerson(turn, one.id, here) },
    personLabel(one),
    h("span", { class: "soft" }, t("web.records.wins_of", { wins: one.wins, n: one.plays })),
  );

// Furthest campaigns, longest sagas: the first of each, the others folded.
const bestLists = (lists, turn, here) =>
  h(
    "section",
    { class: "stack" },
    h("h3", null, t("web.records.best_ever")),
    lists.map(({ say, best }) =>
      h(
        "details",
        { class: "panel" },
        h("summary", null, h("b", null, best[0].title), ` · ${say}: `, h("b", null, best[0].value)),
        best.map((game) =>
          h(
            "div",
            { class: "row" },
            h("b", { class: "number" }, game.value),
            gameLine(game, () => fillStory(turn, game.number, here)),
          ),
        ),
      ),
    ),
  );

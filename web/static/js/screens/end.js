// The end: who won and why, first; then where everyone stands.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { nameOf, seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { wholeGame } from "./curves.js";
import { openReplay } from "./replay.js";

const FORMATS = ["json", "csv", "bgstats"];

const exports = () =>
  FORMATS.map((kind) =>
    h(
      "a",
      { class: "button", "data-export": kind, href: `/api/export/${kind}`, download: "" },
      t(`web.export.${kind}`),
    ),
  );

// Fetched when it is asked for, like every screen that is not needed at once.
const tellStory = async (table) => (await import("./story.js")).openStory(table.number);

export function whoWon(table) {
  const { winners } = table.outcome;
  const names = winners.map((seat) => nameOf(table, seat)).join(", ");
  return winners.length
    ? t(winners.length > 1 ? "web.winners" : "web.winner", { names })
    : t(table.seats.length > 1 ? "web.all_lost" : "web.lost");
}

export function drawEnd(table) {
  const { winners, standings } = table.outcome;
  return h(
    "section",
    { class: "panel end stack", "data-winners": winners.join(" ") },
    h(
      "div",
      { class: "end-columns" },
      h(
        "div",
        { class: "stack" },
        standings.length
          ? h(
              "table",
              { class: "standings" },
              h(
                "tbody",
                null,
                standings.map((one) =>
                  h(
                    "tr",
                    null,
                    h("td", null, `${one.place}.`),
                    h("td", null, seatLabel(table, one.seat)),
                    h("td", { class: "number" }, one.score ?? ""),
                  ),
                ),
              ),
            )
          : null,
        onward(table),
        h("button", { onclick: openReplay }, t("web.replay")),
        h("button", { id: "story", onclick: () => tellStory(table) }, t("web.records.story")),
        h(
          "details",
          { class: "exports" },
          h("summary", null, t("web.export")),
          h("div", { class: "row" }, exports()),
        ),
      ),
      wholeGame(table),
    ),
  );
}

export const anotherGame = () =>
  h("button", { class: "primary", onclick: () => post("/api/leave", {}) }, t("web.play_again"));

// The same once more, with everybody one seat on.
const onward = (table) =>
  h(
    "button",
    { id: "again", onclick: () => post(`/api/played/${table.number}/again`, {}) },
    t("web.records.again"),
  );

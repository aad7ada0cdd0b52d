// Home: the games with their faces, those to go on with, the last ones played.

import { post } from "../core/api.js";
import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { openSoon } from "../core/over.js";
import { t } from "../core/texts.js";
import { emblem, shortDate, standings } from "../records/words.js";
import { openScreen } from "./index.js";
import { openMenu } from "./menu.js";

const [GOING, PLAYED] = [2, 4]; // as many as one sees at once; all of them are a tap away

/** @type {(told: Record<string, any[]>, choose: (game: any) => void) => any} */
export function home({ games, kept, played }, choose) {
  const over = played.filter((one) => one.state === "finished").slice(0, PLAYED);
  const lists = [kept.length > 0 && going(kept), over.length > 0 && records(over)].filter(Boolean);
  return h(
    "main",
    { class: "setup home" },
    titleRow(t("web.welcome"), doors()),
    h("h2", { class: "sr-only" }, t("web.new_game")),
    h(
      "div",
      { class: "games" },
      games.map((game) => tile(game, choose)),
    ),
    h("div", { class: "home-lists", "data-lists": lists.length }, lists),
  );
}

export const titleRow = (words, more) =>
  h(
    "header",
    { class: "row title-row" },
    h("span", { class: "emblem", "aria-hidden": "true" }),
    h("h1", null, "Tableside"),
    h("p", { class: "soft" }, words),
    more,
    h(
      "button",
      { id: "menu", onclick: () => openMenu(null), "aria-label": t("web.menu") },
      icon("menu"),
      h("span", { class: "word" }, t("web.menu")),
    ),
  );

function tile(game, choose) {
  return h(
    "button",
    { class: "tile", "data-game": game.id, onclick: () => choose(game) },
    h("span", { class: "on-deep" }, h("span", { class: "emblem" })),
    h("span", { class: "name" }, game.title),
    game.about && h("span", { class: "about" }, game.about),
    h("span", { class: "people-count" }, players(game)),
  );
}

const players = ({ players: [least, most] }) =>
  least === most ? t("web.players_one", { n: least }) : t("web.players", { least, most });

const doors = () => [
  h("span", { id: "demo-door" }),
  ["games", "people"].map((id) =>
    h("button", { "data-door": id, onclick: () => openScreen(id, null) }, t(`web.records.${id}`)),
  ),
];

const going = (kept) =>
  h(
    "section",
    { class: "going" },
    h("h2", null, t("web.go_on")),
    kept.slice(0, GOING).map((one) => resume(one)),
  );

// Seconds since 1970, as the journal keeps them, in this device's words; the year where it is not
// this one.
function dated(started) {
  const [then, now] = [new Date(started * 1000), new Date()];
  return then.toLocaleString(device.language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: then.getFullYear() === now.getFullYear() ? undefined : "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}

// Who sits there and how they stand, where in the game, since when.
function resume(one) {
  const seats = one.lines ? one.seats : one.seats.map((seat) => ({ ...seat, score: null }));
  return h(
    "button",
    { class: "go-on", onclick: () => post(`/api/games/${one.number}/resume`, {}) },
    emblem(one.game),
    h(
      "span",
      { class: "what" },
      h("b", { class: "name" }, one.title),
      h(
        "span",
        { class: "soft when" },
        [one.result, dated(one.started)].filter(Boolean).join(" · "),
      ),
      standings({ ...one, seats }),
    ),
    h("span", { class: "on", "data-game": one.game }, t("web.home.on")),
  );
}

const records = (over) =>
  h(
    "section",
    { class: "played" },
    h("h2", null, t("web.home.played")),
    h(
      "div",
      { class: "panel" },
      over.map((game) =>
        h(
          "button",
          { class: "past", onclick: () => openStory(game.number) },
          emblem(game.game),
          h("span", { class: "soft" }, shortDate(game.started)),
          game.seats.some((seat) => seat.won)
            ? standings(game)
            : h("span", { class: "result" }, game.result),
        ),
      ),
    ),
  );

const openStory = (number) =>
  openSoon(t("web.records.games"), async (turn) =>
    (await import("./story.js")).fillStory(turn, number, () => openScreen("games", null)),
  );

// All games, newest first: searched, paged; each one leads to its story.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { gameLine } from "../records/line.js";
import { monthName } from "../records/words.js";
import { fillPaper } from "./paper.js";
import { fillStory } from "./story.js";

const SHELVES = ["shown", "hidden", "deleted"];

export async function fill(turn, _table, search = {}) {
  const games = await get("/api/games");
  const wanted = { words: "", game: "", month: "", state: "", shelf: "shown", page: 1, ...search };
  const list = h("div", { class: "stack records", id: "games-list" });
  const months = h("select", { "aria-label": t("web.records.month") });
  const look = async (changes = {}) => {
    Object.assign(wanted, { page: 1 }, changes);
    const told = await get(`/api/played?${new URLSearchParams(/** @type {any} */ (wanted))}`);
    drawMonths(months, told.months, wanted.month);
    drawList(list, told, wanted, { turn, look, again: () => fill(turn, null, wanted) });
  };
  months.addEventListener("change", () => look({ month: months.value }));
  turn(
    t("web.records.games"),
    h(
      "div",
      { class: "row record-search" },
      h("input", {
        type: "search",
        value: wanted.words,
        placeholder: t("web.records.search"),
        "aria-label": t("web.records.search"),
        oninput: (event) => look({ words: event.target.value }),
      }),
      gameChoice(games, wanted, look),
      months,
      h("button", { id: "paper", onclick: () => fillPaper(turn, games) }, t("web.records.paper")),
    ),
    list,
    h(
      "div",
      { class: "row" },
      SHELVES.map((shelf) => shelfButton(shelf, wanted, look)),
    ),
  );
  await look(wanted);
}

const gameChoice = (games, wanted, look) =>
  h(
    "select",
    {
      "aria-label": t("web.records.game"),
      onchange: (event) => look({ game: event.target.value }),
    },
    h("option", { value: "" }, t("web.records.all_games")),
    games.map((game) =>
      h("option", { value: game.id, selected: game.id === wanted.game }, game.title),
    ),
  );

function drawMonths(select, months, now) {
  select.replaceChildren(
    h("option", { value: "" }, t("web.records.all_months")),
    ...months.map((month) =>
      h("option", { value: month, selected: month === now }, monthName(month)),
    ),
  );
}

const shelfButton = (shelf, wanted, look) =>
  h(
    "button",
    {
      class: "quiet",
      "data-shelf": shelf,
      "aria-pressed": String(wanted.shelf === shelf),
      onclick: (event) => {
        for (const one of event.currentTarget.parentNode.children)
          one.setAttribute("aria-pressed", String(one === event.currentTarget));
        look({ shelf });
      },
    },
    t(`web.records.shelf.${shelf}`),
  );

function drawList(list, told, wanted, doors) {
  const none = h("p", { class: "soft" }, t("web.records.none"));
  list.replaceChildren(
    h("p", { class: "soft", role: "status" }, t("web.records.total", { n: told.total })),
    ...(told.games.length ? told.games.map((game) => row(game, wanted, doors)) : [none]),
    pager(told.pages, wanted, doors.look),
  );
}

function row(game, wanted, { turn, look, again }) {
  if (wanted.shelf !== "deleted") return gameLine(game, () => fillStory(turn, game.number, again));
  const bring = async () => {
    await post(`/api/played/${game.number}/bring_back`, {});
    look({ shelf: wanted.shelf });
  };
  return h(
    "div",
    { class: "row" },
    gameLine(game, () => {}),
    h("button", { class: "bring-back", onclick: bring }, t("web.records.bring_back")),
  );
}

function pager(pages, wanted, look) {
  if (pages < 2) return "";
  const to = (page, sign, say) =>
    h(
      "button",
      {
        disabled: page < 1 || page > pages,
        "aria-label": t(say),
        onclick: () => look({ page }),
      },
      sign,
    );
  return h(
    "div",
    { class: "row pager" },
    to(wanted.page - 1, "←", "web.records.newer"),
    h("span", null, t("web.records.page", { n: wanted.page, of: pages })),
    to(wanted.page + 1, "→", "web.records.older"),
  );
}

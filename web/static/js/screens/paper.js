// A game that was scored on paper: what, when, who, and the final scores.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { refusedLine } from "../records/words.js";
import { fillStory } from "./story.js";

const MOST = 6;

export async function fillPaper(turn, games) {
  const known = await get("/api/people").catch(() => []);
  const wanted = { game: games[0].id, seats: [{}, {}] };
  const day = h("input", { type: "date", id: "paper-day", "aria-label": t("web.records.day") });
  day.value = new Date().toISOString().slice(0, 10);
  const minutes = h("input", { type: "number", min: 0, max: 1440, id: "paper-minutes", value: 60 });
  const rows = h("div", { class: "stack" });
  const said = h("div");
  const draw = () => rows.replaceChildren(...wanted.seats.map((seat, at) => person(seat, at)));
  const send = async () => {
    const { status, body } = await post("/api/played/paper", sent(wanted, day, minutes));
    if (status >= 400) said.replaceChildren(refusedLine(body));
    else fillStory(turn, body.number);
  };
  const more = () => {
    if (wanted.seats.length < MOST) wanted.seats.push({});
    draw();
  };
  const fewer = () => {
    if (wanted.seats.length > 1) wanted.seats.pop();
    draw();
  };
  draw();
  turn(
    t("web.records.paper"),
    h(
      "div",
      { class: "stack paper" },
      h("p", { class: "soft" }, t("web.records.paper_how")),
      names(known),
      h(
        "div",
        { class: "row" },
        choice(games, wanted),
        day,
        h("label", { class: "row" }, minutes, t("web.records.minutes_long")),
      ),
      rows,
      h(
        "div",
        { class: "row" },
        h("button", { onclick: more }, t("web.add_player")),
        h("button", { onclick: fewer }, t("web.remove_player")),
      ),
      said,
      h("button", { class: "primary", id: "paper-keep", onclick: send }, t("web.records.keep")),
    ),
  );
}

const names = (known) =>
  h(
    "datalist",
    { id: "known-people" },
    known.map((one) => h("option", { value: one.name })),
  );

const choice = (games, wanted) =>
  h(
    "select",
    {
      "aria-label": t("web.records.game"),
      onchange: (event) => {
        wanted.game = event.target.value;
      },
    },
    games.map((game) => h("option", { value: game.id }, game.title)),
  );

function person(seat, at) {
  return h(
    "div",
    { class: "row" },
    h("input", {
      list: "known-people",
      maxlength: 24,
      value: seat.name ?? "",
      placeholder: t("web.name"),
      "aria-label": `${t("web.name")} ${at + 1}`,
      oninput: (event) => {
        seat.name = event.target.value;
      },
    }),
    h("input", {
      type: "number",
      class: "paper-score",
      value: seat.score ?? "",
      placeholder: t("web.records.score"),
      "aria-label": `${t("web.records.score")} ${at + 1}`,
      oninput: (event) => {
        seat.score = event.target.value === "" ? null : Math.round(Number(event.target.value));
      },
    }),
    h(
      "label",
      { class: "row" },
      h("input", {
        type: "checkbox",
        checked: seat.won,
        onchange: (event) => {
          seat.won = event.target.checked;
        },
      }),
      t("web.records.won"),
    ),
  );
}

// Who won is sent only where somebody said so; else the most points decide.
function sent({ game, seats }, day, minutes) {
  const named = seats.some((seat) => seat.won);
  return {
    game,
    played: Date.parse(`${day.value || "x"}T12:00:00Z`) / 1000 || -1,
    lasted_s: Math.round(Number(minutes.value) * 60) || 0,
    seats: seats.map(({ name, score, won }) => ({
      name: name ?? "",
      score: score ?? null,
      won: named ? Boolean(won) : null,
    })),
  };
}

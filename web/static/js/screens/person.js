// One person: plays, wins, scores over time, opponents, dice; and renaming, merging, forgetting.

import { get, post } from "../core/api.js";
import { device, remember } from "../core/device.js";
import { h, s } from "../core/dom.js";
import { shapeAt } from "../core/seats.js";
import { percent, t } from "../core/texts.js";
import { personLabel } from "../records/faces.js";
import { luckOf } from "../records/luck.js";
import { emblem, lasted, refusedLine } from "../records/words.js";

export async function fillPerson(turn, id, back) {
  const [one, everyone, games] = await Promise.all([
    get(`/api/people/${id}`),
    get("/api/people"),
    get("/api/games"),
  ]);
  const colours = [...new Set(games.flatMap((game) => game.colours))];
  const here = () => fillPerson(turn, id, back);
  turn(
    one.name,
    h(
      "div",
      { class: "stack person", "data-person": id },
      h(
        "div",
        { class: "row" },
        h("button", { class: "back", onclick: back }, "← ", t("web.back")),
        personLabel(one),
        h("span", { class: "soft" }, summary(one.overall)),
      ),
      h("div", { class: "story-columns" }, one.games.map(gameCard)),
      opponents(turn, one, here),
      one.dice.length > 0 &&
        h(
          "section",
          { class: "panel stack" },
          h("h3", null, t("web.records.luck")),
          one.dice.map((dice) => luckOf(dice)),
        ),
      care(turn, one, everyone, colours, here, back),
    ),
  );
}

const summary = (told) =>
  [
    t("web.records.wins_of", { wins: told.wins, n: told.plays }),
    told.lasted_s ? lasted(told.lasted_s) : "",
    told.turn_s === null ? "" : t("web.records.per_turn", { n: told.turn_s }),
  ]
    .filter(Boolean)
    .join(" · ");

function gameCard(game) {
  const [low, high] = game.between;
  const facts = [
    game.average === null ? null : t("web.records.average", { n: game.average }),
    game.best === null ? null : t("web.records.best", { n: game.best }),
    t("web.records.share_won", { n: percent(game.share), low: percent(low), high: percent(high) }),
    game.turn_s === null ? null : t("web.records.per_turn", { n: game.turn_s }),
    game.paper ? t("web.records.from_paper", { n: game.paper }) : null,
  ].filter(Boolean);
  return h(
    "section",
    { class: "panel stack", "data-of-game": game.game },
    h("div", { class: "row" }, emblem(game.game), h("h3", null, game.title)),
    h("p", null, h("b", null, t("web.records.wins_of", { wins: game.wins, n: game.plays }))),
    h("p", { class: "soft" }, facts.join(" · ")),
    scores(game.curve),
  );
}

// The scores of the newest games as points in their order; games won are filled.
function scores(curve) {
  const known = curve.filter((one) => one.score !== null);
  if (known.length < 2) return null;
  const all = known.map((one) => one.score);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (at) => 8 + (at * 304) / (known.length - 1);
  const y = (score) => 82 - ((score - least) * 74) / (most - least);
  return s(
    "svg",
    {
      class: "scores",
      viewBox: "0 0 320 90",
      role: "img",
      "aria-label": t("web.records.over_time", { scores: all.join(", ") }),
    },
    s("polyline", {
      class: "curve",
      points: known.map((one, at) => `${x(at).toFixed(1)},${y(one.score).toFixed(1)}`).join(" "),
    }),
    known.map((one, at) =>
      s("circle", { class: one.won ? "won" : "", cx: x(at), cy: y(one.score), r: 4 }),
    ),
  );
}

function opponents(turn, one, here) {
  if (!one.opponents.length) return null;
  const row = (other) =>
    h(
      "tr",
      { "data-person": other.id },
      h("td", null, personLabel(other)),
      h(
        "td",
        null,
        t("web.records.games_together", { n: other.plays }),
        h(
          "div",
          { class: "soft small" },
          t("web.records.ahead_behind", { ahead: other.ahead, behind: other.behind }),
        ),
      ),
      h(
        "td",
        null,
        h(
          "button",
          { class: "quiet", onclick: () => fillAgainst(turn, one.id, other.id, here) },
          t("web.records.head_to_head"),
        ),
      ),
    );
  return h(
    "section",
    { class: "panel stack" },
    h("h3", null, t("web.records.opponents")),
    h("table", { class: "standings" }, h("tbody", null, one.opponents.map(row))),
  );
}

async function fillAgainst(turn, one, other, back) {
  const { people, games } = await get(`/api/people/${one}/against/${other}`);
  turn(
    t("web.records.head_to_head"),
    h(
      "div",
      { class: "stack against" },
      h(
        "div",
        { class: "row" },
        h("button", { class: "back", onclick: back }, "← ", t("web.back")),
        personLabel(people[0]),
        "–",
        personLabel(people[1]),
      ),
      h("table", { class: "standings" }, h("tbody", null, games.map(againstRow))),
    ),
  );
}

const againstRow = (game) =>
  h(
    "tr",
    null,
    h("td", null, emblem(game.game)),
    h(
      "td",
      null,
      game.title,
      h(
        "div",
        { class: "soft small" },
        [
          t("web.records.games_together", { n: game.plays }),
          game.together ? t("web.records.won_together", { n: game.together }) : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h("td", { class: "number" }, `${game.ahead}\u202f:\u202f${game.behind}`),
  );

function care(turn, one, everyone, colours, here, back) {
  const said = h("div");
  const done = async (what, body, after) => {
    const { status, body: reply } = await post(`/api/people/${one.id}/${what}`, body);
    if (status >= 400) said.replaceChildren(refusedLine(reply));
    else after(reply);
  };
  const name = h("input", { value: one.name, maxlength: 24, "aria-label": t("web.name") });
  const merge = (other) =>
    done("merge", { person: other }, (kept) => fillPerson(turn, kept.id, back));
  const forget = () => {
    remember({ names: device.names.filter((known) => known !== one.name) });
    done("forget", {}, back);
  };
  return h(
    "details",
    { class: "panel" },
    h("summary", null, t("web.records.change")),
    h(
      "div",
      { class: "stack" },
      said,
      h(
        "div",
        { class: "row" },
        name,
        h(
          "button",
          { id: "rename", onclick: () => done("name", { name: name.value }, here) },
          t("web.records.rename"),
        ),
      ),
      dressRow(one, colours, (dress) => done("dress", dress, here)),
      mergeRow(one, everyone, merge),
      forgetRow(forget),
    ),
  );
}

// Colour and shape, as this person is drawn in lists.
function dressRow(one, colours, set) {
  const shape = (at) =>
    h(
      "button",
      {
        class: "dress",
        "aria-pressed": String(at === one.shape),
        "aria-label": t("web.records.shape", { n: at + 1 }),
        onclick: () => set({ colour: one.colour, shape: at }),
      },
      h("span", { "data-colour": one.colour }, shapeAt(at, one.colour, one.name)),
    );
  const choose = (event) => set({ colour: event.target.value, shape: one.shape });
  return h(
    "div",
    { class: "row" },
    h(
      "select",
      { id: "dress-colour", "aria-label": t("web.colour"), onchange: choose },
      colours.map((colour) =>
        h("option", { value: colour, selected: colour === one.colour }, t(`kit.colour.${colour}`)),
      ),
    ),
    [0, 1, 2, 3, 4, 5].map(shape),
  );
}

function mergeRow(one, everyone, merge) {
  const others = everyone.filter((other) => other.id !== one.id);
  if (!others.length) return null;
  const into = h(
    "select",
    { id: "merge-into", "aria-label": t("web.records.merge") },
    others.map((other) => h("option", { value: other.id }, other.name)),
  );
  const chosen = () => others.find((other) => other.id === Number(into.value));
  return askedTwice({
    id: "merge",
    calm: (button) =>
      h("label", { class: "row" }, t("web.records.merge"), into, h("span", null, button)),
    say: t("web.records.merge_do"),
    sure: () => t("web.records.merge_sure", { one: one.name, other: chosen().name }),
    no: t("web.records.keep_both"),
    yes: () => merge(chosen().id),
  });
}

const forgetRow = (forget) =>
  askedTwice({
    id: "forget",
    calm: (button) => [h("p", { class: "soft" }, t("web.records.forget_how")), button],
    say: t("web.records.forget"),
    sure: () => t("web.records.forget_sure"),
    no: t("web.records.keep_person"),
    yes: forget,
  });

// What cannot be taken back asks once more, in place.
function askedTwice({ id, calm, say, sure, no, yes }) {
  const row = h("div", { class: "stack" });
  const ask = () =>
    row.replaceChildren(
      h("p", { role: "alert" }, sure()),
      h(
        "div",
        { class: "row" },
        h("button", { id: `${id}-yes`, onclick: yes }, say),
        h("button", { onclick: rest }, no),
      ),
    );
  const rest = () => row.replaceChildren(...[calm(h("button", { id, onclick: ask }, say))].flat());
  rest();
  return row;
}

// Set-up: game, people, options in sentences. A game that was interrupted goes on with one tap.

import { refusal } from "../asks/refusal.js";
import { get, post } from "../core/api.js";
import { choices, stepper } from "../core/choices.js";
import { device, remember } from "../core/device.js";
import { h } from "../core/dom.js";
import { nameOf, shapeAt } from "../core/seats.js";
import { t } from "../core/texts.js";
import { drawnTable } from "./drawntable.js";
import { openScreen } from "./index.js";
import { openMenu } from "./menu.js";

export async function setupPage(page, ready = () => {}) {
  const [games, kept] = await Promise.all([get("/api/games"), get("/api/played/going")]);
  const choose = (game) => {
    page.replaceChildren(
      h("div", { class: "setup", "data-game": game.id }, people(page, game, ready)),
    );
    ready();
  };
  page.replaceChildren(
    h(
      "div",
      { class: "setup" },
      titleRow(),
      h("p", { class: "soft" }, t("web.welcome")),
      kept.length
        ? h(
            "section",
            { class: "stack going" },
            h("h2", null, t("web.go_on")),
            kept.map((one) => resume(one)),
          )
        : null,
      doors(),
      h("h2", null, t("web.new_game")),
      h(
        "div",
        { class: "games" },
        games.map((game) => tile(game, choose)),
        h("div", { id: "demo-door" }),
      ),
    ),
  );
  ready();
}

function titleRow() {
  return h(
    "div",
    { class: "row" },
    h("h1", null, "Tableside"),
    h(
      "button",
      { id: "menu", onclick: () => openMenu(null), "aria-label": t("web.menu") },
      "⋯ ",
      t("web.menu"),
    ),
  );
}

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

// Seconds since 1970, as the journal keeps them, in this device's words.
const dated = (started) =>
  new Date(started * 1000).toLocaleString(device.language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });

const doors = () =>
  h(
    "div",
    { class: "row" },
    ["games", "people"].map((id) =>
      h("button", { "data-door": id, onclick: () => openScreen(id, null) }, t(`web.records.${id}`)),
    ),
  );

// When, in which round, and how everybody stands.
function resume(one) {
  const stands = one.seats
    .map((seat) => [nameOf(one, seat.id), one.lines ? (seat.score ?? "") : ""].join(" ").trim())
    .join(", ");
  return h(
    "button",
    {
      class: "go-on",
      onclick: () => post(`/api/games/${one.number}/resume`, {}),
    },
    h("span", { class: "on-deep", "data-game": one.game }, h("span", { class: "emblem" })),
    h(
      "span",
      { class: "what" },
      h("b", { class: "name" }, one.title),
      h("span", { class: "soft" }, stands),
      h(
        "span",
        { class: "soft when" },
        [dated(one.started), one.result].filter(Boolean).join(" · "),
      ),
    ),
  );
}

function people(page, game, ready) {
  const [least, most] = game.players;
  const seats = game.colours
    .slice(0, Math.max(least, Math.min(most, device.names.length || 3)))
    .map((colour, at) => ({ colour, name: device.names[at] ?? "" }));
  const options = {};
  const wanted = { pack: game.packs[0]?.id };
  const said = h("div");
  const rows = h("div", { class: "people stack" });
  const around = h("div", { class: "around" });
  const seated = () =>
    around.replaceChildren(drawnTable(seats, (at) => rows.querySelectorAll("input")[at].focus()));
  rows.addEventListener("input", seated);
  const draw = () => {
    seated();
    rows.replaceChildren(
      ...seats.map((seat, at) => person(game, seats, seat, at, draw)),
      moreOrFewer(game, seats, draw),
    );
  };
  const start = async () => {
    remember({ names: seats.map((seat) => (seat.guest ? "" : seat.name)), seat: "" });
    const { status, body } = await post("/api/games", {
      game: game.id,
      seats: seats.map(({ colour, name }) => ({ id: colour, colour, name })),
      guests: seats.filter((seat) => seat.guest).map((seat) => seat.colour),
      options: { ...game.suggested[seats.length], ...options },
      pack: wanted.pack,
    });
    if (status >= 400) said.replaceChildren(refusal({ ...body.error, rule: body.rule }, () => {}));
  };
  draw();
  const back = h("button", { onclick: () => setupPage(page, ready) }, t("web.back"));
  const check = h("section", { class: "panel stack", id: "device-check" });
  return [
    h("div", { class: "row" }, back, h("span", { class: "emblem" }), h("h1", null, game.title)),
    game.about && h("p", { class: "soft" }, game.about),
    h(
      "div",
      { class: "setup-cards" },
      h("div", { class: "stack" }, whoPlays(rows), optionsCard(game, wanted, options)),
      h("div", { class: "stack" }, around, check),
    ),
    said,
    h("button", { class: "primary", id: "start", onclick: start }, t("web.start")),
  ];
}

// Names of those who played here before; none where this device may not know them.
function knownNames() {
  const list = h("datalist", { id: "known-names" });
  const offer = (people) =>
    list.replaceChildren(...people.map((one) => h("option", { value: one.name })));
  get("/api/people").then(offer, () => {});
  return list;
}

const whoPlays = (rows) =>
  h(
    "section",
    { class: "panel stack who" },
    h("h2", null, t("web.who_plays")),
    h("p", { class: "soft" }, t("web.clockwise")),
    knownNames(),
    rows,
  );

function moreOrFewer(game, seats, draw) {
  const [least, most] = game.players;
  const add = () => {
    const colour = game.colours.find((one) => !seats.some((other) => other.colour === one));
    seats.push({ colour, name: "" });
    draw();
  };
  const remove = () => {
    seats.pop();
    draw();
  };
  const isLeast = seats.length <= Math.max(1, least);
  return h(
    "div",
    { class: "row" },
    h("button", { disabled: seats.length >= most, onclick: add }, t("web.add_player")),
    h("button", { disabled: isLeast, onclick: remove }, t("web.remove_player")),
  );
}

// Folded: whoever changes nothing plays by the book. What was changed is said on the lid.
function optionsCard(game, wanted, options) {
  const changed = h("span", { class: "soft" });
  const count = () => {
    const n = Object.keys(options).length;
    changed.textContent = n ? t("web.options_changed", { n }) : t("web.options_usual");
  };
  count();
  return h(
    "details",
    { class: "panel" },
    h("summary", null, h("b", null, t("web.options")), " ", changed),
    pack(game, wanted),
    game.options.map((option) => optionRow(option, options, count)),
  );
}

function person(game, seats, seat, at, draw) {
  const free = game.colours.filter(
    (colour) => colour === seat.colour || !seats.some((other) => other.colour === colour),
  );
  return h(
    "div",
    { class: "row", "data-colour": seat.colour },
    shapeAt(at, seat.colour, seat.name),
    h("input", {
      list: "known-names",
      value: seat.name,
      placeholder: t("web.name"),
      "aria-label": `${t("web.name")} ${at + 1}`,
      maxlength: 24,
      oninput: (event) => {
        seat.name = event.target.value;
      },
    }),
    guest(seat),
    h(
      "select",
      {
        "aria-label": t("web.colour"),
        onchange: (event) => {
          seat.colour = event.target.value;
          draw();
        },
      },
      free.map((colour) =>
        h("option", { value: colour, selected: colour === seat.colour }, t(`kit.colour.${colour}`)),
      ),
    ),
    h(
      "button",
      {
        disabled: at === 0,
        "aria-label": t("web.earlier"),
        onclick: () => {
          seats.splice(at - 1, 0, seats.splice(at, 1)[0]);
          draw();
        },
      },
      "↑",
    ),
  );
}

// Of a guest nothing is remembered.
const guest = (seat) =>
  h(
    "button",
    {
      class: "guest",
      "aria-pressed": String(Boolean(seat.guest)),
      onclick: (event) => {
        seat.guest = !seat.guest;
        event.currentTarget.setAttribute("aria-pressed", String(seat.guest));
      },
    },
    t("web.records.guest"),
  );

function pack(game, wanted) {
  return h(
    "div",
    { class: "option" },
    h("span", { class: "say" }, t("web.cards")),
    choices(
      game.packs.map((one) => [one.id, one.say]),
      wanted.pack,
      (id) => {
        wanted.pack = id;
      },
      { "aria-label": t("web.cards") },
    ),
  );
}

function optionRow(option, options, changed) {
  const set = (value) => {
    if (String(value) === String(option.default)) delete options[option.name];
    else options[option.name] = value;
    changed();
  };
  const named = { "data-option": option.name, "aria-label": option.say };
  const control = option.values.length
    ? choices(
        option.values.map((value) => [value.id, value.say]),
        option.default,
        set,
        named,
      )
    : stepper(
        option.default,
        option.least,
        option.most,
        set,
        { less: t("web.less"), more: t("web.more") },
        named,
      );
  const usual = option.values.find((value) => value.id === option.default)?.say ?? option.default;
  return h(
    "div",
    { class: "option" },
    h(
      "span",
      { class: "say" },
      option.say,
      h("span", { class: "why" }, t("web.usual", { what: usual }), " ", option.why),
    ),
    control,
  );
}

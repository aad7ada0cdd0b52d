// Set-up: game, people, options in sentences. A game that was interrupted goes on with one tap.

import { refusal } from "../asks/refusal.js";
import { get, post } from "../core/api.js";
import { device, remember } from "../core/device.js";
import { h } from "../core/dom.js";
import { shapeAt } from "../core/seats.js";
import { t } from "../core/texts.js";
import { drawnTable } from "./drawntable.js";
import { home, titleRow } from "./home.js";
import { optionsCard, usualPack } from "./options.js";

const USUAL = 3; // people at a table nobody has played at yet

export async function setupPage(page, ready = () => {}) {
  const [games, kept, me, { games: played }] = await Promise.all([
    get("/api/games"),
    get("/api/played/going"),
    get("/api/me"),
    get("/api/played?page=1").catch(() => ({ games: [] })),
  ]);
  if (me.unprotected) return firstPage(page, ready);
  const choose = (game) => {
    page.replaceChildren(
      h(
        "main",
        { class: "setup", "data-game": game.id },
        people(page, game, groupFor(game, played), ready),
      ),
    );
    ready();
  };
  page.replaceChildren(home({ games, kept, played }, choose));
  ready();
}

// Before the first game at a table that the network reaches.
async function firstPage(page, ready) {
  const { firstStart } = await import("./firststart.js");
  const decided = () => setupPage(page, ready);
  page.replaceChildren(
    h("main", { class: "setup" }, titleRow(t("web.welcome")), firstStart(decided)),
  );
  ready();
}

// Who sat here last, at this game or else at any: remembered by the service, so it does not matter
// which device begins. A device that may not know it goes by the names it has seen itself.
function groupFor(game, played) {
  const [least, most] = game.players;
  const ours = played.filter((one) => !one.paper && one.seats.some((seat) => seat.name));
  const last = ours.find((one) => one.game === game.id) ?? ours[0];
  const names = last ? last.seats.map((seat) => seat.name ?? "") : device.names;
  const colours = last?.game === game.id ? last.seats.map((seat) => seat.colour || seat.id) : [];
  const isKnown = colours.every((colour) => game.colours.includes(colour));
  const free = game.colours.filter((colour) => !isKnown || !colours.includes(colour));
  const number = Math.max(least, Math.min(most, names.length || USUAL));
  return [...(isKnown ? colours : []), ...free]
    .slice(0, number)
    .map((colour, at) => ({ colour, name: names[at] ?? "" }));
}

function people(page, game, seats, ready) {
  const options = {};
  const wanted = { pack: usualPack(game) };
  const said = h("div");
  const rows = h("div", { class: "people stack" });
  const around = h("div", { class: "around" });
  const seated = () =>
    around.replaceChildren(drawnTable(seats, (at) => rows.querySelectorAll("input")[at].focus()));
  rows.addEventListener("input", seated);
  const draw = () => {
    seated();
    const means = suggestion(game, seats.length);
    rows.replaceChildren(
      ...seats.map((seat, at) => person(game, seats, seat, at, draw)),
      moreOrFewer(game, seats, draw),
      ...(means ? [h("p", { class: "means" }, t("web.so_many", { n: seats.length, means }))] : []),
    );
  };
  const { start, goOn } = starting(page, game, seats, { options, wanted, said });
  draw();
  const back = () => setupPage(page, ready);
  const check = h("section", { class: "panel stack", id: "device-check" });
  return [
    band(game, { back, goOn, start }),
    said,
    h(
      "div",
      { class: "setup-cards" },
      h("div", { class: "stack" }, whoPlays(rows), optionsCard(game, wanted, options)),
      h("div", { class: "stack" }, around, check),
    ),
  ];
}

// As at the table: what it is, a few words, a short row, and the primary in its corner.
const band = (game, { back, goOn, start }) =>
  h(
    "header",
    { class: "setup-band on-deep" },
    h("span", { class: "emblem", "aria-hidden": "true" }),
    h("h1", null, game.title),
    h("p", null, game.about),
    h(
      "div",
      { class: "row" },
      h("button", { class: "also", onclick: back }, t("web.back")),
      h("button", { class: "also", id: "under-way", onclick: goOn }, t("web.under_way.open")),
    ),
    h("button", { class: "primary", id: "start", onclick: start }, t("web.start")),
  );

// Two ways to begin what was chosen: from the start, or as it stands already.
function starting(page, game, seats, { options, wanted, said }) {
  const chosen = () => ({
    game: game.id,
    seats: seats.map(({ colour, name }) => ({ id: colour, colour, name })),
    guests: seats.filter((seat) => seat.guest).map((seat) => seat.colour),
    options: { ...game.suggested[seats.length], ...options },
    pack: wanted.pack,
  });
  // What stands against it, if anything does.
  const begin = async (position) => {
    remember({ names: seats.map((seat) => (seat.guest ? "" : seat.name)), seat: "" });
    const { status, body } = await post("/api/games", { ...chosen(), position });
    return status >= 400 ? body : null;
  };
  const start = async () => {
    const told = await begin(null);
    if (told) said.replaceChildren(refusal({ ...told.error, rule: told.rule }, () => {}));
  };
  const goOn = async () => {
    const { underWayPage } = await import("./underway.js");
    const here = [...page.childNodes];
    const back = () => page.replaceChildren(...here);
    page.replaceChildren(await underWayPage(game, chosen(), begin, back));
    scrollTo(0, 0);
  };
  return { start, goOn };
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

// What so many people at the table means: two play another game than five.
const suggestion = (game, n) =>
  Object.entries(game.suggested[n] ?? {})
    .map(([name, value]) => [game.options.find((one) => one.name === name), value])
    .filter(([option, value]) => option && String(option.default) !== String(value))
    .map(([option, value]) => option.values.find((one) => one.id === value)?.say ?? value)
    .join(", ");

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

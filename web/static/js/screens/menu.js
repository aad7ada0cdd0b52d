// This device's own settings, and the things one needs rarely.

import { get, post } from "../core/api.js";
import { awakeState, fillScreen, keepAwake, mayFill, onAwake } from "../core/awake.js";
import { choices } from "../core/choices.js";
import { device, LANGUAGES, remember } from "../core/device.js";
import { h } from "../core/dom.js";
import { close, open, openSoon } from "../core/over.js";
import { nameOf, seatLabel } from "../core/seats.js";
import { play } from "../core/sounds.js";
import { knows } from "../core/store.js";
import { t } from "../core/texts.js";
import { openScreen, SCREENS } from "./index.js";

const WATCH = "?"; // no seat has this name

const choice = (say, value, options, set) =>
  h(
    "div",
    { class: "option" },
    h("span", { class: "say" }, say),
    choices(options, value, set, { "aria-label": say }),
  );

function settings(table) {
  return [
    choice(
      t("web.language"),
      device.language,
      Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]),
      (language) => {
        remember({ language });
        location.reload();
      },
    ),
    table && whoseDevice(table),
    choice(
      t("web.theme"),
      device.theme,
      [
        ["", t("web.theme_auto")],
        ["light", t("web.theme_light")],
        ["dark", t("web.theme_dark")],
      ],
      (theme) => remember({ theme }),
    ),
    scaleRow(),
    tick("web.still", "still"),
    tick("web.records.clock", "clock", () => dispatchEvent(new Event("turned"))),
    tick("web.sound", "sound", () => play("counted")),
    "speechSynthesis" in globalThis ? tick("web.speech", "speech") : null,
    awakeRow(),
  ];
}

function whoseDevice(table) {
  const seats = [
    ["", t("web.everyone")],
    ...table.seats.map((seat) => [seat.id, nameOf(table, seat.id)]),
    [WATCH, t("web.spectator")],
  ];
  return choice(t("web.this_device"), device.watch ? WATCH : device.seat, seats, (whose) => {
    remember({ seat: whose === WATCH ? "" : whose, watch: whose === WATCH });
    location.reload();
  });
}

const scaleRow = () =>
  h(
    "label",
    { class: "option" },
    h("span", { class: "say" }, t("web.scale")),
    h("input", {
      type: "range",
      min: 0.8,
      max: 2,
      step: 0.1,
      value: device.scale,
      oninput: (event) => {
        remember({ scale: Number(event.target.value) });
        dispatchEvent(new Event("resize"));
      },
    }),
  );

function tick(say, name, then) {
  return h(
    "label",
    { class: "option" },
    h("span", { class: "say" }, t(say)),
    h("input", {
      type: "checkbox",
      "data-setting": name,
      checked: device[name],
      onchange: (event) => {
        remember({ [name]: event.target.checked });
        then?.();
      },
    }),
  );
}

// The wish, and beside it what really holds.
function awakeRow() {
  const row = tick("web.awake", "awake", keepAwake);
  const state = h("span", { class: "small soft", id: "awake", role: "status" });
  onAwake((now) => {
    state.dataset.state = now;
    state.textContent = t(`web.awake.${now}`);
  });
  if (awakeState() === "cannot") row.querySelector("input").disabled = true;
  row.querySelector(".say").append(" ", state);
  return row;
}

// For whoever minds a hall of tables; only where somebody outside can hear it.
function judgeButton(around) {
  const calls = !around.desk.some((note) => note.id === "judge_called");
  const call = async () => {
    await post("/api/judge", { calls });
    close();
  };
  return h("button", { id: "judge", onclick: call }, t(calls ? "web.judge" : "web.judge_done"));
}

// What concerns this game, then the screens that are always there, then this device.
export function openMenu(table) {
  const game = table?.game && [
    h("button", { onclick: openWhere }, t("web.show_table")),
    h("button", { onclick: () => openInvites(table) }, t("web.invite")),
    h("a", { class: "button", href: "/?view=wall" }, t("web.wall")),
    h(
      "button",
      {
        onclick: async () => {
          await post("/api/leave", {});
          close();
        },
      },
      t("web.leave"),
    ),
    knows().around?.judge && judgeButton(knows().around),
  ];
  open(
    t("web.menu"),
    h(
      "div",
      { class: "row menu-doors" },
      game,
      SCREENS.filter((one) => !one.needsGame || table?.game).map((one) =>
        h(
          "button",
          { "data-screen": one.id, onclick: () => openScreen(one.id, table) },
          t(one.say),
        ),
      ),
      mayFill() && h("button", { id: "full", onclick: fillScreen }, t("web.full_screen")),
    ),
    h("h3", null, t("web.this_device_settings")),
    settings(table?.game ? table : null),
  );
}

// This device's name for itself.
const isHere = (address) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);

// A code for a phone: as one seat, with that seat's secrets only, or just to look.
function openInvites(table) {
  const shown = h("div", { class: "stack" });
  const invite = async (role, seat, event) => {
    for (const one of event.currentTarget.parentNode.children)
      one.setAttribute("aria-pressed", String(one === event.currentTarget));
    const { status, body } = await post("/api/invites", { role, seat });
    shown.replaceChildren(
      ...(status === 200
        ? [
            h("img", { src: body.picture, alt: body.address, width: 280, height: 280 }),
            h("p", null, body.address),
            isHere(body.address) && h("p", { class: "panel refused" }, t("web.invite_here")),
          ].filter(Boolean)
        : [h("p", null, body.error.message)]),
    );
  };
  open(
    t("web.invite"),
    h("p", null, t("web.invite_how")),
    h(
      "div",
      { class: "row" },
      table.seats.map((seat) =>
        h(
          "button",
          { onclick: (event) => invite("play", seat.id, event) },
          seatLabel(table, seat.id),
        ),
      ),
      h("button", { onclick: (event) => invite("look", "", event) }, t("web.spectator")),
    ),
    shown,
  );
}

const openWhere = () =>
  openSoon(t("web.show_table"), async (turn) => {
    const lines = await get("/api/where");
    turn(
      t("web.show_table"),
      h(
        "ul",
        null,
        lines.map((line) => h("li", null, line)),
      ),
    );
  });

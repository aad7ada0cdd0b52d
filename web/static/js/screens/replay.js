// The game once more: a slider over its lines, the table as it was after each.

import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { openSoon } from "../core/over.js";
import { colourOf, nameOf, seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { drawAll, isEmpty } from "../trackers/index.js";

const STEP_MS = 1000;

export const openReplay = () => openSoon(t("web.replay"), (turn) => fill(turn, "/api"));

export const openKeptReplay = (number) =>
  openSoon(t("web.replay"), (turn) => fill(turn, `/api/played/${number}`));

// `from`: where its log and its tables are, of the live game or of a kept one.
async function fill(turn, from) {
  const lines = (await get(`${from}/log`)).filter(
    (line) => !line.undone && line.says.some(Boolean),
  );
  if (!lines.length) return turn(t("web.replay"), h("p", { class: "soft" }, t("web.log_empty")));
  const parts = drawParts();
  const slider = h("input", {
    type: "range",
    min: 0,
    max: lines.length - 1,
    value: 0,
    "aria-label": t("web.replay"),
  });
  const run = h("button", { id: "replay-run" }, "▶ ", t("web.run"));
  let running = false;
  const runs = (now) => {
    running = now;
    run.textContent = now ? `❚❚ ${t("web.pause")}` : `▶ ${t("web.run")}`;
  };
  let asked = 0;
  const show = async () => {
    asked += 1;
    const [mine, at] = [asked, Number(slider.value)];
    const then = await get(`${from}/table?at=${lines[at].seq}`);
    if (mine !== asked) return; // a later place on the slider has been asked for meanwhile
    parts.place.textContent = t("web.records.page", { n: at + 1, of: lines.length });
    drawThen(parts, lines[at], then);
  };
  const step = async () => {
    if (!running || !slider.isConnected || Number(slider.value) >= lines.length - 1)
      return runs(false);
    slider.value = Number(slider.value) + 1;
    await show();
    setTimeout(step, STEP_MS);
  };
  slider.addEventListener("input", show);
  run.addEventListener("click", () => {
    runs(!running);
    if (running) step();
  });
  const { said, place, numbers, stage, seats } = parts;
  const controls = h("div", { class: "row replay" }, run, slider, place);
  turn(t("web.replay"), controls, said, numbers, stage, seats);
  await show();
}

const drawParts = () => ({
  said: h("p", { class: "replay-line", "aria-live": "polite" }),
  place: h("span", { class: "soft" }),
  numbers: h("div", { class: "row replay-numbers" }),
  stage: h("div", { class: "trackers" }),
  seats: h("div", { class: "stack" }),
  opened: new Set(), // whose things are looked at, also after the next step
});

// The table as it was after a line.
function drawThen({ said, numbers, stage, seats, opened }, line, then) {
  said.textContent = line.says.filter(Boolean).join(" · ");
  const shown = then.trackers
    .filter((one) => !one.quiet && !isEmpty(one))
    .map((one) => ({ ...one, handle: null, made_of: null }));
  const middle = shown.filter((one) => !one.seat);
  numbers.replaceChildren(...then.seats.map((seat) => standing(seat, shown, then)));
  stage.replaceChildren(...drawAll(middle, then, () => {}));
  seats.replaceChildren(...then.seats.map((seat) => lain(seat, shown, then, opened)));
  stage.dataset.seq = line.seq;
}

// How one stood: the large numbers, as in the seat's area.
function standing(seat, trackers, table) {
  const large = trackers.filter(
    (one) => one.seat === seat.id && one.size === 2 && typeof one.value === "number",
  );
  return h(
    "section",
    { class: "panel", "data-colour": colourOf(table, seat.id) },
    seatLabel(table, seat.id),
    h(
      "div",
      { class: "row" },
      large.map((one) =>
        h(
          "span",
          { class: `figure${one.counts ? " counts" : ""}` },
          h("b", { class: "number" }, one.value),
          h("span", { class: "small" }, one.say),
        ),
      ),
    ),
  );
}

// What lay before one, opened by a tap.
function lain(seat, trackers, table, opened) {
  const mine = trackers.filter(
    (one) => one.seat === seat.id && !(one.size === 2 && typeof one.value === "number"),
  );
  const box = h(
    "div",
    { class: "trackers" },
    drawAll(mine, table, () => {}),
  );
  const whole = h(
    "details",
    {
      class: "panel",
      open: opened.has(seat.id),
      ontoggle: () => {
        opened[whole.open ? "add" : "delete"](seat.id);
      },
    },
    h("summary", null, nameOf(table, seat.id)),
    box,
  );
  return mine.length ? whole : "";
}

// The table page: header, do this now, the table, the seats, the log. Redrawn block by block when something changes.

import { send } from "./api.js";
import { device } from "./device.js";
import { block, h } from "./dom.js";
import { drawLast, openHistory } from "./log.js";
import { openMenu } from "./menu.js";
import { drawNow } from "./now.js";
import { showReasons } from "./reasons.js";
import { nameOf, shapeOf } from "./seats.js";
import { drawSeats } from "./seatstrip.js";
import { t } from "./texts.js";
import { draw } from "./trackers/index.js";
import { virtualTable } from "./virtual.js";

let parts = null;
let shown = device.seat; // a phone that is a seat begins with that seat's things

export function tablePage(page, table, connected, around) {
  if (!parts || !page.contains(parts.whole)) parts = build(page);
  block(parts.head, [table.title, table.headline, connected, around.camera?.state, around.panel?.state, device.language], () => drawHead(table, connected, around));
  block(parts.now, [table.asks, table.moves, table.outcome, table.seats, around.sights, device], () => drawNow(table, around));
  if (around.virtual) virtualTable(parts.virtual, table, around);
  drawMiddle(table);
  const count = table.seats.length;
  parts.seats.toggleAttribute("data-many", count === 4);
  parts.seats.toggleAttribute("data-crowd", count > 4);
  block(parts.seats, [table.seats, table.trackers.filter((one) => one.seat && one.size === 2)], () => drawSeats(table, (seat) => { shown = seat; drawMiddle(table); }));
  block(parts.log, [table.log.slice(-3), table.seq, device.language], () => drawLast(table));
  showReasons(parts.whole, table);
}

function build(page) {
  const made = { head: h("header", { class: "head" }), now: h("main", { class: "do-now", "aria-live": "polite" }), middle: h("section", { class: "middle" }), virtual: h("section", { class: "virtual" }), seats: h("section", { class: "seats" }), log: h("footer", { class: "log" }) };
  made.side = h("div", { class: "side" }, made.now, made.virtual);
  made.whole = h("div", { class: "table-page" }, made.head, made.side, made.middle, made.seats, made.log);
  page.replaceChildren(made.whole);
  return made;
}

function drawHead(table, connected, around) {
  return [
    h("h1", null, table.title, " ", h("span", { class: "soft" }, table.headline)),
    h("span", { class: `badge${connected ? "" : " away"}` }, t(connected ? "web.connected" : "web.cut_off")),
    ["camera", "panel"].map((name) => badge(name, around[name])),
    h("button", { id: "undo", onclick: () => send({ kind: "undo" }) }, "↶ ", t("web.undo")),
    h("button", { id: "redo", onclick: () => send({ kind: "redo" }) }, "↷ ", t("web.redo")),
    h("button", { id: "menu", onclick: () => openMenu(table), "aria-label": t("web.menu") }, "⋯"),
  ];
}

function badge(name, state) {
  if (!state || state.state === "none") return null;
  const isOn = state.state === "on";
  return h("span", { class: `badge${isOn ? "" : " away"}`, title: state.what }, t(isOn ? `web.${name}` : `web.${name}_away`));
}

function drawMiddle(table) {
  if (shown && !table.seats.some((seat) => seat.id === shown)) shown = "";
  const seen = table.trackers.filter((one) => (one.seat ?? "") === shown);
  block(parts.middle, [seen, shown, table.seats, device.language], () => {
    const tab = (id, ...label) => h("button", { role: "tab", "aria-selected": String(shown === id), "aria-pressed": String(shown === id), onclick: () => { shown = id; drawMiddle(table); } }, label);
    const some = table.trackers.some((one) => one.seat);
    return [
      some && h("nav", { class: "tabs", role: "tablist" }, tab("", t("web.the_table")), table.seats.map((seat) => tab(seat.id, h("span", { class: "row" }, shapeOf(table, seat.id), nameOf(table, seat.id))))),
      h("div", { class: "trackers" }, seen.map((one) => draw(one, table, openHistory))),
    ];
  });
}

// The virtual table: what the camera sees, pieces to lay, a panel to press, a shelf of mischief.
// Everything it does goes through the lens and the wire, like a real hand.

import { device, remember } from "../core/device.js";
import { block, h } from "../core/dom.js";
import { nameOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { hands } from "./hands.js";
import { mischief } from "./mischief.js";
import { panelFace } from "./panel.js";
import { drawSeen } from "./seen.js";
import { drawOver, hold, stage } from "./stage.js";
import { supply } from "./supply.js";

let parts = null;

/** @type {(place: HTMLElement, table: Sent.Table, around: Sent.Around) => void} */
export function virtualTable(place, table, around) {
  if (!parts || !place.contains(parts.stage)) parts = build(place);
  const scene = around.scene ?? {};
  const rolls = table.asks
    .filter((ask) => ask.kind === "roll" && ask.zone)
    .sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));
  const laid = table.asks.filter((ask) => scene.targets?.some((one) => one.ask === ask.id));
  drawOver(table, around, rolls.length > 0);
  drawSeen(parts.stage.querySelector(".lens-sees"), device.lens ? around : {}, table);
  parts.stage.classList.toggle("away", around.camera?.state !== "on"); // the picture is an old one
  block(parts.closed, [scene.hidden, scene.left_out, device.language], ([isHidden, leftOut]) => [
    isHidden ? t("web.virtual.closed") : null,
    leftOut?.length ? t("web.virtual.left_out", { mats: leftOut.join(", ") }) : null,
  ]);
  parts.doing.toggleAttribute("data-several", rolls.length > 1);
  block(parts.doing, [rolls.map((ask) => ask.id), device.language], () => throwing(rolls, table));
  block(
    parts.supply,
    [laid, scene.targets?.map((one) => [one.ask, one.sheet]), device.language],
    () => supply(laid, scene.targets ?? []),
  );
  block(parts.panel, [around.face, around.panel?.state, device.language], () =>
    around.face ? panelFace(around.face, around.panel?.state === "on") : null,
  );
  block(parts.mischief, [scene.light, scene.plugged, around.panel?.state, device.language], () =>
    mischief(scene, around.panel?.state === "on"),
  );
}

function build(place) {
  const made = {
    stage: stage(),
    closed: h("p", { class: "soft small" }),
    doing: h("div", { class: "row doing" }),
    supply: h("div", { class: "supply" }),
    panel: h("div", { class: "panel-face stack" }),
    mischief: h("div"),
  };
  const sees = h(
    "button",
    {
      class: "larger",
      id: "lens-sees",
      "aria-pressed": String(Boolean(device.lens)),
      onclick: () => {
        remember({ lens: !device.lens });
        sees.setAttribute("aria-pressed", String(Boolean(device.lens)));
        if (!device.lens) drawSeen(made.stage.querySelector(".lens-sees"), {}, null);
      },
    },
    t("web.virtual.lens"),
  );
  document.body.classList.add("has-virtual");
  // There the score comes before the panel
  const isStacked = document.documentElement.hasAttribute("data-stacked");
  // Beside the scores the table needs the room
  const isBeside = matchMedia("(min-width: 100rem)").matches;
  const shelf = h(
    "details",
    { class: "shelf", open: !isStacked && !isBeside },
    h("summary", null, t("web.virtual.panel")),
    made.panel,
  );
  place.replaceChildren(
    h("header", { class: "row" }, made.doing, h("h3", null, t("web.virtual")), sees),
    made.stage,
    made.closed,
    made.supply,
    shelf,
    made.mischief,
  );
  return made;
}

// Where several people may roll, each has a button; the first is the one whose turn it is.
function throwing(rolls, table) {
  hold(null);
  const whose = (ask) =>
    rolls.length > 1 && ask.seats?.length ? `: ${nameOf(table, ask.seats[0])}` : "";
  const label = (ask) => `${t("web.throw_dice")}${whose(ask)}`;
  return rolls.map((ask, at) =>
    h(
      "button",
      {
        class: at || ask.optional ? "" : "primary",
        id: at ? null : "throw",
        "aria-label": label(ask),
        onclick: () => hands({ do: "throw", ask: ask.id }),
      },
      at && whose(ask) ? `⚄ ${whose(ask).slice(2)}` : label(ask),
    ),
  );
}

// The virtual table: what the camera sees, a shelf with the pieces of the question, a drawer with
// the panel and mischief. Everything it does goes through the lens and the wire, like a real hand.

import { device, remember } from "../core/device.js";
import { block, h } from "../core/dom.js";
import { nameOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { hands } from "./hands.js";
import { mischief } from "./mischief.js";
import { panelFace } from "./panel.js";
import { drawSeen } from "./seen.js";
import { drawOver, hold, stage } from "./stage.js";
import { dealer, supply } from "./supply.js";

let parts = null;
// Its scenery is dressed when there is one: the first load of a real table stays small
const SCENERY = "/static/virtual/scenery.css";

/** @type {(place: HTMLElement, table: Sent.Table, around: Sent.Around) => void} */
export function virtualTable(place, table, around) {
  if (!parts || !place.contains(parts.stage)) parts = build(place);
  const scene = around.scene ?? {};
  const rolls = table.asks
    .filter((ask) => ask.kind === "roll" && ask.zone)
    .sort((a, b) => Number(Boolean(a.optional)) - Number(Boolean(b.optional)));
  drawOver(table, around, rolls.length > 0);
  drawSeen(parts.stage.querySelector(".lens-sees"), device.lens ? around : {}, table);
  parts.stage.classList.toggle("away", around.camera?.state !== "on"); // the picture is an old one
  block(parts.note, [scene.hidden, scene.left_out, device.language], ([isHidden, leftOut]) => [
    isHidden ? h("span", null, t("web.virtual.closed")) : null,
    leftOut?.length
      ? h("span", null, t("web.virtual.left_out", { mats: leftOut.join(", ") }))
      : null,
  ]);
  drawShelf(table, scene, rolls);
  block(parts.panel, [around.face, around.panel?.state, device.language], () =>
    around.face ? panelFace(around.face, around.panel?.state === "on") : null,
  );
  block(parts.mischief, [scene.light, scene.plugged, around.panel?.state, device.language], () =>
    mischief(scene, around.panel?.state === "on"),
  );
}

// The question of the band comes first; its throw is the primary there.
function drawShelf(table, scene, rolls) {
  const question = /** @type {HTMLElement} */ (document.querySelector(".do-now [data-ask]"));
  const first = question?.dataset.ask;
  const others = rolls.filter((ask) => ask.id !== first);
  const rank = (ask) => Number(ask.id !== first) + Number(Boolean(ask.optional));
  const laid = table.asks
    .filter((ask) => scene.targets?.some((one) => one.ask === ask.id))
    .sort((a, b) => rank(a) - rank(b));
  block(parts.doing, [others.map((ask) => ask.id), device.language], () => throwing(others, table));
  block(
    parts.supply,
    [laid, scene.targets?.map((one) => [one.ask, one.sheet]), scene.hidden, device.language],
    () => supply(laid, scene.targets ?? [], scene),
  );
  block(parts.deal, [laid.map((ask) => ask.id), device.language], () => dealer(laid));
}

function build(place) {
  const made = {
    stage: stage(),
    note: h("p", { class: "note" }),
    doing: h("div", { class: "doing" }),
    supply: h("div", { class: "supply" }),
    deal: h("div", { class: "dealing" }),
    panel: h("div", { class: "panel-face stack" }),
    mischief: h("div", { class: "mischief" }),
  };
  document.body.classList.add("has-virtual");
  dress(made.stage);
  place.replaceChildren(
    made.stage,
    h(
      "div",
      { class: "shelf" },
      made.note,
      made.supply,
      made.doing,
      lensSwitch(made.stage),
      made.deal,
      h(
        "details",
        { class: "drawer" },
        h("summary", null, t("web.virtual.drawer")),
        h("div", { class: "drawer-body" }, made.panel, made.mischief),
      ),
    ),
  );
  return made;
}

function dress(over) {
  if (document.querySelector(`link[href="${SCENERY}"]`)) return;
  over.classList.add("undressed");
  const seen = () => over.classList.remove("undressed");
  document.head.append(
    h("link", { rel: "stylesheet", href: SCENERY, onload: seen, onerror: seen }),
  );
}

function lensSwitch(over) {
  const sees = h(
    "button",
    {
      id: "lens-sees",
      "aria-pressed": String(Boolean(device.lens)),
      onclick: () => {
        remember({ lens: !device.lens });
        sees.setAttribute("aria-pressed", String(Boolean(device.lens)));
        if (!device.lens) drawSeen(over.querySelector(".lens-sees"), {}, null);
      },
    },
    t("web.virtual.lens"),
  );
  return sees;
}

// Rolls of other people: each has a button with its name.
function throwing(rolls, table) {
  hold(null);
  const whose = (ask) => (ask.seats?.length ? `: ${nameOf(table, ask.seats[0])}` : "");
  return rolls.map((ask) =>
    h(
      "button",
      {
        "data-throw": ask.id,
        "aria-label": `${t("web.throw_dice")}${whose(ask)}`,
        onclick: () => hands({ do: "throw", ask: ask.id }),
      },
      "⚄ ",
      whose(ask) ? whose(ask).slice(2) : t("web.virtual.throw"),
    ),
  );
}

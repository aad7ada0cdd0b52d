// The virtual table: what the camera sees, dice to throw, a panel to press, a shelf of mischief.
// Everything it does goes through the lens and the wire, like a real hand.

import { post } from "./api.js";
import { block, h } from "./dom.js";
import { t } from "./texts.js";

const SHOWN_MS = 160;
const camera = (message) => post("/api/virtual", { to: "camera", ...message });
const panel = (message) => post("/api/virtual", { to: "panel", ...message });
let picture = null;
let unplugged = false;

export function virtualTable(place, table, around) {
  if (!place.firstChild) place.replaceChildren(...build());
  const roll = table.asks.find((ask) => ask.kind === "roll");
  block(place.querySelector(".throwing"), roll ?? null, () => throwing(roll));
  block(place.querySelector(".panel-face"), [around.face, unplugged], () => (around.face ? panelFace(around.face, place, around) : null));
}

function build() {
  picture = h("img", { alt: t("web.camera_picture"), width: 640, height: 360 });
  look();
  return [h("h3", null, t("web.virtual")), picture, h("div", { class: "throwing" }), h("div", { class: "panel-face stack" }), mischief()];
}

// One picture after the other, never two under way; none while nobody can see it.
function look() {
  const next = () => setTimeout(look, SHOWN_MS);
  if (!picture.isConnected && picture.src) return;
  if (document.hidden) return next();
  const fresh = new Image();
  fresh.onload = () => { picture.src = fresh.src; next(); };
  fresh.onerror = () => setTimeout(look, 1000);
  fresh.src = `/api/picture?${Date.now()}`;
}

function throwing(roll) {
  if (!roll) return h("p", { class: "soft small" }, t("web.nothing_to_throw"));
  const wanted = roll.dice.flatMap((die) => Array.from({ length: die.count }, () => die));
  const go = () => camera({ do: "throw", seed: Math.floor(Math.random() * 1e6), ...(wanted.every((die) => die.colour) ? { colours: wanted.map((die) => die.colour) } : { count: wanted.length }) });
  picture.onclick = go;
  return h("button", { class: "primary", id: "throw", onclick: go }, t("web.throw_dice"));
}

const KEYS = ["seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "confirm", "undo", "next", "plus", "minus", "roll_taken", "free1", "free2", "free3", "free4"];

function panelFace(face) {
  const key = (role, at) => h("button", { class: ["on", "slow", "fast", "steady"].includes(face.lamps[at]) ? "lit" : "", "data-role": role,
    onpointerdown: () => panel({ do: "press", role }), onpointerup: () => panel({ do: "release", role }) }, role.replace("_", " "));
  return [h("div", { class: "lcd" }, face.rows.map((row) => row.padEnd(20)).join("\n")), h("div", { class: "keys" }, KEYS.map(key))];
}

function mischief() {
  const button = (say, go) => h("button", { onclick: go }, t(say));
  return h("details", { class: "mischief" }, h("summary", null, t("web.mischief")), h("div", { class: "row" },
    button("web.dim", () => camera({ do: "light", name: "dim" })), button("web.bright", () => camera({ do: "light", name: "day" })),
    button("web.hand", () => camera({ do: "hand" })), button("web.bump", () => camera({ do: "bump" })), button("web.cock", () => camera({ do: "cock", die: 0 })),
    button("web.unplug", () => { unplugged = true; panel({ do: "unplug" }); }), button("web.plug", () => { unplugged = false; panel({ do: "plug" }); })));
}

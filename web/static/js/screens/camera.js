// The camera's screen: what it sees with every zone, the light with advice, and zones to draw by
// hand.

import { get, post } from "../core/api.js";
import { block, h, s } from "../core/dom.js";
import { t } from "../core/texts.js";
import { corners } from "./corners.js";
import { openScreen } from "./index.js";
import { holds, lens, placeName, polygon } from "./lens.js";

const LOOK_MS = 1000;
const SQUARE = [
  [0.3, 0.25],
  [0.7, 0.25],
  [0.7, 0.75],
  [0.3, 0.75],
];

export async function fill(turn, table) {
  const known = await get("/api/zones").catch(() => null);
  if (!known) return turn(t("web.camera_screen"), h("p", null, t("web.no_camera")));
  const view = { table, zones: known.zones, around: {}, editing: null };
  const picture = lens();
  view.parts = {
    ...picture,
    meter: h("div", { class: "stack" }),
    list: h("div", { class: "zones-list" }),
    edit: h("div", { class: "stack" }),
    state: h("p", { class: "soft", role: "status" }),
  };
  turn(
    t("web.camera_screen"),
    h(
      "div",
      { class: "stack camera-screen" },
      picture.whole,
      view.parts.state,
      view.parts.meter,
      h("h3", null, t("web.zones")),
      h("p", { class: "soft" }, t("web.zones_how")),
      view.parts.list,
      view.parts.edit,
      h(
        "div",
        { class: "row" },
        h("button", { id: "look-now", onclick: () => post("/api/look", {}) }, t("web.look_now")),
        h("button", { onclick: () => openScreen("teach", table) }, t("web.teach_screen")),
      ),
    ),
  );
  watch(view);
}

async function watch(view) {
  view.around = await get("/api/around").catch(() => view.around);
  draw(view);
  setTimeout(() => {
    if (view.parts.whole.isConnected) watch(view);
  }, LOOK_MS);
}

function draw(view) {
  const { around, parts } = view;
  const isOn = around.camera?.state === "on";
  parts.state.textContent = isOn
    ? t(around.camera.figures.locked ? "web.camera_locked" : "web.camera_free", {
        n: around.camera.figures.frames_per_s,
      })
    : around.camera?.what || t("web.camera_away");
  parts.meter.replaceChildren(...drawLight(around.light));
  drawZones(view);
  const sights = view.zones.map((zone) => around.places?.[zone.name]?.sight);
  block(parts.list, [view.zones, sights, view.editing?.name], () =>
    view.zones.map((zone) => zoneButton(view, zone)),
  ); // a button that a finger is on stays
}

function drawZones({ around, parts, table, editing }) {
  const placed = Object.entries(around.places ?? {}).filter(
    ([name, place]) => place.corners && name !== editing?.name,
  );
  const shapes = placed.map(([name, place]) =>
    polygon(place.corners, { class: place.sight, "data-place": name }),
  );
  parts.whole.querySelectorAll(".label").forEach((label) => label.remove());
  if (!editing)
    parts.whole.append(
      ...placed
        .filter(
          ([name]) =>
            !placed.some(
              ([other]) => other !== name && holds(around.places[name], around.places[other]),
            ),
        )
        .map(([name, place]) => label(placeName(name, table), place.corners)),
    );
  const glare = around.light?.glare_at;
  parts.over.replaceChildren(
    ...shapes,
    ...(glare
      ? [s("circle", { class: "glare", cx: glare[0] * 1000, cy: glare[1] * 1000, r: 60 })]
      : []),
    ...(editing ? [polygon(editing.points, { class: "editing" })] : []),
  );
}

function label(text, corners) {
  const made = h("span", { class: "label" }, text);
  const middle = (axis) =>
    `${(corners.reduce((sum, point) => sum + point[axis], 0) / corners.length) * 100}%`;
  Object.assign(made.style, {
    left: middle(0),
    top: middle(1),
    maxWidth: `${(corners[1][0] - corners[0][0]) * 100}%`,
  });
  return made;
}

function zoneButton(view, zone) {
  const sight = view.around.places?.[zone.name]?.sight ?? "lost";
  return h(
    "button",
    {
      "data-zone": zone.name,
      "aria-pressed": String(view.editing?.name === zone.name),
      onclick: () => edit(view, zone),
    },
    h("b", null, placeName(zone.name, view.table)),
    h("span", { class: "small soft" }, t(`web.sight.${sight.replaceAll(" ", "_")}`)),
  );
}

// Drawing one zone: drag or arrow its corners, then keep it; or give it back to its mat.
function edit(view, zone) {
  stop(view);
  const placed = view.around.places?.[zone.name]?.corners;
  const handles = corners(
    view.parts.whole,
    zone.drawn ?? (placed?.length === 4 ? placed : SQUARE),
    (points) => {
      if (view.editing) {
        view.editing.points = points;
        drawZones(view);
      }
    },
  );
  view.editing = { name: zone.name, points: handles.points, away: handles.away };
  const said = h("p", { role: "status" });
  const keep = async (points) => {
    const { status, body } = await post("/api/zones", { name: zone.name, corners: points });
    if (status !== 200) return said.replaceChildren(body.error.message);
    view.zones = body.zones;
    stop(view);
    watchOnce(view);
  };
  view.parts.edit.replaceChildren(
    h("p", null, h("b", null, placeName(zone.name, view.table)), " ", t("web.drag_corners")),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { class: "primary", id: "keep-zone", onclick: () => keep(view.editing.points) },
        t("web.keep_zone"),
      ),
      zone.drawn && h("button", { id: "free-zone", onclick: () => keep(null) }, t("web.free_zone")),
      h(
        "button",
        {
          onclick: () => {
            stop(view);
            draw(view);
          },
        },
        t("web.cancel"),
      ),
    ),
    said,
  );
  draw(view);
  view.parts.whole.scrollIntoView({ block: "nearest" });
}

async function watchOnce(view) {
  view.around = await get("/api/around").catch(() => view.around);
  draw(view);
}

function stop(view) {
  view.editing?.away();
  view.editing = null;
  view.parts.edit.replaceChildren();
}

// Five figures, each with what it should be; what is wrong is said in a sentence above them.
function drawLight(light) {
  if (!light) return [h("p", { class: "soft" }, t("web.light_unknown"))];
  const wrong = new Set(light.advice.map((one) => one.key.split(".").pop()));
  const said = light.said?.length ? light.said.join(" ") : t("web.light_good");
  const figures = figuresOf(light).map(([name, text, share, ...faults]) => {
    const isWrong = faults.some((fault) => wrong.has(fault));
    return h(
      "div",
      { class: isWrong ? "wrong" : "", "data-figure": name },
      h("span", { class: "small" }, t(`web.light.${name}`)),
      h("b", null, text),
      share === null ? null : meter(name, share),
    );
  });
  return [h("p", { class: "advice", role: "status" }, said), h("div", { class: "meter" }, figures)];
}

// Each with its name, its text, how good it is from 0 to 1, and the advice that is about it.
function figuresOf({ brightness, glare, flicker, sharpness, contrast }) {
  const percent = (share, digits = 0) =>
    share === null ? t("web.light.unknown") : `${Number((share * 100).toFixed(digits))} %`;
  const level = (share) => (share === null ? null : Math.min(1, Math.max(0, share)));
  const contrastText = contrast === null ? t("web.light.unknown") : Math.round(contrast);
  return [
    ["brightness", brightness, level(brightness / 140), "dark", "bright"],
    ["glare", percent(glare), level(1 - glare * 20), "glare"],
    ["flicker", percent(flicker, 1), level(1 - flicker * 25), "flicker"],
    ["sharpness", percent(sharpness), level(sharpness && sharpness * 2), "blurred"],
    ["contrast", contrastText, level(contrast && contrast / 50), "alike"],
  ];
}

const meter = (name, share) =>
  h("meter", {
    min: 0,
    max: 1,
    low: 0.3,
    optimum: 1,
    value: share,
    "aria-label": t(`web.light.${name}`),
  });

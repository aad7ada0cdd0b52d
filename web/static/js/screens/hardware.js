// Which camera and which panel this table uses: chosen by name, seen at once, turned where it hangs
// upside down. The service begins anew with the choice; the game goes on where it was.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { openScreen } from "./index.js";
import { lens } from "./lens.js";

const AGAIN_MS = 700;
const TURNS = [0, 90, 180, 270];

export async function fill(turn, table) {
  const place = h("div", { class: "stack", id: "hardware" });
  turn(t("web.hardware"), h("p", null, t("web.hardware_how")), place);
  await look(place, table);
}

async function look(place, table) {
  try {
    const found = await get("/api/hardware");
    place.replaceChildren(...drawn(place, found, table));
  } catch (error) {
    place.replaceChildren(h("p", { class: "wrong" }, error.message, " ", error.body?.error?.hint));
  }
}

function drawn(place, found, table) {
  if (found.is_fixed) return [h("p", null, t("web.hardware_fixed"))];
  const use = (change) => choose(place, { ...inUse(found), ...change }, table);
  return [
    kind("camera", found.cameras, !found.camera, (url) => use({ camera: url, turn: 0 })),
    found.camera && seen(found, use, table),
    kind("panel", found.panels, !found.panel, (url) => use({ panel: url })),
    h("button", { id: "hardware-again", onclick: () => look(place, table) }, t("web.look_again")),
  ].filter(Boolean);
}

const inUse = ({ camera, panel, turn }) => ({ camera, panel, turn });

function kind(name, found, isNone, use) {
  const pick = (url, title, isUsed) =>
    h(
      "button",
      { "data-url": url, "aria-pressed": String(isUsed), onclick: () => use(url) },
      title,
    );
  return h(
    "section",
    { class: "stack", "data-kind": name },
    h("h3", null, t(`web.hardware.${name}`)),
    h(
      "div",
      { class: "row" },
      found.map((one) => pick(one.url, one.title, one.is_used)),
      pick("", t("web.hardware.none"), isNone),
    ),
    found.length === 0 && h("p", { class: "soft" }, t(`web.hardware.${name}_nothing`)),
  );
}

// The picture it gives, and four ways to turn it.
function seen(found, use, table) {
  return h(
    "section",
    { class: "stack" },
    lens().whole,
    h(
      "div",
      { class: "row", role: "group", "aria-label": t("web.hardware.turn") },
      TURNS.map((degrees) =>
        h(
          "button",
          {
            "data-turn": degrees,
            "aria-pressed": String(found.turn === degrees),
            onclick: () => use({ turn: degrees }),
          },
          `${degrees}°`,
        ),
      ),
    ),
    h("button", { onclick: () => openScreen("camera", table) }, t("web.hardware.light")),
  );
}

async function choose(place, chosen, table) {
  place.replaceChildren(h("p", { role: "status" }, t("web.hardware.beginning")));
  const refused = await post("/api/hardware", chosen).then(refusalOf, () => "");
  if (refused) {
    const told = h("p", { class: "wrong", role: "status" }, refused);
    await look(place, table);
    place.prepend(told);
    return;
  }
  setTimeout(() => thereAgain(place, table), AGAIN_MS);
}

const refusalOf = ({ status, body }) => (status === 200 ? "" : body.error.message);

// The service is away for a second or two.
async function thereAgain(place, table) {
  if (!place.isConnected) return;
  try {
    await get("/api/health");
    await look(place, table);
  } catch {
    setTimeout(() => thereAgain(place, table), AGAIN_MS);
  }
}

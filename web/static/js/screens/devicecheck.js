// Before a game: do camera and panel see and hear? What is wrong, and what still works.

import { block, h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { openScreen } from "./index.js";

export function drawCheck({ camera, panel, light }) {
  const place = document.getElementById("device-check");
  if (!place) return;
  const [sees, hears] = [camera?.state ?? "none", panel?.state ?? "none"];
  const advice = sees === "on" && light?.said?.length ? light.said.join(" ") : "";
  block(place, [sees, hears, advice], () => [
    h("h2", null, t("web.devices")),
    line(
      sees === "on" && !advice,
      t(
        sees === "on"
          ? advice
            ? "web.devices.camera_light"
            : "web.devices.camera_on"
          : `web.devices.camera_${sees}`,
        { advice },
      ),
    ),
    line(hears === "on", t(`web.devices.panel_${hears}`)),
    sees !== "none" &&
      h("button", { onclick: () => openScreen("camera", null) }, t("web.camera_screen")),
  ]);
}

const line = (isGood, text) =>
  h(
    "p",
    { class: `device-line${isGood ? " good" : ""}` },
    h("span", { "aria-hidden": "true" }, isGood ? "✓" : "○"),
    text,
  );

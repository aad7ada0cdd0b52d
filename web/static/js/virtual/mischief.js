// Mischief: everything that goes wrong on real tables. In the drawer, under its name.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { hands, panel, power } from "./hands.js";

const button = (id, say, go, pressed) =>
  h(
    "button",
    {
      "data-mischief": id,
      onclick: go,
      ...(pressed === undefined ? {} : { "aria-pressed": String(pressed) }),
    },
    t(say),
  );

export function mischief(scene, panelOn) {
  const dim = scene.light === "dim";
  return [
    h("h3", null, t("web.mischief")),
    h(
      "div",
      { class: "row" },
      button(
        "light",
        dim ? "web.bright" : "web.dim",
        () => hands({ do: "light", name: dim ? "day" : "dim" }),
        dim,
      ),
      button(
        "lamp",
        "web.virtual.lamp",
        () => hands({ do: "light", name: scene.light === "lamp" ? "day" : "lamp" }),
        scene.light === "lamp",
      ),
      button("hand", "web.hand", () => hands({ do: "hand" })),
      button("bump", "web.bump", () => hands({ do: "bump" })),
      button("cock", "web.cock", () => hands({ do: "cock", die: 0 })),
      button(
        "camera",
        scene.plugged === false ? "web.virtual.camera_in" : "web.virtual.camera_out",
        () => hands({ do: scene.plugged === false ? "plug" : "unplug" }),
        scene.plugged === false,
      ),
      button(
        "panel",
        panelOn ? "web.virtual.panel_out" : "web.virtual.panel_in",
        () => panel({ do: panelOn ? "unplug" : "plug" }),
        !panelOn,
      ),
      button("power", "web.virtual.power", power),
      button("sweep", "web.virtual.sweep", () => hands({ do: "sweep" })),
    ),
  ];
}

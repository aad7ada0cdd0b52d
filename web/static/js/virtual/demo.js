// The demo: its door on the first page, and while it plays a bar with how far it is, a pause and a
// way out.

import { post } from "../core/api.js";
import { block, h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../core/texts.js";

const demo = (message) => post("/api/virtual", { to: "demo", ...message });

export function drawDemo(around) {
  const [bar, door] = [document.getElementById("demo"), document.getElementById("demo-door")];
  bar.hidden = !around.demo;
  block(bar, around.demo ?? null, (now) => (now ? playing(now) : null));
  if (door) block(door, Boolean(around.virtual), (isVirtual) => (isVirtual ? opening() : null));
}

function opening() {
  return h(
    "button",
    { id: "watch-demo", title: t("web.demo.about"), onclick: () => demo({ do: "start" }) },
    icon("play"),
    h("span", { class: "word" }, t("web.demo.watch")),
  );
}

function playing({ title, n, of, part, doing, paused, caption }) {
  return [
    h("b", null, t("web.demo.bar", { title, n, of })),
    h("progress", { max: 1, value: part, "aria-label": t("web.demo.watch") }),
    h(
      "span",
      { class: "soft doing", role: "status" },
      caption && !paused && ["throw", "lay", "press", "tap"].includes(doing)
        ? caption
        : t(`web.demo.doing.${paused ? "paused" : doing}`),
    ),
    h(
      "button",
      { id: "demo-play-on", onclick: () => demo({ do: "play_on" }) },
      t("web.demo.play_on"),
    ),
    h(
      "button",
      {
        id: "demo-pause",
        "aria-pressed": String(paused),
        onclick: () => demo({ do: paused ? "go_on" : "pause" }),
      },
      t(paused ? "web.demo.go_on" : "web.demo.pause"),
    ),
    n < of &&
      h("button", { id: "demo-skip", onclick: () => demo({ do: "skip" }) }, t("web.demo.skip")),
    h("button", { id: "demo-end", onclick: () => demo({ do: "end" }) }, t("web.demo.end")),
  ];
}

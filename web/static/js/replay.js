// The game once more: a slider over its lines, the table as it was after each.

import { get } from "./api.js";
import { h } from "./dom.js";
import { openSoon } from "./over.js";
import { nameOf } from "./seats.js";
import { t } from "./texts.js";
import { draw } from "./trackers/index.js";
import { pack } from "./trackers/pack.js";

const STEP_MS = 1000;

export const openReplay = () => openSoon(t("web.replay"), fill);

async function fill(turn) {
  const lines = (await get("/api/log")).filter((line) => !line.undone);
  if (!lines.length) return turn(t("web.replay"), h("p", { class: "soft" }, t("web.log_empty")));
  const said = h("p", { class: "replay-line", "aria-live": "polite" });
  const stage = h("div", { class: "trackers" });
  const slider = h("input", { type: "range", min: 0, max: lines.length - 1, value: 0, "aria-label": t("web.replay") });
  const run = h("button", null, "▶ ", t("web.run"));
  let asked = 0;
  const show = async () => {
    const [mine, line] = [(asked += 1), lines[Number(slider.value)]];
    const then = await get(`/api/table?at=${line.seq}`);
    if (mine !== asked) return; // a later place on the slider has been asked for meanwhile
    said.textContent = `${line.seq} · ${line.says.filter(Boolean).join(" · ") || "·"}`;
    stage.replaceChildren(...then.trackers.filter((one) => !one.quiet).sort((a, b) => (b.size ?? 1) - (a.size ?? 1)).map((one) => named(draw({ ...one, handle: null }, then, () => {}), one, then)));
    pack(stage);
    stage.dataset.seq = line.seq;
  };
  const step = async () => {
    if (!slider.isConnected || Number(slider.value) >= lines.length - 1) return;
    slider.value = Number(slider.value) + 1;
    await show();
    setTimeout(step, STEP_MS);
  };
  slider.addEventListener("input", show);
  run.addEventListener("click", step);
  turn(t("web.replay"), h("div", { class: "row replay" }, run, slider), said, stage);
  await show();
}

function named(drawn, one, table) {
  if (one.seat) drawn.querySelector(".label").prepend(h("b", null, nameOf(table, one.seat)));
  return drawn;
}

// The way to the guide: a page of its own, so that the table stays as it is.

import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

/** @type {(turn: any, table: Sent.Table | null, more?: any) => void} */
export function fill(turn, table) {
  const general = CHAPTERS.map((name) => way(name, t(`web.help.${name}`)));
  const own = table ? way(table.game, t("web.help.game")) : null;
  const ways = h("nav", { class: "stack", id: "help" }, own, general);
  turn(t("web.help"), h("p", null, t("web.help.how")), ways);
}

const CHAPTERS = ["start", "camera", "trouble", "questions"];

function way(name, title) {
  const address = `/help/${name}?lang=${device.language}`;
  return h("a", { class: "button", href: address, target: "_blank" }, title);
}

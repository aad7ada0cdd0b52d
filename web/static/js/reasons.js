// A number that changed leaves its reason beside it for a few seconds.

import { get } from "./api.js";
import { h } from "./dom.js";

const SHOWN_MS = 6000;
let values = new Map();
let number = null;

export async function showReasons(whole, table) {
  const now = new Map(table.trackers.filter((one) => one.handle && typeof one.value === "number").map((one) => [one.id, one]));
  const changed = number === table.number ? [...now.values()].filter((one) => values.has(one.id) && values.get(one.id).value !== one.value) : [];
  const was = values;
  [values, number] = [now, table.number];
  for (const one of changed.slice(0, 6)) {
    const told = await get(`/api/history/${encodeURIComponent(one.handle)}`).catch(() => []);
    leave(whole, one, one.value - was.get(one.id).value, told.length ? told[told.length - 1].why : "");
  }
}

function leave(whole, one, by, why) {
  const place = whole.querySelector(`.seat-box[data-seat="${one.seat}"] .reasons[data-of~="${one.id}"]`) ?? whole.querySelector(`.tracker[data-tracker="${one.id}"] > .label`);
  if (!place) return;
  const tag = h("span", { class: "reason" }, h("b", { class: "number" }, by > 0 ? `+${by}` : `−${-by}`), ` ${one.seat && one.badge ? `${one.badge} ` : ""}${why}`);
  place.append(tag);
  setTimeout(() => tag.remove(), SHOWN_MS);
}

// A number that changed leaves its reason beside it for a few seconds. One that the camera read
// keeps a picture corner until it changes again; its history, a tap away, has the picture.

import { tells } from "../trackers/value.js";
import { get } from "./api.js";
import { h } from "./dom.js";

const [SHOWN_MS, MOST] = [6000, 3];
let values = new Map();
let number = null;
let seen = 0; // the newest line when the numbers were looked at last
let read = new Set(); // trackers whose newest value the camera read

export async function showReasons(whole, table) {
  const now = new Map(
    table.trackers
      .filter((one) => tells(one) && typeof one.value === "number")
      .map((one) => [one.id, one]),
  );
  const changed =
    number === table.number
      ? [...now.values()].filter(
          (one) => values.has(one.id) && values.get(one.id).value !== one.value,
        )
      : [];
  const [was, since] = [values, seen];
  if (number !== table.number) read = new Set();
  [values, number, seen] = [now, table.number, table.seq];
  mark(whole);
  for (const one of changed.slice(0, 6)) {
    const told = await get(`/api/numbers/${encodeURIComponent(one.id)}?since=${since}`).catch(
      () => [],
    );
    const last = told[told.length - 1];
    const steps = stepsOf(told, was.get(one.id).value, one.value);
    steps.forEach(({ by, why }) => leave(whole, one, by, why));
    read[table.log.find((line) => line.seq === last?.seq)?.evidence ? "add" : "delete"](one.id);
  }
  if (changed.length) mark(whole);
}

// Each change by itself with its own reason. Where that cannot be told, the sum, and a reason only
// if there is just one.
function stepsOf(told, from, to) {
  const values = [from, ...told.map((step) => step.value)];
  const isWhole =
    told.length &&
    values.every((value) => typeof value === "number") &&
    values[values.length - 1] === to;
  const why = ({ why }) => why.filter(Boolean).join(" ");
  if (!isWhole) return [{ by: to - from, why: told.length === 1 ? why(told[0]) : "" }];
  return told
    .map((step, at) => ({ by: values[at + 1] - values[at], why: why(step) }))
    .filter((step) => step.by)
    .slice(-MOST);
}

// Whose area it stands in and how much it was are said already: "Budi +5 gold from stalls" is "gold
// from stalls" there.
function shortly(why, by, place) {
  const name = place.closest(".seat-box")?.getAttribute("aria-label");
  const rest =
    name && why.startsWith(`${name} `)
      ? why.slice(name.length + 1)
      : name && why.startsWith(`${name}: `)
        ? why.slice(name.length + 2)
        : why;
  return rest.startsWith(`+${by} `) ? rest.slice(String(by).length + 2) : rest;
}

function mark(whole) {
  for (const one of whole.querySelectorAll("[data-tracker] .number"))
    one.classList.toggle(
      "from-camera",
      read.has(one.closest("[data-tracker]").dataset.tracker) && !one.closest(".reason"),
    );
}

function leave(whole, one, by, why) {
  const area = whole.querySelector(
    `.seat-box[data-seat="${one.seat}"] .reasons[data-of~="${one.id}"]`,
  );
  const place = area ?? whole.querySelector(`.tracker[data-tracker="${one.id}"] > .label`);
  if (!place) return;
  const tag = h(
    "span",
    { class: "reason" },
    h("b", { class: "number" }, by > 0 ? `+${by}` : `−${-by}`),
    ` ${one.seat && one.badge ? `${one.badge} ` : ""}${shortly(why, by, place)}`,
  );
  place.append(tag);
  // The newest that have room
  while (area?.childElementCount > 1 && isFull(area)) area.firstElementChild.remove();
  setTimeout(() => tag.remove(), SHOWN_MS);
}

// Where reasons take up room of their own, one is enough.
const isFull = (area) =>
  getComputedStyle(area).position !== "absolute" || area.scrollHeight > area.clientHeight;

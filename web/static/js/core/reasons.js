// A number that changed says by how much and why: how much stands beside the digit for a few
// seconds, the reason in its seat's own line until the next change. One that the camera read keeps
// a picture corner until it changes again; its history, a tap away, has the picture.

import { tells } from "../trackers/value.js";
import { get } from "./api.js";
import { h } from "./dom.js";

const [SHOWN_MS, MOST] = [6000, 3];
let read = new Set(); // trackers whose newest value the camera read
let newest = new Map(); // of each number in a seat's strip: its last change, and when we saw it

/** @type {(whole: HTMLElement, table: Sent.Table, changes: any) => Promise<void>} */
export async function showReasons(whole, table, { isSame, since, numbers }) {
  if (!isSame) [read, newest] = [new Set(), new Map()];
  mark(whole);
  write(whole);
  const told = (one) => tells(one) && typeof one.value === "number";
  const changed = numbers.filter(({ id }) => told(table.trackers.find((one) => one.id === id)));
  for (const { id, from, to } of changed.slice(0, 6)) {
    const steps = await get(`/api/numbers/${encodeURIComponent(id)}?since=${since}`).catch(
      () => [],
    );
    const last = steps[steps.length - 1];
    leave(
      whole,
      table.trackers.find((one) => one.id === id),
      stepsOf(steps, from, to),
    );
    read[table.log.find((line) => line.seq === last?.seq)?.evidence ? "add" : "delete"](id);
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
function shortly(why, by, name) {
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

const signed = (by) => (by > 0 ? `+${by}` : `−${-by}`);
const amount = (by) => h("b", { class: "number", "data-less": by < 0 }, signed(by));

function leave(whole, one, steps) {
  const box = whole.querySelector(`.seat-box[data-seat="${one.seat}"]`);
  if (box?.querySelector(`.reasons[data-of~="${one.id}"]`)) {
    newest.delete(one.id); // the newest last
    newest.set(one.id, { badge: one.badge, steps, at: Date.now() });
    setTimeout(() => write(whole), SHOWN_MS + 50);
    return write(whole);
  }
  const place = whole.querySelector(`.tracker[data-tracker="${one.id}"] > .label`);
  const name = box?.getAttribute("aria-label");
  const tags = steps.map(({ by, why }) =>
    h("span", { class: "reason" }, amount(by), ` ${shortly(why, by, name)}`),
  );
  place?.append(...tags);
  setTimeout(() => tags.forEach((tag) => tag.remove()), SHOWN_MS);
}

// Drawn anew after the seats were: each seat's newest change.
function write(whole) {
  for (const box of whole.querySelectorAll(".seat-box")) {
    const [line, delta] = [box.querySelector(".reasons"), box.querySelector(".delta")];
    const ids = line.dataset.of.split(" ");
    const [id, last] = [...newest].filter(([one]) => ids.includes(one)).pop() ?? [];
    const sum = last?.steps.reduce((all, { by }) => all + by, 0);
    const isFresh = last && Date.now() - last.at < SHOWN_MS;
    const isMain = isFresh && box.querySelector(`.figure.main[data-tracker="${id}"]`);
    delta.textContent = isMain ? signed(sum) : "";
    delta.toggleAttribute("data-less", sum < 0);
    const name = box.getAttribute("aria-label");
    line.replaceChildren(
      ...(last?.steps ?? []).slice(-1).map(({ by, why }) => {
        const what = [last.badge, shortly(why, by, name)].filter(Boolean).join(" ");
        return h("span", { class: "reason", title: why }, amount(by), ` ${what}`);
      }),
    );
  }
}

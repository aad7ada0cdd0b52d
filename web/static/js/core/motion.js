// Short movements that show cause: the die that was thrown flies to the number it changed, numbers
// count over, markers slide, cards turn. Everything is drawn in its new state first; motion only
// tells how it got there. Off on request.

import { toldBy } from "../asks/correct.js";
import { device } from "./device.js";
import { dieOf } from "./dice.js";
import { knows } from "./store.js";

const [COUNT_MS, SLIDE_MS, FLY_MS, MOST_FLIGHTS] = [380, 350, 450, 4];

const isStill = () =>
  device.still ||
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  !("animate" in Element.prototype);

// Called before the page is redrawn; what it returns is called afterwards.
/** @type {(whole: HTMLElement, table: Sent.Table, changes: any) => () => void} */
export function moving(whole, table, { since, numbers, appeared }) {
  if (isStill() || !whole.firstChild) return () => {};
  const [places, origin] = [placesIn(whole), originIn(whole)];
  return () => {
    if (!whole.isConnected) return;
    slide(whole, places);
    for (const { id, from, to } of numbers)
      numbersOf(whole, id).forEach((number) => count(number, from, to));
    fly(whole, table, since, origin, [...numbers.map(({ id }) => id), ...appeared]);
  };
}

const named = (id) => `[data-tracker="${CSS.escape(id)}"]`;
const numbersOf = (whole, id) =>
  [...whole.querySelectorAll(`${named(id)} .number`)]
    .filter(
      (one) => one.closest("[data-tracker]").dataset.tracker === id && !one.closest(".reason"),
    )
    .slice(0, 2);

// The new number is in the page at once; over it, for a moment, the old one counts up or down to
// it.
function count(number, from, to) {
  const began = performance.now();
  const step = (at) => {
    const part = Math.min(1, (at - began) / COUNT_MS);
    number.dataset.count = Math.round(from + (to - from) * part);
    if (part < 1) return requestAnimationFrame(step);
    number.classList.remove("counting");
    number.animate([{ transform: "scale(1.12)" }, { transform: "scale(1)" }], { duration: 160 });
  };
  number.dataset.count = from;
  number.classList.add("counting");
  requestAnimationFrame(step);
}

// What lies on the stage. Controls never move: a finger may be on its way to them.
const thingsIn = (whole) => [...whole.querySelectorAll(".areas [data-key], .areas [data-card]")];
const placesIn = (whole) =>
  new Map(
    thingsIn(whole).map((one) => [
      keyOf(one),
      { box: one.getBoundingClientRect(), turn: Number(one.dataset.turn ?? 0) },
    ]),
  );
const keyOf = (one) =>
  one.dataset.key ?? `${one.closest("[data-tracker]")?.dataset.tracker}/${one.dataset.card}`;

function slide(whole, places) {
  for (const one of thingsIn(whole)) {
    const before = places.get(keyOf(one));
    if (!before) continue;
    const now = one.getBoundingClientRect();
    const [x, y] = [before.box.left - now.left, before.box.top - now.top];
    if (one.dataset.key && (Math.abs(x) > 2 || Math.abs(y) > 2))
      one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: SLIDE_MS,
        easing: "ease-out",
      });
    const turned = Number(one.dataset.turn ?? 0) - before.turn;
    if (turned)
      one.animate(
        [
          { transform: `rotate(${-90 * (turned === 3 ? -1 : turned === -3 ? 1 : turned)}deg)` },
          { transform: "none" },
        ],
        { duration: 2 * SLIDE_MS, easing: "ease-in-out" },
      );
  }
}

// Where dice come from: the picture they were read in, else the instruction that asked for them.
function originIn(whole) {
  const place =
    whole.querySelector(".sight img") ??
    [...whole.querySelectorAll(".virtual img")].find((one) => one.offsetWidth) ??
    whole.querySelector(".ask[data-kind='roll'] .faces, .ask[data-kind='roll']");
  return place?.getBoundingClientRect() ?? null;
}

async function fly(whole, table, last, origin, ids) {
  const line = table.log
    .filter((one) => !one.undone && one.kind === "answer" && one.seq > last)
    .pop();
  if (!line || !origin || !ids.length) return;
  const told = await toldBy(line, table);
  // The page has gone on meanwhile
  if (told?.answer.kind !== "roll" || knows().table?.seq !== table.seq) return;
  const targets = ids
    .map((id) => numbersOf(whole, id)[0])
    .filter(Boolean)
    .slice(0, MOST_FLIGHTS);
  targets.forEach((target, at) =>
    flight(told.answer.dice[at % told.answer.dice.length], origin, target.getBoundingClientRect()),
  );
}

function flight(die, from, to) {
  const drawn = dieOf(die.face, die.colour);
  drawn.classList.add("flying");
  document.body.append(drawn);
  const half = drawn.getBoundingClientRect().width / 2;
  const at = (box) =>
    `translate(${box.left + box.width / 2 - half}px, ${box.top + box.height / 2 - half}px)`;
  drawn.style.left = drawn.style.top = "0";
  const moved = drawn.animate(
    [
      { transform: `${at(from)} scale(1)`, opacity: 1 },
      { transform: `${at(to)} scale(.6)`, opacity: 0.9 },
    ],
    { duration: FLY_MS, easing: "ease-in" },
  );
  moved.onfinish = moved.oncancel = () => drawn.remove();
}

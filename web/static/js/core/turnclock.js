// How long the table has been thinking: counted on this device since the last line, for whoever
// wants to see it. Off until somebody turns it on here.

import { device } from "./device.js";
import { h } from "./dom.js";
import { nameOf } from "./seats.js";

let [seq, since, words] = [null, 0, ""];
let shown = null;
let isTicking = false;
let pausedAt = 0; // when somebody outside stopped the clock; 0: it runs

const inMinutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

const whose = (table) => {
  const order = table.trackers.find((one) => one.kind === "order");
  const now = order?.turns.find((one) => one.state === "now");
  return now ? `${nameOf(table, now.seat)} ` : "";
};

export function turnClock(table) {
  if (!device.clock || !table?.game || table.outcome) {
    shown?.remove();
    shown = null;
    return;
  }
  if (table.seq !== seq) [seq, since] = [table.seq, performance.now()];
  words = whose(table);
  if (!shown) {
    shown = h("div", { id: "turn-clock", "aria-hidden": "true" });
    document.body.append(shown);
    if (!isTicking) setInterval(tick, 1000);
    isTicking = true;
  }
  tick();
}

// The pause is no thinking: what comes after counts on from where it stood.
export function pauseClock(isPaused) {
  if (isPaused === pausedAt > 0) return;
  if (!isPaused) since += performance.now() - pausedAt;
  pausedAt = isPaused ? performance.now() : 0;
  tick();
}

function tick() {
  const now = pausedAt || performance.now();
  if (shown) shown.textContent = `${words}${inMinutes(Math.max(0, now - since) / 1000)}`;
}

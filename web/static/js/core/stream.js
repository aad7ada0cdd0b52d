// The one live connection. Says honestly when it is cut off, and catches up by itself.

import { device } from "./device.js";
import { folded } from "./fold.js";

const SILENCE_MS = 2000; // the service says something every 0.7 seconds
let source = null;
let heard = 0;

export function listen({ table, around, state }) {
  source?.close();
  source = new EventSource(
    `/api/events?changes=1&lang=${device.language}&seat=${encodeURIComponent(device.seat)}`,
  );
  let whole = null;
  const alive = () => {
    heard = Date.now();
    state(true);
  };
  source.addEventListener("open", alive);
  source.addEventListener("beat", alive);
  source.addEventListener("table", (event) => {
    alive();
    whole = JSON.parse(event.data);
    table(whole);
  });
  source.addEventListener("change", (event) => {
    alive();
    whole = folded(whole, JSON.parse(event.data));
    table(whole);
  });
  source.addEventListener("around", (event) => {
    alive();
    around(JSON.parse(event.data));
  });
  source.addEventListener("error", () => {
    state(false);
    // After a refused connection some browsers give up for good; begin again.
    if (source.readyState === EventSource.CLOSED)
      setTimeout(() => listen({ table, around, state }), 1500);
  });
}

export function watchSilence(state) {
  setInterval(() => {
    if (heard && Date.now() - heard > SILENCE_MS) state(false);
  }, 250);
}

// Steps that answer themselves: what they would say is known, so they are read and pass after a
// moment, unless somebody stops them. Where things stand still nothing passes by itself.

import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";

const READ_MS = 5000;
let waiting = null; // the step that is being read now

const isStill = () => device.still || matchMedia("(prefers-reduced-motion: reduce)").matches;

export const isPassing = (ask, table) =>
  Boolean(table.passing?.includes(ask.id)) &&
  !device.watch &&
  !isStill() &&
  !knows().stopped.includes(ask.id);

// In one line, however many it speaks of.
export const inOneLine = (ask) => ({
  ...ask,
  lines: ask.lines.length ? [ask.lines.join(" ")] : [],
});

export function passSoon(ask, give) {
  if (waiting?.id === ask?.id) {
    if (waiting) waiting.answer = () => give({ kind: "ready" }, ask.seats[0]);
    return;
  }
  clearTimeout(waiting?.timer);
  waiting = ask && {
    id: ask.id,
    answer: () => give({ kind: "ready" }, ask.seats[0]),
    timer: setTimeout(pass, READ_MS),
  };
}

function pass() {
  const { answer } = waiting;
  waiting = null;
  answer();
}

export const stopKey = (ask) =>
  h(
    "button",
    {
      class: "also",
      "data-stop": ask.id,
      onclick: () => {
        passSoon(null);
        learn({ stopped: [...knows().stopped, ask.id] });
      },
    },
    t("web.stop_passing"),
  );

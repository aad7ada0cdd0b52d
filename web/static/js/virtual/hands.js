// What hands do at the virtual table. A deed that cannot be done says why, once, where everybody
// hears it.

import { post } from "../core/api.js";

/** @type {Promise<any>} */
let before = Promise.resolve();

// One after the other: a finger that comes off a button must not arrive before it went on.
function tell(message) {
  before = before.catch(() => {}).then(() => say(message));
  return before;
}

async function say(message) {
  const { status, body } = await post("/api/virtual", message);
  const said = document.getElementById("said");
  if (said) said.textContent = status >= 400 ? (body.error?.message ?? "") : "";
  return status < 400;
}

export const hands = (message) => tell({ to: "table", ...message });
export const deal = (ask) => tell({ to: "dealer", do: "deal", ask });
export const panel = (message) => tell({ to: "panel", ...message });
export const power = () => tell({ to: "power", do: "cut" });

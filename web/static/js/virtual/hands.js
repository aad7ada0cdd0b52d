// What hands do at the virtual table. A deed that cannot be done says why, once, where everybody hears it.

import { post } from "../api.js";

async function tell(message) {
  const { status, body } = await post("/api/virtual", message);
  const said = document.getElementById("said");
  if (said) said.textContent = status >= 400 ? body.error?.message ?? "" : "";
  return status < 400;
}

export const hands = (message) => tell({ to: "table", ...message });
export const panel = (message) => tell({ to: "panel", ...message });

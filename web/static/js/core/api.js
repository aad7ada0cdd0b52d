// Talking to the service. An intent keeps its id when it is sent again after a lost reply, so it
// never counts twice.

import { device } from "./device.js";
import { newId } from "./dom.js";

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function call(path, data) {
  const joined = path.includes("?") ? "&" : "?";
  const address = `${path}${joined}lang=${device.language}`;
  const options =
    data === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(data),
        };
  const reply = await fetch(address, options);
  return { status: reply.status, body: await reply.json() };
}

export async function get(path) {
  const { status, body } = await call(path);
  if (status >= 400) throw Object.assign(new Error(body.error?.message ?? status), { body });
  return body;
}

export const post = (path, data) => call(path, data);

const OURS_MS = 900;
let sent = 0;
// Whether this device did something just now: what changes then is no surprise to its finger. Once:
// the next change is somebody else's.
export function wasOurs() {
  const isOurs = Date.now() - sent < OURS_MS;
  sent = 0;
  return isOurs;
}

// Resolves to null when accepted (or already done), else to the error to show.
/** @type {(intent: Record<string, any>) => Promise<any>} */
export async function send(intent) {
  sent = Date.now();
  const whole = { id: newId(), device: device.seat || "tablet", ...intent };
  for (let tries = 0; tries < 6; tries += 1) {
    try {
      const { status, body } = await call("/api/intents", whole);
      return status === 200
        ? null
        : { ...body.error, mayForce: body.may_force, rule: body.rule, line: body.line, intent };
    } catch {
      await wait(300 * 2 ** tries);
    }
  }
  return { code: "away", message: "", intent };
}

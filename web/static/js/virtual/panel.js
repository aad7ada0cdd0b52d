// The virtual panel: its display, its lamps and its buttons. Pressing goes over the wire like a
// finger.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { panel } from "./hands.js";

const KEYS = [
  "seat1",
  "seat2",
  "seat3",
  "seat4",
  "seat5",
  "seat6",
  "confirm",
  "undo",
  "next",
  "plus",
  "minus",
  "roll_taken",
  "free1",
  "free2",
  "free3",
  "free4",
];
const WORDS = {
  seat: (n) => n,
  free: (n) => "●".repeat(1) + n,
  confirm: () => "✓",
  undo: () => "↶",
  next: () => "⇥",
  plus: () => "+",
  minus: () => "−",
  roll_taken: () => "⚄",
};

export function panelFace(face, isOn) {
  return [
    h(
      "div",
      { class: `lcd${isOn ? "" : " off"}`, role: "img", "aria-label": face.rows.join(" ").trim() },
      face.rows.map((row) => row.padEnd(20)).join("\n"),
    ),
    h(
      "div",
      { class: "keys" },
      KEYS.map((role, at) => key(role, face.lamps[at], isOn)),
    ),
  ];
}

// A press changes the panel's face, so its buttons are drawn anew under the finger: which one it is
// on is kept here.
const fingers = new Map();
const press = (role) => panel({ do: "press", role });
const release = (role) => panel({ do: "release", role });

function putOn({ pointerId }, role) {
  fingers.set(pointerId, role);
  press(role);
}

/** @type {(event: any) => void} */
function takeOff({ pointerId }) {
  const role = fingers.get(pointerId);
  if (fingers.delete(pointerId)) release(role);
}

for (const end of ["pointerup", "pointercancel"]) addEventListener(end, takeOff);

function key(role, lamp, isOn) {
  const [, name, number] = /^([a-z_]+?)(\d*)$/.exec(role);
  const tap = (event) => {
    if (event.detail === 0) {
      press(role);
      release(role);
    }
  }; // a click made by a keyboard
  const label = t(`web.virtual.key.${name}`, { n: number });
  return h(
    "button",
    {
      class: `key ${isOn && lamp && lamp !== "off" ? `lit ${lamp}` : ""}`,
      "data-role": role,
      "data-group": name,
      title: label,
      "aria-label": label,
      disabled: !isOn,
      onpointerdown: (event) => putOn(event, role),
      onclick: tap,
    },
    h("span", { "aria-hidden": "true" }, WORDS[name](number)),
  );
}

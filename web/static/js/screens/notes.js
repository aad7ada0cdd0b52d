// What is wrong with the device itself, on every page: a full disk, a clock that jumped, a lens
// that is covered.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";
import { openScreen, SCREENS } from "./index.js";

// Where something can be done about it at once.
const LEADS_TO = { camera_waits: "hardware" };
let drawn = "";

const wayOut = (screen) =>
  h(
    "button",
    { onclick: () => openScreen(screen, null) },
    t(SCREENS.find((one) => one.id === screen).say),
  );

/** @type {(notes: Sent.Note[]) => void} */
export function drawNotes(notes = []) {
  const place = document.getElementById("notes");
  const now = JSON.stringify(notes);
  if (now === drawn) return;
  drawn = now;
  place.hidden = notes.length === 0;
  place.replaceChildren(
    ...notes.map((note) =>
      h(
        "p",
        { "data-note": note.id },
        t(`web.note.${note.id}`, { what: note.what }),
        note.id in LEADS_TO && wayOut(LEADS_TO[note.id]),
      ),
    ),
  );
}

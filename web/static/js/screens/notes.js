// What is wrong with the device itself, on every page: a full disk, a clock that jumped, a lens
// that is covered.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

let drawn = "";

/** @type {(notes: Sent.Note[]) => void} */
export function drawNotes(notes = []) {
  const place = document.getElementById("notes");
  const now = JSON.stringify(notes);
  if (now === drawn) return;
  drawn = now;
  place.hidden = notes.length === 0;
  place.replaceChildren(
    ...notes.map((note) =>
      h("p", { "data-note": note.id }, t(`web.note.${note.id}`, { what: note.what })),
    ),
  );
}

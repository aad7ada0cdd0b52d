// Half-made answers, one for each question, in the store: neither a redraw nor another question in
// between takes anything away. With its question a draft is gone.

import { knows } from "../core/store.js";

const copy = (value) => JSON.parse(JSON.stringify(value));

// What was made so far; `start` is how an answer begins. What the camera read anew is taken over
// unless a finger has begun. Putting an old line right begins with that line each time.
export function draftOf(ask, before, start) {
  const fresh = { from: JSON.stringify(start), start: copy(start), made: copy(start) };
  if (before && !before.fromCamera) return fresh;
  const { drafts } = knows();
  const known = drafts[ask.id];
  if (!known || (known.from !== fresh.from && !known.isTouched)) drafts[ask.id] = fresh;
  return drafts[ask.id];
}

// A finger has begun: this stays the question until it is answered or put aside.
export function touched(ask, draft) {
  const known = knows();
  if (known.drafts[ask.id] !== draft) return;
  draft.isTouched = true;
  known.asked = ask.id;
}

export const isBegun = (draft) => JSON.stringify(draft.made) !== JSON.stringify(draft.start);

export function startOver(draft) {
  draft.made = copy(draft.start);
}

// Of questions that are still asked; pure.
export const stillAsked = (drafts, asks) =>
  Object.fromEntries(asks.filter((ask) => drafts[ask.id]).map((ask) => [ask.id, drafts[ask.id]]));

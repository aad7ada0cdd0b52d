// A number set by hand may bring the same question again under a new name. What somebody had begun
// or opened goes with it.

import { knows } from "../core/store.js";

const wordsOf = ({ id: _, ...rest }) => JSON.stringify(rest);

// Old name to new name: gone, and asked again word for word. Pure.
/** @type {(before: any[], asks: any[]) => Map<string, string>} */
export function renamed(before, asks) {
  const isIn = (list, one) => list.some((other) => other.id === one.id);
  const fresh = asks.filter((ask) => !isIn(before, ask));
  const twins = new Map();
  for (const gone of before.filter((ask) => !isIn(asks, ask))) {
    const words = wordsOf(gone);
    const at = fresh.findIndex((ask) => wordsOf(ask) === words);
    if (at >= 0) twins.set(gone.id, fresh.splice(at, 1)[0].id);
  }
  return twins;
}

const keyed = (kept, nameOf) =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [nameOf(name), value]));

const notGiven = (drafts) =>
  Object.fromEntries(Object.entries(drafts).filter(([, draft]) => !draft.isGiven));

/** @type {(before: any[], asks: any[]) => void} */
export function goAlong(before, asks) {
  const twins = renamed(before, asks);
  if (!twins.size) return;
  const nameOf = (id) => twins.get(id) ?? id;
  const { asked, standing, crowded, opened, sheets, drafts, chips } = knows();
  // Before the new questions are drawn: nothing is told twice
  Object.assign(knows(), {
    asked: nameOf(asked),
    standing: nameOf(standing),
    crowded: crowded.map(nameOf),
    opened: keyed(opened, nameOf),
    sheets: keyed(sheets, (view) => view.replace(/^\S+/, nameOf)),
    drafts: keyed(notGiven(drafts), nameOf),
    chips: { ask: nameOf(chips.ask), slots: chips.slots.map(nameOf) },
  });
}

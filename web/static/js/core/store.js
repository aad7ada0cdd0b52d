// What the page knows, in one place: the table, what stands around it, and what this person has
// opened. Whoever draws is told when something has changed.

const known = {
  table: null,
  around: null,
  connected: false,
  settingUp: false,
  drawn: null, // the table as it was drawn last
  heard: null, // as it was when sounds and speech were last told of it
  asked: "", // the question somebody wants to see instead of the first one
  standing: "", // the question that stands in the band
  crowded: [], // questions whose controls turned out too wide for the band
  opened: {}, // sheets opened or closed by hand, by question
  sheets: {}, // sheets that opened by themselves, by question and view
  drafts: {}, // half-made answers, by question (asks/drafts.js)
  chips: { ask: "", slots: [] }, // which chip stands where beside which question
  areMoreOpen: false, // those that have no room beside it
  setting: null, // the number that is being set by hand (asks/setting.js)
  stopped: [], // steps that would pass by themselves, held by somebody who wants to look
  shown: null, // whose things lie over the stage; a phone that is a seat begins with its own
  more: false, // what no area of the stage holds
  whole: "", // one thing of the stage, large
};
const told = [];

export const knows = () => known;

/** @type {(changes: Partial<typeof known>) => void} */
export function learn(changes) {
  Object.assign(known, changes);
  for (const tell of told) tell(changes);
}

export const whenever = (tell) => told.push(tell);

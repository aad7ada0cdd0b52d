// What the page knows, in one place: the table, what stands around it, and what this person has
// opened. Whoever draws is told when something has changed.

const known = {
  table: null,
  around: null,
  connected: false,
  settingUp: false,
  asked: "", // the question somebody wants to see instead of the first one
  crowded: [], // questions whose controls turned out too wide for the band
  opened: {}, // sheets opened or closed by hand, by question
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

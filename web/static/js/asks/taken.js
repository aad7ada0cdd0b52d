// What has been picked so far, each in a place of its own: one taken away leaves its place empty,
// the next one fills it, so that nothing slides under a finger. Pure.

export const chosen = (taken) => taken.filter((id) => id !== null);
export const countOf = (taken, id) => taken.filter((one) => one === id).length;

const endOf = (taken) => taken.reduce((end, id, at) => (id === null ? end : at + 1), 0);
const trimmed = (taken) => taken.slice(0, endOf(taken));

export const without = (taken, at) => trimmed(taken.map((id, index) => (index === at ? null : id)));

// A tap on an entry: it is taken; what was taken already goes, unless there may be copies. With
// room for one only, the new one takes its place. Full: nothing happens.
export function tapped(taken, id, { most, copies }) {
  const at = taken.indexOf(id);
  if (at >= 0 && !copies) return without(taken, at);
  if (chosen(taken).length >= most) return most === 1 ? [id] : taken;
  const free = taken.indexOf(null);
  return free < 0 ? [...taken, id] : taken.map((one, index) => (index === free ? id : one));
}

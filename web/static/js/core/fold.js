// A change of the table, folded into the table as it was. Pure: the one before stays as it is.

const NAMES = { asks: "id", trackers: "id", log: "seq" };

export function folded(table, change) {
  const now = { ...table, ...change.set };
  for (const part of change.gone) delete now[part];
  for (const [part, list] of Object.entries(change.lists))
    now[part] = foldedList(table[part], list, NAMES[part]);
  return now;
}

function foldedList(entries, { entries: changed, order }, name) {
  const known = new Map(entries.concat(changed).map((entry) => [entry[name], entry]));
  const names = order ?? entries.map((entry) => entry[name]);
  return names.map((one) => known.get(one));
}

// What is different between two states of the table: the one place that says so, for motion, for
// reasons, for sound and for speech. Pure.

/** @type {(was: Sent.Table | null, is: Sent.Table) => any} */
export function changesBetween(was, is) {
  const before = was && was.number === is.number ? was : null; // another game: nothing to compare
  return {
    since: before?.seq ?? 0,
    isSame: Boolean(before),
    ...numbersBetween(before, is),
    ...linesBetween(before, is),
    ended: Boolean(before && is.outcome && !before.outcome),
  };
}

const numbersIn = (table) =>
  new Map((table.trackers ?? []).filter((one) => "value" in one).map((one) => [one.id, one.value]));

// Those that have another value now, and those that were not there.
function numbersBetween(before, is) {
  if (!before) return { numbers: [], appeared: [] };
  const [from, to] = [numbersIn(before), numbersIn(is)];
  const isOther = ([id, value]) => from.has(id) && from.get(id) !== value;
  return {
    numbers: [...to].filter(isOther).map(([id, value]) => ({ id, from: from.get(id), to: value })),
    appeared: [...to.keys()].filter((id) => !from.has(id)),
  };
}

const linesIn = (table) =>
  new Map((table.log ?? []).filter((line) => !line.undone).map((line) => [line.seq, line]));
export const said = (line) => line.says.filter(Boolean).join(". ");

// Lines that came, those that say something else since a correction, and whether any was taken
// back.
function linesBetween(before, is) {
  if (!before) return { fresh: [], put: [], isTakenBack: false };
  const [from, to] = [linesIn(before), linesIn(is)];
  const oldest = Math.min(...to.keys()); // what is older has only left the list
  return {
    fresh: [...to.values()].filter((line) => line.seq > before.seq),
    put: [...to.values()].filter(
      (line) => from.has(line.seq) && said(from.get(line.seq)) !== said(line),
    ),
    isTakenBack: [...from.keys()].some((seq) => !to.has(seq) && seq >= oldest),
  };
}

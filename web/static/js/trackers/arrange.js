// Which tracker stands in which area. Pure: the game's arrangement and its trackers in, what each
// area shows out. Nothing here draws.

const like = (pattern, id) => {
  const [start, end] = pattern.split("*");
  return end === undefined
    ? id === pattern
    : id.length >= start.length + end.length && id.startsWith(start) && id.endsWith(end);
};

// Without an arrangement of the game: an area for each thing that is not quiet, in rows of two.
export function usual(trackers) {
  const areas = trackers
    .filter((one) => !one.seat && !one.quiet)
    .map((one) => ({ id: one.id, say: one.say, holds: [one.id] }));
  const names = areas.map((_, at) => `a${at}`);
  const pairs = names.filter((_, at) => at % 2 === 0).map((name, at) => [name, names[2 * at + 1]]);
  const plan = { columns: [1, 1], rows: pairs.map(([a, b]) => [1, `${a} ${b ?? a}`]) };
  const named = areas.map((area, at) => ({ ...area, id: names[at] }));
  return { areas: named, wide: plan, tall: plan };
}

// What each area shows: the first that is there, all of them, or for each seat all of its own.
export function placed(arrangement, trackers, seats) {
  const found = (pattern) => trackers.filter((one) => like(pattern, one.id));
  const of = (area) => {
    if (area.shows === "each")
      return seats.map((seat) => ({
        seat: seat.id,
        trackers: area.holds.map(
          (pattern) =>
            trackers.find((one) => one.seat === seat.id && like(pattern, one.id)) ?? null,
        ),
      }));
    const all = area.holds.flatMap(found);
    return [{ seat: null, trackers: area.shows === "all" ? all : all.slice(0, 1) }];
  };
  return arrangement.areas.map((area) => ({ ...area, panels: of(area) }));
}

// What stands in no area: a tap away.
export function left(arrangement, trackers) {
  const held = arrangement.areas.flatMap((area) => area.holds);
  return trackers.filter((one) => !held.some((pattern) => like(pattern, one.id)));
}

// A plan in the words of the style sheet.
export const gridOf = (plan) => ({
  gridTemplateAreas: plan.rows.map(([, names]) => `"${names}"`).join(" "),
  gridTemplateRows: plan.rows.map(([weight]) => `minmax(0, ${weight}fr)`).join(" "),
  gridTemplateColumns: plan.columns.map((weight) => `minmax(0, ${weight}fr)`).join(" "),
});

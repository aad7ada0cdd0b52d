// Which question stands in the band, which are chips, and how much room its controls take. Pure.

const [ROW_PX, KEY_PX, LETTER_PX, GAP_PX] = [656, 64, 10, 8]; // of the row of controls at scale 1
// A die with its gap, a face at its smallest; the button that throws on screen
const [DIE_PX, FACE_PX, THROW_PX] = [64, 54, 160];
// a card by its name, where they come from, a new one
const [CARD_PX, WHENCE_PX, NEW_PX] = [160, 88, 196];
const [FEW, FOLDED_PX, MORE_PX, LINE_PX] = [6, 110, 110, 264];
// A chip: its edge and shape, a letter, its words; the key that opens a sheet
const [SHAPE_PX, CHAR_PX, LEAST_PX, SWITCH_PX] = [76, 8, 48, 160];

const needed = (ask) => !ask.optional;

// Of somebody else's sheet or card and not needed: nothing for a phone that is one seat.
const isOthers = (ask, seat) =>
  ask.optional &&
  (ask.kind === "place" || (ask.kind === "show" && ask.zone?.includes(":"))) &&
  !ask.zone?.endsWith(`:${seat}`);

/** @type {(asks: any[], who: { seat: string; watch: boolean }) => any[]} */
export function ours(asks, { seat, watch }) {
  const isOurs = (ask) =>
    watch
      ? needed(ask)
      : !seat || (ask.seats.length ? ask.seats.includes(seat) : !isOthers(ask, seat));
  return [...asks.filter(isOurs)].sort((a, b) => Number(!needed(a)) - Number(!needed(b)));
}

// The one somebody tapped, else what the camera is in doubt about, else the first.
export const current = (asks, chosen, isDoubted) =>
  asks.find((ask) => ask.id === chosen) ?? asks.find(isDoubted) ?? asks.find(needed) ?? null;

// Chips keep their places while a question stands: one that is gone leaves its place empty, a new
// one takes the first empty place.
export function slotted(before, ids) {
  const kept = before.map((id) => (ids.includes(id) ? id : null));
  for (const id of ids) {
    if (kept.includes(id)) continue;
    const free = kept.indexOf(null);
    kept[free < 0 ? kept.length : free] = id;
  }
  return kept;
}

// A key holds two lines of words
const lettersOf = (text) =>
  Math.max(Math.ceil(text.length / 2), ...text.split(" ").map((word) => word.length));
const widthOf = (text) => Math.max(KEY_PX, 25 + LETTER_PX * lettersOf(text)) + GAP_PX;
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

export const diceOf = (ask) => sum(ask.dice.map((die) => die.count));

const ROOM = {
  roll: (ask) =>
    (diceOf(ask) > 1 ? diceOf(ask) * DIE_PX : 0) +
    Math.max(...ask.dice.map((die) => die.faces.length)) * FACE_PX +
    THROW_PX,
  choose: (ask) =>
    openOf(ask).length > FEW
      ? Infinity
      : sum(openOf(ask).map((one) => widthOf(longer(one.say, one.detail)))) +
        (openOf(ask).length < ask.options.length ? FOLDED_PX : 0),
  show: (ask) =>
    ask.most > 1 ? Infinity : ask.known.length * CARD_PX + WHENCE_PX + (ask.new ? NEW_PX : 0),
  place: () => Infinity,
  count: () => 0,
  ready: (ask) => (ask.seats.length > 1 ? ask.seats.length * 150 : 0),
};
// What cannot be chosen now is folded, however much it is
const openOf = (ask) => ask.options.filter((one) => !one.why_not);
const longer = (a, b) => (b && b.length > a.length ? b : a);

// Folded, the camera's line stands in the same row, but for keys
const rowPx = (isFolded, kind) => ROW_PX - (isFolded && kind !== "choose" ? LINE_PX : 0);

// The first of them that fit, each in two lines of its words
const chipWidth = (ask) => SHAPE_PX + Math.max(LEAST_PX, CHAR_PX * lettersOf(ask.say));
const fitting = (others, room) => {
  const ends = others.map((_, at) => sum(others.slice(0, at + 1).map(chipWidth)));
  return ends.filter((end) => end <= room).length;
};

// How many chips of others have room beside its controls
export const chipsBeside = (ask, others, isFolded) =>
  fitting(
    others,
    rowPx(isFolded, ask.kind) - (isLarge(ask, others) ? SWITCH_PX : ROOM[ask.kind](ask)) - MORE_PX,
  );

// Too much for one row of keys: its controls lie on a sheet over the stage.
export const isLarge = (ask, others) =>
  ROOM[ask.kind](ask) + (others.length ? MORE_PX : 0) > ROW_PX || (ask.lines?.length ?? 0) > 1;

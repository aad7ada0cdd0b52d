// Packs the trackers closely: each as high up as it finds room, in their order. Without this they
// stand in rows (the style sheet), and what is low leaves a hole beside what is tall.

// rem, rem, and what takes all the width it is given, where something can stand beside it
const [GAP, CARD, WIDE] = [1.1, 9.5, ["60%", "48%"]];
const TRIES = 40; // orders
// Drawn closer
const [CLOSE_GAP, CLOSE_CARD, CLOSE_WIDE] = [0.55, 8.4, ["66%", "48%", "36%", "26%"]];

// The lowest free height above [left, right) of the line drawn so far.
function heightOver(line, left, right) {
  let top = 0;
  for (const one of line) if (one.left < right && one.right > left && one.top > top) top = one.top;
  return top;
}

// The place with the smallest top, then the smallest left; `line`: what is taken, as steps from
// left to right.
function placeFor(line, width, whole) {
  let best = null;
  for (const { left } of line) {
    if (best && left + width > whole + 1) break;
    const top = heightOver(line, left, left + width);
    if (left + width <= whole + 1 && (!best || top < best.top)) best = { left, top };
  }
  return best ?? { left: 0, top: heightOver(line, 0, whole) };
}

function taken(line, left, right, top) {
  const cut = line
    .flatMap((one) => [
      { ...one, right: Math.min(one.right, left) },
      { ...one, left: Math.max(one.left, right) },
    ])
    .filter((one) => one.right - one.left > 0.5);
  return [...cut, { left, right, top }].sort((a, b) => a.left - b.left);
}

const isWords = (one) => ["tokens-box", "notes-box"].some((name) => one.classList.contains(name));

// How wide it may be: as it is, a line of words also folded, a row of cards with two, three, ...
// beside each other.
function widthsOf(one, isClose) {
  const [count, card] = [Number(one.dataset.cards ?? 0), isClose ? CLOSE_CARD : CARD];
  const folded = one.classList.contains("wide")
    ? isClose
      ? CLOSE_WIDE
      : WIDE
    : one.classList.contains("line") || (isClose && isWords(one))
      ? ["17rem"]
      : [];
  return count && !one.hasAttribute("data-whole")
    ? [1, 2, 3, 4, 5, 6, 7]
        .filter((across) => across <= count && (across > 1 || count < 3))
        .map((across) => `${across * card - 0.25}rem`)
    : [count ? `${count * card}rem` : "", ...folded];
}

// Their shapes, all measured together: one layout of the page for each wish, not for each tracker.
function shapesOf(all, whole, isClose) {
  const wishes = all.map((one) => widthsOf(one, isClose));
  const shapes = all.map(() => []);
  for (let turn = 0; turn < Math.max(0, ...wishes.map((one) => one.length)); turn += 1) {
    const now = all.map((_, at) => at).filter((at) => turn < wishes[at].length);
    // Where it stood before must not squeeze it
    for (const at of now) Object.assign(all[at].style, { left: "0", width: wishes[at][turn] });
    for (const at of now)
      shapes[at].push({ width: all[at].offsetWidth + 1, height: all[at].offsetHeight });
  }
  return shapes.map((some) => {
    const fitting = some.filter((shape) => shape.width <= whole + 1);
    return fitting.length ? fitting : some.slice(0, 1);
  });
}

const classOf = (one) =>
  one.classList.contains("quiet-box") ? 2 : one.classList.contains("first") ? 0 : 1;

// Where each comes to stand, in this order. Pure: trying another order costs no layout.
function laid(shaped, whole, gap) {
  let line = [{ left: 0, right: whole + gap, top: 0 }];
  const places = shaped.map(({ one, shapes }) => {
    let best = null;
    for (const { width, height } of shapes) {
      const place = placeFor(line, width, whole);
      if (!best || place.top + height < best.top + best.height)
        best = { one, width, height, ...place };
    }
    line = taken(line, best.left, best.left + best.width + gap, best.top + best.height + gap);
    return best;
  });
  return { places, height: Math.max(0, ...line.map((one) => one.top)) - gap };
}

// Their own order; what stands first anyhow and then the tallest; then, always the same ones,
// orders by chance.
function* orders(shaped) {
  yield shaped;
  const [first, rest] = [
    shaped.filter(({ one }) => !classOf(one)),
    shaped.filter(({ one }) => classOf(one)),
  ];
  const sorted = (rank) => [...rest].sort((a, b) => rank(b) - rank(a));
  yield [...first, ...sorted(({ shapes }) => shapes[0].height)];
  yield [...shaped].sort((a, b) => b.shapes[0].height - a.shapes[0].height);
  let chance = 1;
  for (let turn = 0; turn < TRIES; turn += 1) {
    const lot = new Map();
    for (const one of rest) {
      chance = (chance * 16807) % 2147483647;
      lot.set(one, chance);
    }
    yield [...first, ...sorted((one) => lot.get(one))];
  }
}

function first(orders, fits) {
  for (const order of orders) if (fits(order)) return order;
  return null;
}

// Packs them in the first order in which all that is not quiet stands within `room` (`only`: in
// that one), else in their own. Returns the order that fits: what stands where, to be asked for
// again while only numbers change.
export function pack(box, { isClose = false, room = Infinity, only = null } = {}) {
  if (!box?.clientWidth) return [];
  box.classList.add("packed");
  box.classList.toggle("close", isClose);
  const [gap, whole] = [
    (isClose ? CLOSE_GAP : GAP) * parseFloat(getComputedStyle(document.documentElement).fontSize),
    box.clientWidth,
  ];
  const all = [...box.children].filter((one) => one.offsetWidth);
  const shaped = shapesOf(all, whole, isClose).map((shapes, at) => ({ one: all[at], shapes }));
  const [loud, quiet] = [
    shaped.filter(({ one }) => classOf(one) < 2),
    shaped.filter(({ one }) => classOf(one) === 2),
  ];
  const isHopeless =
    loud.reduce(
      (sum, { shapes }) => sum + Math.min(...shapes.map((shape) => shape.width * shape.height)),
      0,
    ) >
    whole * room;
  const fitting = isHopeless
    ? null
    : first(
        only ? [only.map((at) => loud[at])] : orders(loud),
        (order) => laid(order, whole, gap).height <= room,
      );
  const { places, height } = laid([...(fitting ?? loud), ...quiet], whole, gap);
  for (const { one, left, top, width } of places)
    Object.assign(one.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  box.style.height = `${height}px`;
  return fitting ? fitting.map((one) => loud.indexOf(one)) : null;
}

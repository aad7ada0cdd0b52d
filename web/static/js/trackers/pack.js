// Packs the trackers closely: each as high up as it finds room, in their order. Without this they stand in rows (the
// style sheet), and what is low leaves a hole beside what is tall.

const GAP = 1.1; // rem
const WIDE = ["60%", "48%"]; // what takes all the width it is given, where something can stand beside it

// The lowest free height above [left, right) of the line drawn so far.
const heightOver = (line, left, right) => Math.max(...line.filter((one) => one.left < right && one.right > left).map((one) => one.top));

// The place with the smallest top, then the smallest left; `line`: what is taken, as steps from left to right.
function placeFor(line, width, whole) {
  const lefts = line.map((one) => one.left).filter((left) => left + width <= whole + 1);
  return lefts.map((left) => ({ left, top: heightOver(line, left, left + width) })).sort((a, b) => a.top - b.top || a.left - b.left)[0] ?? { left: 0, top: heightOver(line, 0, whole) };
}

function taken(line, left, right, top) {
  const cut = line.flatMap((one) => [{ ...one, right: Math.min(one.right, left) }, { ...one, left: Math.max(one.left, right) }]).filter((one) => one.right - one.left > 0.5);
  return [...cut, { left, right, top }].sort((a, b) => a.left - b.left);
}

// How wide it may be: as it is, a line of words also folded, a row of cards with two, three, ... beside each other.
function widthsOf(one) {
  const count = Number(one.dataset.cards ?? 0);
  const folded = one.classList.contains("wide") ? WIDE : one.classList.contains("line") ? ["17rem"] : [];
  return count > 2 ? [2, 3, 4, 5].slice(0, count - 1).map((across) => `${across * 9.5 - 0.5}rem`) : [one.style.flexBasis || "", ...folded];
}

// Their shapes, all measured together: one layout of the page for each wish, not for each tracker.
function shapesOf(all, whole) {
  const wishes = all.map(widthsOf);
  const shapes = all.map(() => []);
  for (let turn = 0; turn < Math.max(0, ...wishes.map((one) => one.length)); turn += 1) {
    const now = all.map((_, at) => at).filter((at) => turn < wishes[at].length);
    for (const at of now) Object.assign(all[at].style, { left: "0", width: wishes[at][turn] }); // where it stood before must not squeeze it
    for (const at of now) shapes[at].push({ width: all[at].offsetWidth + 1, height: all[at].offsetHeight });
  }
  return shapes.map((some) => { const fitting = some.filter((shape) => shape.width <= whole + 1); return fitting.length ? fitting : some.slice(0, 1); });
}

const isQuiet = (one) => Number(one.classList.contains("quiet-box"));

// In their own order, or the tallest first: where everything must fit, that may need less room.
export function pack(box, isTallFirst = false) {
  if (!box?.clientWidth) return;
  box.classList.add("packed");
  const gap = GAP * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const whole = box.clientWidth;
  let line = [{ left: 0, right: whole + gap, top: 0 }];
  const all = [...box.children].filter((one) => one.offsetWidth);
  if (isTallFirst) all.sort((a, b) => isQuiet(a) - isQuiet(b) || b.offsetHeight - a.offsetHeight);
  const shapes = shapesOf(all, whole);
  for (const [at, one] of all.entries()) {
    const places = shapes[at].map((shape) => ({ ...shape, ...placeFor(line, shape.width, whole) }));
    const best = places.sort((a, b) => a.top + a.height - b.top - b.height)[0];
    Object.assign(one.style, { left: `${best.left}px`, top: `${best.top}px`, width: `${best.width}px` });
    line = taken(line, best.left, best.left + best.width + gap, best.top + best.height + gap);
  }
  box.style.height = `${Math.max(0, ...line.map((one) => one.top)) - gap}px`;
}

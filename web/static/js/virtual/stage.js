// The camera's picture with what can be grasped drawn over it: places to lay something, and the
// pieces that lie there. Pieces are dragged, or taken up with Enter and put down on a place; arrows
// move, T turns, Delete takes away.

import { device } from "../core/device.js";
import { block, h, s } from "../core/dom.js";
import { t } from "../core/texts.js";
import { deal, hands } from "./hands.js";
import { keepFresh, laidNow, landed, lifting, lit, quiet, screen, thrown } from "./scenery.js";

const SHOWN_MS = 125;
const [WIDE, HIGH] = [1280, 720];
const STEP = 0.02;
const DRAWN_MS = 1000; // by then the table has drawn what was moved, or it lies where it lay
// Of a swing: less is a tap; so long (in the picture's pixels) is all one's might
const [LEAST, FARTHEST] = [0.06, 480];
let picture = null;
let over = null;
let held = null; // what a hand has taken up: a piece of the supply, or one that lies there
let mayThrow = false;
let stood = []; // screens, at the last drawing

export function stage() {
  picture = h("img", { alt: t("web.camera_picture"), width: 640, height: 360, draggable: "false" });
  over = s("svg", {
    class: "over-table",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "group",
    "aria-label": t("web.virtual.pieces"),
  });
  over.addEventListener("pointerdown", swing);
  over.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hold(null);
  });
  look();
  return h(
    "div",
    { class: "stage" },
    picture,
    s("svg", { class: "lens-sees", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }),
    over,
  );
}

// One picture after the other, never two under way; none while nobody can see it.
function look() {
  const [mine, next] = [picture, () => setTimeout(look, SHOWN_MS)];
  if (!mine.isConnected && mine.src) return;
  if (document.hidden) {
    next();
    return;
  }
  const fresh = new Image();
  fresh.onload = () => {
    mine.src = fresh.src;
    next();
  };
  fresh.onerror = () => setTimeout(look, 1000);
  fresh.src = `/api/picture?${Date.now()}`;
}

export function hold(piece) {
  held = piece;
  over?.classList.toggle("holding", Boolean(held));
  const chips = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(".supply [data-chip]")
  );
  for (const one of chips)
    one.setAttribute("aria-pressed", String(Boolean(held) && one.dataset.chip === held.chip));
  if (held) over.querySelector(".target")?.focus({ preventScroll: true });
}

const here = (event) =>
  new DOMPoint(event.clientX, event.clientY).matrixTransform(over.getScreenCTM().inverse());

// Where on the table a pointer is, as fractions; null beside the table. Around the picture the
// table goes on: there its edge is meant.
export function spot(event) {
  const group = over.querySelector("g");
  const around = over.getBoundingClientRect();
  const isOver =
    event.clientX >= around.left &&
    event.clientX <= around.right &&
    event.clientY >= around.top &&
    event.clientY <= around.bottom;
  if (!group || !isOver) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(
    group.getScreenCTM().inverse(),
  );
  const inside = (share) => Math.min(1, Math.max(0, share));
  return { x: inside(at.x / WIDE), y: inside(at.y / HIGH) };
}

/** @type {(table: Sent.Table, around: Sent.Around, throwable: boolean) => void} */
export function drawOver(table, around, throwable) {
  const scene = around.scene ?? {};
  mayThrow = throwable;
  over.classList.toggle("throwable", throwable);
  const active = /** @type {HTMLElement} */ (document.activeElement);
  const was = over.contains(active) ? { ...active.dataset } : null;
  const standing = [scene.screens, scene.places, table.seats, device.language];
  const isNew = block(over, [scene.targets, scene.pieces, scene.pose, standing], () => {
    const [right, down, turned] = scene.pose ?? [0, 0, 0];
    const places = scene.places ?? [];
    const isAsked = places.some((one) => one.lit);
    return s(
      "g",
      { transform: `translate(${right} ${down}) rotate(${-turned} ${WIDE / 2} ${HIGH / 2})` },
      places.map((one) => (one.lit ? lit(one, table) : isAsked && quiet(one))),
      (scene.targets ?? []).flatMap((one) => one.cells.map((cell) => target(one.ask, cell))),
      (scene.pieces ?? []).map(piece),
      (scene.screens ?? []).map((one) => screen(one, table)),
      lifting(scene.screens ?? [], stood, table),
      s("g", { class: "reads" }),
    );
  });
  stood = scene.screens ?? [];
  drawThrown(around);
  if (isNew) keepFresh(over);
  markRead(landed(scene.pieces ?? [], around));
  if (was) focusOn(was); // what lies there may change while somebody goes over it with the keyboard
}

// Anew only when something else was read: it lands once.
function drawThrown(around) {
  const place = over.querySelector(".reads");
  if (place) block(place, around.read ?? {}, () => thrown(around));
}

// The lens has read it: its outline says so, sure or asked about.
function markRead(read) {
  const trust = new Map(read.map((one) => [one.id, one.trust]));
  for (const shape of over.querySelectorAll(".piece")) {
    const now = trust.get(shape.dataset.piece) ?? "";
    if ((shape.dataset.read ?? "") !== now) shape.dataset.read = now;
  }
}

/** @type {(was: DOMStringMap) => void} */
function focusOn({ piece: id, for: ask, cell }) {
  const same = id
    ? `.piece[data-piece="${CSS.escape(id)}"]`
    : `.target[data-for="${CSS.escape(ask)}"][data-cell="${CSS.escape(cell)}"]`;
  over.querySelector(same)?.focus({ preventScroll: true });
}

const points = (corners) => corners.map(([x, y]) => `${x * WIDE},${y * HIGH}`).join(" ");
const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / 4,
  corners.reduce((sum, [, y]) => sum + y, 0) / 4,
];

function target(ask, cell) {
  const put = () => {
    const [x, y] = middle(cell.corners);
    if (held) putDown({ ask, cell: cell.id }, { x, y });
  };
  const key = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      put();
    }
  };
  return s("polygon", {
    class: "target",
    points: points(cell.corners),
    "data-cell": cell.id,
    "data-for": ask,
    tabindex: 0,
    role: "button",
    "aria-label": t("web.virtual.place", { cell: cell.id || t("web.virtual.here") }),
    onclick: put,
    onkeydown: key,
  });
}

function putDown(where, at = where) {
  const { chip, id, ...rest } = held;
  hold(null);
  return id ? hands({ do: "move", id, ...where }) : lay(rest, where, at);
}

// A piece of the shelf: there at once, and told to the table. One of a pile is drawn by chance.
function lay({ pile, ...piece }, where, at) {
  laidNow(over, piece, at);
  return pile ? deal(pile) : hands({ do: "put", ...piece, ...where });
}

// A piece of the shelf, let go of over the table.
export function drop(piece, event) {
  const at = spot(event);
  if (at) lay(piece, at, at);
}

function piece(one) {
  const label = t("web.virtual.piece", { what: one.title || one.look });
  return s("polygon", {
    class: "piece",
    points: points(one.corners),
    "data-piece": one.id,
    "data-kind": one.kind,
    "data-look": one.look,
    tabindex: 0,
    role: "button",
    "aria-label": label,
    onpointerdown: (event) => grasp(event, one),
    ondblclick: () => hands({ do: "turn", id: one.id }),
    onkeydown: (event) => keys(event, one),
  });
}

function keys(event, one) {
  const [x, y] = middle(one.corners);
  const moves = {
    ArrowLeft: [-STEP, 0],
    ArrowRight: [STEP, 0],
    ArrowUp: [0, -STEP],
    ArrowDown: [0, STEP],
  };
  if (moves[event.key])
    hands({ do: "move", id: one.id, x: x + moves[event.key][0], y: y + moves[event.key][1] });
  else if (event.key === "t" || event.key === "T") hands({ do: "turn", id: one.id });
  else if (event.key === "Delete" || event.key === "Backspace") hands({ do: "take", id: one.id });
  else if (event.key === "Enter") hold({ id: one.id });
  else return;
  event.preventDefault();
}

// A tap on the bare table throws; dragging and letting go throws that way, the harder the longer
// the swing.
function swing(event) {
  if (event.target !== over || event.button > 0) return;
  if (held)
    putDown(spot(event)); // the nearest free place takes it
  else if (mayThrow) swingFrom(event);
}

function swingFrom(event) {
  const from = here(event);
  const arrow = s("line", { class: "swing", x1: from.x, y1: from.y, x2: from.x, y2: from.y });
  over.setPointerCapture(event.pointerId);
  over.append(arrow);
  let by = { hard: 0 };
  const move = (now) => {
    const to = here(now);
    const [x, y] = [to.x - from.x, to.y - from.y];
    by = {
      hard: Math.min(1, Math.hypot(x, y) / FARTHEST),
      towards: (Math.atan2(y, x) * 180) / Math.PI,
    };
    arrow.setAttribute("x2", to.x);
    arrow.setAttribute("y2", to.y);
    arrow.style.strokeWidth = 6 + 14 * by.hard;
  };
  const end = (now) => {
    over.removeEventListener("pointermove", move);
    over.removeEventListener("pointerup", end);
    over.removeEventListener("pointercancel", end);
    arrow.remove();
    if (now.type === "pointerup") hands({ do: "throw", ...(by.hard > LEAST ? by : {}) });
  };
  over.addEventListener("pointermove", move);
  over.addEventListener("pointerup", end);
  over.addEventListener("pointercancel", end);
}

// A piece that lies there follows the finger; let go beside the table it is put away.
function grasp(event, one) {
  if (held) {
    const at = spot(event);
    if (at) putDown(at);
    return;
  }
  const shape = event.currentTarget;
  const from = spot(event);
  shape.setPointerCapture(event.pointerId);
  let last = from;
  const move = (now) => {
    last = spot(now);
    if (last)
      shape.setAttribute(
        "transform",
        `translate(${(last.x - from.x) * WIDE} ${(last.y - from.y) * HIGH})`,
      );
  };
  const back = () => shape.removeAttribute("transform");
  // Its outline stays where it was let go until the table has drawn it there
  const end = () => {
    shape.removeEventListener("pointermove", move);
    const [x, y] = middle(one.corners);
    if (!last) hands({ do: "take", id: one.id });
    else if (Math.hypot(last.x - from.x, last.y - from.y) <= 0.008) back();
    else
      hands({ do: "move", id: one.id, x: x + last.x - from.x, y: y + last.y - from.y }).then(
        (isDone) => setTimeout(back, isDone ? DRAWN_MS : 0),
      );
  };
  shape.addEventListener("pointermove", move);
  shape.addEventListener("pointerup", end, { once: true });
}

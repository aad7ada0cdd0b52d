// Marking the boxes of a sheet on its taught picture: one box after the other, drawn with a finger
// or with the keys.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

const within = (value) => Math.min(1, Math.max(0, value));

// What is being marked: the boxes so far, and which one comes next.
const marking = (card, sheet) => {
  const boxes = { ...(card.boxes ?? {}) };
  const open = () => sheet.boxes.findIndex((name) => !(name in boxes));
  return { boxes, names: sheet.boxes, at: Math.max(0, open()), open };
};

export function markBoxes(view, card, sheet, done) {
  const marks = marking(card, sheet);
  const over = pictureOf(card);
  const said = h("p", { role: "status" });
  const names = h("div", { class: "zones-list" });
  const choose = (index) => {
    marks.at = index;
    draw();
    over.focus();
  };
  const draw = () => {
    drawBoxes(over, marks.boxes);
    names.replaceChildren(...marks.names.map((name, index) => nameOf(name, index, marks, choose)));
    const name = marks.names[marks.at];
    said.textContent = name === undefined ? t("web.boxes_done") : t("web.draw_box", { name });
  };
  byFinger(over, marks, draw);
  byKeys(over, marks, draw);
  const keep = async () => {
    const { boxes } = marks;
    const { status, body } = await post("/api/taught/boxes", { card: card.id, boxes });
    if (status !== 200) {
      said.textContent = body.error.message;
      return;
    }
    card.boxes = body.boxes;
    done();
  };
  const back = h("button", { onclick: done }, t("web.back"));
  view.body.replaceChildren(
    h("div", { class: "row" }, back, h("h3", null, card.title)),
    said,
    over,
    names,
    h("button", { class: "primary", id: "keep-boxes", onclick: keep }, t("web.keep_boxes")),
  );
  draw();
}

// Large enough for a finger, whole on the screen.
function pictureOf(card) {
  const picture = h("img", {
    src: `/api/taught/picture?card=${encodeURIComponent(card.id)}&${Date.now()}`,
    alt: card.title,
    draggable: "false",
    onload: ({ target }) => {
      over.style.width = `min(100%, ${(60 * target.naturalWidth) / target.naturalHeight}vh)`;
    },
  });
  const over = h(
    "div",
    { class: "boxes", tabindex: "0", "aria-label": t("web.mark_boxes") },
    picture,
  );
  return over;
}

function drawBoxes(over, boxes) {
  for (const old of over.querySelectorAll(".box")) old.remove();
  for (const [name, [x, y, wide, high]] of Object.entries(boxes)) {
    const box = h("span", { class: "box", "data-box": name }, name);
    Object.assign(box.style, {
      left: `${x * 100}%`,
      top: `${y * 100}%`,
      width: `${wide * 100}%`,
      height: `${high * 100}%`,
    });
    over.append(box);
  }
}

const nameOf = (name, index, marks, choose) =>
  h(
    "button",
    {
      "data-name": name,
      "aria-pressed": String(index === marks.at),
      onclick: () => choose(index),
    },
    `${name in marks.boxes ? "✓ " : ""}${name}`,
  );

// From where the finger came down to where it goes up.
function byFinger(over, marks, draw) {
  let start = null;
  const place = (event) => {
    const edge = over.getBoundingClientRect();
    const x = within((event.clientX - edge.left) / edge.width);
    return { x, y: within((event.clientY - edge.top) / edge.height) };
  };
  const put = (from, to) => {
    marks.boxes[marks.names[marks.at]] = [
      Math.min(from.x, to.x),
      Math.min(from.y, to.y),
      Math.max(Math.abs(to.x - from.x), 0.01),
      Math.max(Math.abs(to.y - from.y), 0.01),
    ];
    draw();
  };
  over.addEventListener("pointerdown", (event) => {
    if (marks.at >= marks.names.length) return;
    event.preventDefault();
    over.setPointerCapture(event.pointerId);
    start = place(event);
  });
  over.addEventListener("pointermove", (event) => {
    if (start) put(start, place(event));
  });
  over.addEventListener("pointerup", (event) => {
    if (!start) return;
    put(start, place(event));
    start = null;
    marks.at = marks.open() < 0 ? marks.names.length : marks.open();
    draw();
  });
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// Arrows move the box, with Shift its far corner.
function byKeys(over, marks, draw) {
  over.addEventListener("keydown", (event) => {
    const by = ARROWS[event.key];
    if (!by || marks.at >= marks.names.length) return;
    event.preventDefault();
    const name = marks.names[marks.at];
    const [x, y, wide, high] = marks.boxes[name] ?? [0.4, 0.4, 0.2, 0.2];
    const [dx, dy] = [by[0] * 0.01, by[1] * 0.01];
    marks.boxes[name] = event.shiftKey
      ? [x, y, within(wide + dx), within(high + dy)]
      : [within(x + dx), within(y + dy), wide, high];
    draw();
  });
}

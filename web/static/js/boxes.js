// Marking the boxes of a sheet on its taught picture: one box after the other, drawn with a finger
// or with the keys.

import { post } from "./api.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

const within = (value) => Math.min(1, Math.max(0, value));

export function markBoxes(view, card, sheet, done) {
  const boxes = { ...(card.boxes ?? {}) };
  let at = Math.max(
    0,
    sheet.boxes.findIndex((name) => !(name in boxes)),
  );
  let start = null;
  const over = h(
    "div",
    { class: "boxes", tabindex: "0", "aria-label": t("web.mark_boxes") },
    h("img", {
      src: `/api/taught/picture?card=${encodeURIComponent(card.id)}&${Date.now()}`,
      alt: card.title,
      draggable: "false",
      onload: ({ target }) => {
        over.style.width = `min(100%, ${(60 * target.naturalWidth) / target.naturalHeight}vh)`;
      },
    }),
  ); // large enough for a finger, whole on the screen
  const said = h("p", { role: "status" });
  const names = h("div", { class: "zones-list" });
  const draw = () => {
    over.querySelectorAll(".box").forEach((box) => box.remove());
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
    names.replaceChildren(
      ...sheet.boxes.map((name, index) =>
        h(
          "button",
          {
            "data-name": name,
            "aria-pressed": String(index === at),
            onclick: () => {
              at = index;
              draw();
              over.focus();
            },
          },
          `${name in boxes ? "✓ " : ""}${name}`,
        ),
      ),
    );
    said.textContent =
      at < sheet.boxes.length ? t("web.draw_box", { name: sheet.boxes[at] }) : t("web.boxes_done");
  };
  const place = (event) => {
    const edge = over.getBoundingClientRect();
    return [
      within((event.clientX - edge.left) / edge.width),
      within((event.clientY - edge.top) / edge.height),
    ];
  };
  const put = ([x0, y0], [x1, y1]) => {
    boxes[sheet.boxes[at]] = [
      Math.min(x0, x1),
      Math.min(y0, y1),
      Math.max(Math.abs(x1 - x0), 0.01),
      Math.max(Math.abs(y1 - y0), 0.01),
    ];
    draw();
  };
  over.addEventListener("pointerdown", (event) => {
    if (at >= sheet.boxes.length) return;
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
    const open = sheet.boxes.findIndex((name) => !(name in boxes));
    at = open < 0 ? sheet.boxes.length : open;
    draw();
  });
  over.addEventListener("keydown", (event) => {
    // arrows move the box, with Shift its far corner
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
      event.key
    ];
    if (!by || at >= sheet.boxes.length) return;
    event.preventDefault();
    const [x, y, wide, high] = boxes[sheet.boxes[at]] ?? [0.4, 0.4, 0.2, 0.2];
    const [dx, dy] = [by[0] * 0.01, by[1] * 0.01];
    boxes[sheet.boxes[at]] = event.shiftKey
      ? [x, y, within(wide + dx), within(high + dy)]
      : [within(x + dx), within(y + dy), wide, high];
    draw();
  });
  const keep = async () => {
    const { status, body } = await post("/api/taught/boxes", { card: card.id, boxes });
    if (status !== 200) {
      said.textContent = body.error.message;
      return;
    }
    card.boxes = body.boxes;
    done();
  };
  view.body.replaceChildren(
    h(
      "div",
      { class: "row" },
      h("button", { onclick: done }, t("web.back")),
      h("h3", null, card.title),
    ),
    said,
    over,
    names,
    h("button", { class: "primary", id: "keep-boxes", onclick: keep }, t("web.keep_boxes")),
  );
  draw();
}

// Four corners over the live picture, to be dragged with a finger or moved with the arrow keys.

import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

const STEP = 0.004;
const WHERE = ["top_left", "top_right", "bottom_right", "bottom_left"];
const within = (value) => Math.min(1, Math.max(0, value));

export function corners(whole, start, moved) {
  const points = start.map((point) => [...point]);
  const buttons = points.map((_point, at) =>
    h(
      "button",
      { class: "corner", "data-corner": at, "aria-label": t(`web.corner.${WHERE[at]}`) },
      String(at + 1),
    ),
  );
  const put = (at, x, y) => {
    points[at] = [within(x), within(y)];
    buttons[at].style.left = `${points[at][0] * 100}%`;
    buttons[at].style.top = `${points[at][1] * 100}%`;
    moved(points);
  };
  buttons.forEach((button, at) => {
    const follow = (event) => {
      const box = whole.getBoundingClientRect();
      put(at, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      button.focus();
      button.addEventListener("pointermove", follow);
    });
    for (const end of ["pointerup", "pointercancel"])
      button.addEventListener(end, () => button.removeEventListener("pointermove", follow));
    button.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
        event.key
      ];
      if (!by) return;
      event.preventDefault();
      const far = STEP * (event.shiftKey ? 10 : 1);
      put(at, points[at][0] + by[0] * far, points[at][1] + by[1] * far);
    });
  });
  whole.append(...buttons);
  points.forEach((point, at) => put(at, ...point));
  return { points, away: () => buttons.forEach((button) => button.remove()) };
}

// The live picture of the camera with something drawn over it. Asks for pictures only while it is
// on the screen.

import { h, s } from "../core/dom.js";
import { t } from "../core/texts.js";

const EVERY_MS = 400;

/** @type {(how?: { every?: number; onframe?: () => void }) => { whole: any; over: any }} */
export function lens({ every = EVERY_MS, onframe } = {}) {
  const image = h("img", { alt: t("web.camera_picture"), width: 640, height: 360 });
  const over = s("svg", {
    viewBox: "0 0 1000 1000",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const whole = h("div", { class: "lens" }, image, over);
  let began = false;
  const look = () => {
    if (began && !whole.isConnected) return;
    began ||= whole.isConnected;
    if (document.hidden) return setTimeout(look, every);
    const fresh = new Image();
    fresh.onload = () => {
      image.src = fresh.src;
      onframe?.();
      setTimeout(look, every);
    };
    fresh.onerror = () => setTimeout(look, 1500);
    fresh.src = `/api/picture?${Date.now()}`;
  };
  look();
  return { whole, over };
}

export const polygon = (corners, attributes) =>
  s("polygon", {
    points: corners.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "),
    ...attributes,
  });

// "card:2" as people say it: what lies there, and whose it is.
export function placeName(name, table) {
  const [what, number] = name.split(":");
  const seat = table?.seats?.[Number(number) - 1];
  const whose = seat ? seat.name || t(`kit.colour.${seat.colour || seat.id}`) : number;
  return number ? `${t(`web.place.${what}`)} ${whose}` : t(`web.place.${what}`);
}

// Only what holds nothing smaller is named in the picture: names would lie on each other.
export function holds(outer, inner) {
  const box = ({ corners }) => [
    Math.min(...corners.map((p) => p[0])),
    Math.min(...corners.map((p) => p[1])),
    Math.max(...corners.map((p) => p[0])),
    Math.max(...corners.map((p) => p[1])),
  ];
  const [a, b] = [box(outer), box(inner)];
  return (
    a[0] <= b[0] + 0.01 &&
    a[1] <= b[1] + 0.01 &&
    a[2] >= b[2] - 0.01 &&
    a[3] >= b[3] - 0.01 &&
    (a[2] - a[0]) * (a[3] - a[1]) > 1.2 * (b[2] - b[0]) * (b[3] - b[1])
  );
}

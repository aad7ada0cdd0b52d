// The live picture of the camera with something drawn over it. Asks for pictures only while it is on the screen.

import { h, s } from "./dom.js";
import { t } from "./texts.js";

const EVERY_MS = 400;

export function lens({ every = EVERY_MS, onframe } = {}) {
  const image = h("img", { alt: t("web.camera_picture"), width: 640, height: 360 });
  const over = s("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" });
  const whole = h("div", { class: "lens" }, image, over);
  let began = false;
  const look = () => {
    if (began && !whole.isConnected) return;
    began ||= whole.isConnected;
    if (document.hidden) return setTimeout(look, every);
    const fresh = new Image();
    fresh.onload = () => { image.src = fresh.src; onframe?.(); setTimeout(look, every); };
    fresh.onerror = () => setTimeout(look, 1500);
    fresh.src = `/api/picture?${Date.now()}`;
  };
  look();
  return { whole, over };
}

export const polygon = (corners, attributes) => s("polygon", { points: corners.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" "), ...attributes });

// "card:2" as people say it: what lies there, and whose it is.
export function placeName(name, table) {
  const [what, number] = name.split(":");
  const seat = table?.seats?.[Number(number) - 1];
  return `${t(`web.place.${what}`)}${number ? ` ${seat?.name || (seat ? t(`kit.colour.${seat.colour || seat.id}`) : number)}` : ""}`;
}

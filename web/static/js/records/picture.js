// The picture to share: result, curve and best moment of one game, drawn by us as SVG. It carries
// all its colours with it, so that it looks the same saved, sent and printed.

import { s } from "../core/dom.js";
import { colourOf, nameOf } from "../core/seats.js";
import { t } from "../core/texts.js";
import { DASHES, dated, lasted } from "./words.js";

const [WIDE, HIGH] = [1200, 630];
const [LEFT, RIGHT, TOP, BOTTOM] = [640, 1130, 210, 470];
const FONT = "Georgia, 'Liberation Serif', serif";
const PLAIN = "'Source Sans 3', 'Noto Sans', Arial, sans-serif";

// The light theme's colours, whatever the room is lit like.
function palette(game) {
  const root = document.documentElement;
  const { theme } = root.dataset;
  const probe = document.createElement("span");
  probe.dataset.game = game.game;
  root.dataset.theme = "light";
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const names = ["deep", ...game.seats.map((seat) => colourOf(game, seat.id))];
  const found = names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  probe.remove();
  root.dataset.theme = theme;
  return Object.fromEntries(found);
}

const text = (x, y, size, fill, words, more = {}) =>
  s("text", { x, y, "font-size": size, fill, "font-family": PLAIN, ...more }, words);

// As many lines as are needed, at most so many, broken between words.
function broken(words, most, lines) {
  const found = [""];
  for (const word of words.split(" ")) {
    const last = found.length - 1;
    if (`${found[last]} ${word}`.length <= most) found[last] += ` ${word}`;
    else found.push(word);
  }
  const kept = found.map((line) => line.trim()).filter(Boolean);
  if (kept.length <= lines) return kept;
  return [...kept.slice(0, lines - 1), `${kept[lines - 1].slice(0, most - 1)}…`];
}

export function picture(game) {
  const ink = palette(game);
  const best =
    game.moments.find((one) => one.kind === "decided") ?? game.moments[game.moments.length - 1];
  return s(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      width: WIDE,
      height: HIGH,
    },
    s("rect", { width: WIDE, height: HIGH, fill: ink.deep || "#3a2e23" }),
    s("rect", { x: 24, y: 24, width: WIDE - 48, height: HIGH - 48, fill: "#fffcf6", rx: 18 }),
    text(70, 100, 46, "#231d17", game.title, { "font-family": FONT, "font-weight": 700 }),
    text(70, 146, 26, "#5c5044", `${dated(game.started)} · ${lasted(game.lasted_s)}`),
    broken(game.result, 31, 3).map((line, at) =>
      text(70, 214 + at * 38, 30, "#231d17", line, { "font-family": FONT }),
    ),
    seats(game, ink),
    curve(game, ink),
    best &&
      broken(best.told, 88, 2).map((line, at) =>
        text(70, 540 + at * 32, 26, "#231d17", at ? line : `★ ${line}`),
      ),
    text(WIDE - 70, HIGH - 46, 20, "#5c5044", t("web.records.made_by"), { "text-anchor": "end" }),
  );
}

const colour = (game, ink, seat) => ink[colourOf(game, seat)] || "#5c5044";

function seats(game, ink) {
  const best = [...game.seats].sort((a, b) => (a.place ?? 9) - (b.place ?? 9));
  return best.map((seat, at) => {
    const y = 352 + at * 34;
    const name = `${seat.won ? "★ " : ""}${nameOf(game, seat.id)}`;
    return [
      s("circle", { cx: 82, cy: y - 9, r: 11, fill: colour(game, ink, seat.id) }),
      text(106, y, 28, "#231d17", name, { "font-weight": seat.won ? 700 : 400 }),
      seat.score !== null &&
        text(560, y, 30, "#231d17", String(seat.score), {
          "text-anchor": "end",
          "font-weight": 700,
        }),
    ];
  });
}

function curve(game, ink) {
  const drawn = game.seats.filter((seat) => seat.curve.length > 2);
  if (!drawn.length) return [];
  const all = drawn.flatMap((seat) => seat.curve).filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (at) => LEFT + (at * (RIGHT - LEFT)) / (drawn[0].curve.length - 1);
  const y = (value) => BOTTOM - ((value - least) * (BOTTOM - TOP)) / (most - least);
  const axis = (value) => [
    s("line", { x1: LEFT, x2: RIGHT, y1: y(value), y2: y(value), stroke: "#d5c7af" }),
    text(LEFT - 12, y(value) + 8, 22, "#5c5044", String(value), { "text-anchor": "end" }),
  ];
  const line = (seat) =>
    s("polyline", {
      fill: "none",
      stroke: colour(game, ink, seat.id),
      "stroke-width": 5,
      "stroke-dasharray": DASHES[game.seats.indexOf(seat) % DASHES.length] || null,
      points: seat.curve
        .map((value, at) => (value === null ? "" : `${x(at).toFixed(1)},${y(value).toFixed(1)}`))
        .filter(Boolean)
        .join(" "),
    });
  return [axis(least), axis(most), drawn.map(line)];
}

// The same as a PNG, made by the browser.
export function asPng(drawn) {
  const source = new XMLSerializer().serializeToString(drawn);
  const image = new Image();
  return new Promise((made, failed) => {
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [WIDE, HIGH];
      canvas.getContext("2d").drawImage(image, 0, 0);
      canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error("no picture"))), "image/png");
    };
    image.onerror = failed;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  });
}

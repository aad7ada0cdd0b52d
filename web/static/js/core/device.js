// What this device remembers for itself: language, seat, scale, theme, names used before, which way
// each seat's area is turned.

const KEY = "tableside";
const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
// Name and voice of each language there is, the usual one first: the service tells it with the
// page.
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages);
const known = Object.keys(LANGUAGES);
const browsers = known.find((code) => navigator.language?.startsWith(code)) ?? known[0];
export const device = {
  language: browsers,
  seat: "",
  watch: false,
  scale: 1,
  theme: "",
  still: false,
  sound: false,
  speech: false,
  awake: true,
  clock: false,
  names: [],
  turns: {},
  ...saved,
};
if (!(device.language in LANGUAGES)) device.language = browsers; // it was there once

export function remember(changes) {
  Object.assign(device, changes);
  localStorage.setItem(KEY, JSON.stringify(device));
  dress();
}

export function dress() {
  const root = document.documentElement;
  // A larger screen stands further away: everything grows with it, as if the tablet were held
  // closer.
  const room = Math.min(3, Math.max(1, Math.min(innerWidth / 1280, innerHeight / 800)));
  root.style.setProperty("--scale", String(device.scale));
  root.style.setProperty("--room", String(room));
  root.lang = device.language;
  root.toggleAttribute("data-still", device.still);
  root.toggleAttribute("data-watch", device.watch);
  const rem = 16 * device.scale * room;
  const [width, height] = [innerWidth / rem, innerHeight / rem];
  root.toggleAttribute("data-stacked", width < 56 || height > width);
  root.toggleAttribute("data-tight", width < 46);
  root.toggleAttribute("data-narrow", width < 38);
  root.toggleAttribute("data-tiny", width < 20); // a phone with everything drawn large
  root.toggleAttribute("data-low", height < 44);
  root.toggleAttribute("data-flow", width < 38 || height < 42); // no room for fixed places
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = device.theme || (dark ? "dark" : "light");
}

addEventListener("resize", dress);

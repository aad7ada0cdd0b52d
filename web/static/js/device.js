// What this device remembers for itself: language, seat, scale, theme, names used before, which way each seat's area is
// turned.

const KEY = "tableside";
const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
const first = navigator.language?.startsWith("id") ? "id" : "en";
export const device = { language: first, seat: "", scale: 1, theme: "", still: false, sound: false, speech: false, awake: true, names: [], turns: {}, ...saved };

export function remember(changes) {
  Object.assign(device, changes);
  localStorage.setItem(KEY, JSON.stringify(device));
  dress();
}

export function dress() {
  const root = document.documentElement;
  root.style.setProperty("--scale", device.scale);
  root.lang = device.language;
  root.toggleAttribute("data-still", device.still);
  const [width, height] = [innerWidth / (16 * device.scale), innerHeight / (16 * device.scale)]; // in rem
  root.toggleAttribute("data-stacked", width < 56 || height > width);
  root.toggleAttribute("data-narrow", width < 38);
  root.toggleAttribute("data-low", height < 44);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = device.theme || (dark ? "dark" : "light");
}

addEventListener("resize", dress);

// The page's own words, from the same catalogues as everything else.

import { device } from "./device.js";

let words = {};

export async function loadTexts() {
  words = await (await fetch(`/api/texts/${device.language}`)).json();
}

export const has = (key) => key in words;

// t("web.undo") or t("web.placed", {n: 3})
/** @type {(key: string, values?: Record<string, any>) => string} */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

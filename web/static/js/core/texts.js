// The page's own words, from the same catalogues as everything else.

import { device } from "./device.js";

let words = {};

export async function loadTexts() {
  words = await (await fetch(`/api/texts/${device.language}`)).json();
}

export const has = (key) => key in words;

// A text that depends on a number comes in all its forms; `plural` says which one each number
// takes, a digit each: no rule looks further than the last two digits beyond the hundreds.
function formOf(text, n) {
  if (typeof text === "string") return text;
  const counted = n < words.plural.length ? n : 100 + (n % 100);
  return text[words.plural[counted]] ?? text[text.length - 1];
}

// t("web.undo") or t("web.placed", {n: 3})
/** @type {(key: string, values?: Record<string, any>) => string} */
export function t(key, values = {}) {
  const text = formOf(words[key] ?? key, values.n);
  return text.replace(/\{(\w+)\}/g, (gap, name) => spoken(values[name]) ?? gap);
}

// A part of a whole number with the sign that this language puts before it.
const spoken = (value) =>
  typeof value === "number" && !Number.isInteger(value)
    ? value.toLocaleString(device.language, { maximumFractionDigits: 2 })
    : value;

export const percent = (share) =>
  share.toLocaleString(device.language, { style: "percent", maximumFractionDigits: 0 });

// Numbers as a pad types them, within what can be set. Pure.

const LONGEST = 4; // digits

export const isWithin = ({ least, most }, to) =>
  to >= least && (most === null || most === undefined || to <= most);

export const bounded = ({ least, most }, to) => Math.min(most ?? Infinity, Math.max(least, to));

// The first digit begins anew, further ones follow it; a number too large to be set is still
// shown as typed.
export function typed({ value }, to, key, isTyped) {
  if (key === "clear") return value;
  if (key === "back") return Math.trunc(to / 10);
  const digits = isTyped && to > 0 ? `${to}${key}` : key;
  return Number(digits.slice(0, LONGEST));
}

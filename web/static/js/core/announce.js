// What has become different, for the ear: which sound, and which sentences. A correction is said
// once, right value only.

import { device, LANGUAGES } from "./device.js";
import { h } from "./dom.js";
import { play } from "./sounds.js";

const SHOWN_MS = 3200; // a moment
const READ = ["story"]; // the player reads a card aloud now
let before = null;

/** @type {(table: Sent.Table, sights: Sent.Sight[]) => void} */
export function announce(table, sights = []) {
  const now = heard(table, sights);
  const news = before && before.number === now.number ? newsBetween(before, now) : null;
  before = now;
  if (!news) return;
  if (news.sounds.length) play(...news.sounds);
  if (news.moment) flash(news.moment);
  if (news.stop) globalThis.speechSynthesis?.cancel();
  if (device.speech) news.says.forEach(speak);
}

const heard = (table, sights) => ({
  number: table.number,
  seq: table.seq,
  hushed: Boolean(table.hushed),
  over: Boolean(table.outcome),
  why: table.outcome?.why,
  asked: sights.map((sight) => sight.ask).join(),
  lines: new Map(
    (table.log ?? [])
      .filter((line) => !line.undone)
      .map((line) => [line.seq, line.says.filter(Boolean).join(". ")]),
  ),
  moments: new Map((table.log ?? []).map((line) => [line.seq, line.moment])),
  sounds: new Map((table.log ?? []).map((line) => [line.seq, line.sounds ?? []])),
});

// Pure: what to play and to say when `was` has become `is`.
function newsBetween(was, is) {
  const put = [...is.lines]
    .filter(([seq, text]) => was.lines.has(seq) && was.lines.get(seq) !== text)
    .map(([, text]) => text);
  const fresh = [...is.lines].filter(([seq]) => seq > was.seq).map(([, text]) => text);
  const takenBack = [...was.lines.keys()].some(
    (seq) => !is.lines.has(seq) && seq >= Math.min(...is.lines.keys()),
  );
  const ended = is.over && !was.over;
  const says = (put.length ? put.slice(0, 1) : fresh).concat(ended ? [is.why] : []).filter(Boolean);
  const made = [...is.sounds]
    .filter(([seq]) => seq > was.seq && is.lines.has(seq))
    .flatMap(([, sounds]) => sounds);
  const sounds = ended
    ? ["end"]
    : is.asked && is.asked !== was.asked
      ? ["asked"]
      : made.length
        ? made
        : fresh.length || put.length
          ? ["counted"]
          : [];
  const moments = [...is.moments].filter(([seq, say]) => say && seq > was.seq && is.lines.has(seq));
  const hushed = is.hushed || made.some((sound) => READ.includes(sound));
  return {
    sounds,
    says: hushed ? [] : says,
    moment: ended ? "" : moments[moments.length - 1]?.[1],
    stop: Boolean(put.length || takenBack || hushed),
  };
}

// The climax, over the stage for a moment. Nothing to press and nothing to wait for: the page under
// it goes on. The log has the same words for the ear.
function flash(text) {
  for (const before of document.querySelectorAll(".flash")) before.remove();
  const card = h(
    "div",
    { class: "flash on-deep", "aria-hidden": "true" },
    h("span", { class: "emblem" }),
    h("p", { class: "say" }, text),
  );
  document.body.append(card);
  setTimeout(() => card.remove(), SHOWN_MS);
}

function speak(text) {
  if (!("speechSynthesis" in globalThis)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = LANGUAGES[device.language].voice;
  speechSynthesis.speak(words);
}

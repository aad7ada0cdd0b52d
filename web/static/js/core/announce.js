// What has become different, for the ear: which sound, and which sentences. A correction is said
// once, right value only.

import { changesBetween, said } from "./changes.js";
import { device, LANGUAGES } from "./device.js";
import { h } from "./dom.js";
import { play } from "./sounds.js";
import { knows } from "./store.js";

const SHOWN_MS = 3200; // a moment
const READ = ["story"]; // the player reads a card aloud now

/** @type {(table: Sent.Table, sights: Sent.Sight[]) => void} */
export function announce(table, sights = []) {
  const asked = sights.map((sight) => sight.ask).join();
  const { heard } = knows();
  knows().heard = { table, asked };
  if (!heard || heard.table.number !== table.number) return;
  const isAsked = Boolean(asked && asked !== heard.asked);
  const news = newsOf(changesBetween(heard.table, table), table, isAsked);
  if (news.sounds.length) play(...news.sounds);
  if (news.moment) flash(news.moment);
  if (news.stop) globalThis.speechSynthesis?.cancel();
  if (device.speech) news.says.forEach(speak);
}

// Pure: what to play and to say of what has changed.
/** @type {(changes: any, table: Sent.Table, isAsked: boolean) => any} */
function newsOf({ fresh, put, isTakenBack, ended }, table, isAsked) {
  const made = fresh.flatMap((line) => line.sounds ?? []);
  const hushed = Boolean(table.hushed) || made.some((sound) => READ.includes(sound));
  const lines = (put.length ? put.slice(0, 1) : fresh).map(said);
  const says = lines.concat(ended ? [table.outcome?.why] : []).filter(Boolean);
  const counted = fresh.length || put.length ? ["counted"] : [];
  const moments = fresh.map((line) => line.moment).filter(Boolean);
  return {
    sounds: ended ? ["end"] : isAsked ? ["asked"] : made.length ? made : counted,
    says: hushed ? [] : says,
    moment: ended ? "" : moments[moments.length - 1],
    stop: Boolean(put.length || isTakenBack || hushed),
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

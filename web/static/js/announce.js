// What has become different, for the ear: which sound, and which sentences. A correction is said once, right value only.

import { device } from "./device.js";
import { play } from "./sounds.js";

let before = null;

export function announce(table, sights = []) {
  const now = heard(table, sights);
  const news = before && before.number === now.number ? newsBetween(before, now) : null;
  before = now;
  if (!news) return;
  if (news.sound) play(news.sound);
  if (news.stop) globalThis.speechSynthesis?.cancel();
  if (device.speech) news.says.forEach(speak);
}

const heard = (table, sights) => ({
  number: table.number, seq: table.seq, over: Boolean(table.outcome), why: table.outcome?.why,
  asked: sights.map((sight) => sight.ask).join(),
  lines: new Map((table.log ?? []).filter((line) => !line.undone).map((line) => [line.seq, line.says.filter(Boolean).join(". ")])),
});

// Pure: what to play and to say when `was` has become `is`.
function newsBetween(was, is) {
  const put = [...is.lines].filter(([seq, text]) => was.lines.has(seq) && was.lines.get(seq) !== text).map(([, text]) => text);
  const fresh = [...is.lines].filter(([seq]) => seq > was.seq).map(([, text]) => text);
  const takenBack = [...was.lines.keys()].some((seq) => !is.lines.has(seq) && seq >= Math.min(...is.lines.keys()));
  const ended = is.over && !was.over;
  const says = (put.length ? put.slice(0, 1) : fresh).concat(ended ? [is.why] : []).filter(Boolean);
  const sound = ended ? "end" : is.asked && is.asked !== was.asked ? "asked" : fresh.length || put.length ? "counted" : null;
  return { sound, says, stop: Boolean(put.length || takenBack) };
}

function speak(text) {
  if (!("speechSynthesis" in globalThis)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = { id: "id-ID", en: "en-GB" }[device.language];
  speechSynthesis.speak(words);
}

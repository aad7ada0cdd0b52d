// What this device plays: a soft tick when something counted, a double when something is asked, a chord at the end.

import { device } from "./device.js";

const TUNES = {
  counted: [[880, 0, 0.05]],
  asked: [[660, 0, 0.09], [660, 0.15, 0.09]],
  refused: [[220, 0, 0.12]],
  end: [[392, 0, 1.2], [494, 0, 1.2], [587, 0, 1.2]],
};
let audio = null;

export function play(name) {
  if (!device.sound) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [hertz, after, length] of TUNES[name]) tone(hertz, audio.currentTime + after, length);
}

function tone(hertz, at, length) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length + 0.05);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.1);
}

// What this device plays. The games name what happened; here is what it sounds like: a soft tick
// when something counted, a double when something is asked, a chord at the end, and between them a
// motif for what people should look up at.

import { device } from "./device.js";

// Tones: hertz, after so many seconds, so long.
const TUNES = {
  counted: [[880, 0, 0.05]],
  asked: [
    [660, 0, 0.09],
    [660, 0.15, 0.09],
  ],
  refused: [[220, 0, 0.12]],
  end: [
    [392, 0, 1.2],
    [494, 0, 1.2],
    [587, 0, 1.2],
  ],
  turn: [
    [587, 0, 0.08],
    [784, 0.1, 0.14],
  ],
  chime: [
    [784, 0, 0.1],
    [1047, 0.09, 0.25],
  ],
  bright: [
    [784, 0, 0.1],
    [988, 0.1, 0.1],
    [1175, 0.2, 0.3],
  ],
  plain: [[523, 0, 0.18]],
  dull: [
    [262, 0, 0.18],
    [196, 0.18, 0.3],
  ],
  knock: [
    [165, 0, 0.05],
    [147, 0.09, 0.06],
  ],
  drum: [
    [98, 0, 0.25],
    [87, 0.3, 0.35],
  ],
  gong: [
    [196, 0, 1],
    [294, 0.02, 0.8],
  ],
  horn: [
    [220, 0, 0.4],
    [277, 0.12, 0.4],
    [330, 0.24, 0.5],
  ],
  fall: [
    [659, 0, 0.12],
    [494, 0.12, 0.12],
    [370, 0.24, 0.3],
  ],
  sting: [
    [233, 0, 0.3],
    [311, 0.14, 0.3],
    [466, 0.28, 0.6],
  ],
  fanfare: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.45],
  ],
  warning: [
    [440, 0, 0.14],
    [440, 0.24, 0.14],
    [440, 0.48, 0.14],
  ],
};
// The games' words for what happened.
const MEANS = {
  tick: "counted",
  soft: "counted",
  medium: "horn",
  loud: "fanfare",
  wrong: "refused",
  beast: "drum",
  event: "drum",
  mystic: "sting",
  initiative: "turn",
  hit: "chime",
  miss: "knock",
  defeated: "bright",
  blocked: "plain",
  hurt: "dull",
  repaired: "bright",
  tomorrow: "plain",
  reshuffle: "knock",
  last_day: "warning",
  last_round: "warning",
  target: "warning",
  deck_empty: "warning",
  fallen: "fall",
  loss: "fall",
  victory: "end",
  winner: "end",
  luck_good: "bright",
  luck_none: "plain",
  luck_bad: "dull",
  story: "bright",
  hero: "fanfare",
  off: "fall",
  slot: "plain",
  claim: "chime",
  complete: "chime",
  merit: "bright",
  uncovered: "plain",
  vp: "chime",
  shield: "plain",
  base_open: "horn",
  destroyed: "fall",
  ruler: "plain",
};
// Several at once follow each other; the same one again is higher, and so is a greater number
// (hit:3)
const [MOST, APART_S, RISE] = [4, 0.45, 1.12];
const HIGHEST = 8; // steps; above them a tone only hurts
let audio = null;

const tuneOf = (name) => TUNES[name] ?? TUNES[MEANS[name]] ?? TUNES.counted;

export function play(...names) {
  if (!device.sound) return;
  audio ??= new AudioContext();
  audio.resume();
  names.slice(0, MOST).forEach((said, at) => {
    const [name, number] = said.split(":");
    const steps = number
      ? Number(number) - 1
      : names.slice(0, at).filter((other) => other === said).length;
    const pitch = RISE ** Math.min(steps, HIGHEST);
    for (const [hertz, after, length] of tuneOf(name))
      tone(hertz * pitch, audio.currentTime + at * APART_S + after, length);
  });
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

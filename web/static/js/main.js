// Starts the page: words, the live connection, and whichever of the two pages fits.

import { stillAsked } from "./asks/drafts.js";
import { goAlong } from "./asks/renamed.js";
import { announce } from "./core/announce.js";
import { keepAwake } from "./core/awake.js";
import { device, dress, remember } from "./core/device.js";
import { betweenPresses } from "./core/press.js";
import { knows, learn, whenever } from "./core/store.js";
import { listen, watchSilence } from "./core/stream.js";
import { loadTexts } from "./core/texts.js";
import { pauseClock, turnClock } from "./core/turnclock.js";
import { drawCheck } from "./screens/devicecheck.js";
import { drawNotes } from "./screens/notes.js";
import { tablePage } from "./screens/table.js";
import { drawDemo } from "./virtual/demo.js";

const page = document.getElementById("page");

// The first picture waits for both: drawn twice, it would lose what a quick finger did in between.
function draw() {
  const { table, around, connected, settingUp } = knows();
  if (!table || !around) return;
  document.body.dataset.seq = table.seq;
  document.documentElement.dataset.game = table.game ?? ""; // it wears that game's face
  turnClock(table);
  if (table.game) {
    if (settingUp) learn({ settingUp: false });
    tablePage(page, table, connected, around);
    dispatchEvent(new Event("running"));
  } else if (table.unshown) {
    learn({ settingUp: false });
    import("./screens/unshown.js").then(({ unshownPage }) => unshownPage(page));
    dispatchEvent(new Event("running"));
  } else if (!settingUp && !around.demo) {
    // between two games of a demo the last one stays in sight
    learn({ settingUp: true });
    import("./screens/setup.js")
      .then(({ setupPage }) => setupPage(page, drawAround))
      .then(() => dispatchEvent(new Event("running")), stranded);
  }
}

// Something the page cannot do without did not come (boot.js begins anew).
const stranded = () => dispatchEvent(new Event("stranded"));

// What stands around the table and is drawn on every page that has a place for it.
function drawAround() {
  drawDemo(knows().around);
  drawCheck(knows().around);
}

// Many changes within one picture are drawn once; a page nobody looks at is kept up to date all the
// same. The first one waits for no picture: there is nothing yet that people look at.
let isDue = false;
function soon() {
  if (isDue) return;
  isDue = Boolean(document.body.dataset.seq);
  const go = () => {
    isDue = false;
    const { table, around } = knows();
    betweenPresses(draw);
    if (table && around) announce(table, around.sights);
  };
  if (!isDue) go();
  else if (document.hidden) setTimeout(go, 50);
  else requestAnimationFrame(go);
}

// A link may say whose device this is (after joining by QR code), that it only watches, or that it
// hangs on the wall.
const wanted = new URLSearchParams(location.search);
if (wanted.has("seat")) {
  remember({ seat: wanted.get("seat"), watch: false });
  history.replaceState(null, "", "/");
}
if (wanted.get("view") === "watch") {
  remember({ seat: "", watch: true });
  history.replaceState(null, "", "/");
}
document.body.classList.toggle("wall", wanted.get("view") === "wall");

dress();
const words = loadTexts();
words.then(keepAwake, stranded);
// What comes before the words waits for them
const inWords = (go) => (now) => words.then(() => go(now));
const state = (alive) => {
  if (alive !== knows().connected) {
    learn({ connected: alive });
    betweenPresses(draw);
  }
};
listen({
  state,
  around: inWords((now) => {
    learn({ around: now });
    drawNotes([...now.notes, ...now.desk]);
    pauseClock(now.desk.some((note) => note.id === "clock_paused"));
    drawAround();
    soon();
  }),
  table: inWords((now) => {
    if (now.game && device.seat && !now.seats.some((seat) => seat.id === device.seat))
      device.seat = "";
    goAlong(knows().table?.asks ?? [], now.asks ?? []);
    learn({ table: now, drafts: stillAsked(knows().drafts, now.asks ?? []) });
    soon();
  }),
});
// What this person opened or closed is seen at once
whenever((changes) => {
  const drawn = ["asked", "opened", "setting", "shown", "more", "whole", "stopped"];
  if (drawn.some((name) => name in changes)) draw();
});
addEventListener("turned", draw); // a seat's area faces another way now
watchSilence(state);

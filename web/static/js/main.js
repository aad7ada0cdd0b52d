// Starts the page: words, the live connection, and whichever of the two pages fits.

import { device, dress } from "./device.js";
import { setupPage } from "./setup.js";
import { listen, watchSilence } from "./stream.js";
import { tablePage } from "./table.js";
import { loadTexts } from "./texts.js";

const page = document.getElementById("page");
let table = null;
let connected = false;
let settingUp = false;
let around = {};

function draw() {
  if (!table) return;
  document.body.dataset.seq = table.seq;
  if (table.game) {
    settingUp = false;
    tablePage(page, table, connected, around);
  } else if (!settingUp) {
    settingUp = true;
    setupPage(page);
  }
}

dress();
await loadTexts();
const state = (alive) => { if (alive !== connected) { connected = alive; draw(); } };
listen({ state, around: (now) => { around = now; draw(); }, table: (now) => {
  if (now.game && device.seat && !now.seats.some((seat) => seat.id === device.seat)) device.seat = "";
  table = now;
  draw();
} });
watchSilence(state);

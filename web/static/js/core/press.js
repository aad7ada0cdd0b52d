// While a finger is down nothing is drawn anew: what it presses must still be there when it lifts.
// What comes from elsewhere just after a question changed is kept from acting on the new one.

// A finger that rests; from lifting it to the click that belongs to it, on a slow device that is
// busy; a question nobody has read
const [LONGEST_MS, CLICK_MS, FRESH_MS] = [2500, 600, 350];
const SLIPPED_PX = 16; // this far from where it touched, no click follows
let down = 0;
let from = [0, 0];
const waiting = new Set();
let lifted = null;

const isDown = () => down > 0 && Date.now() - down < LONGEST_MS;

function drawWaiting() {
  clearTimeout(lifted);
  down = 0;
  const all = [...waiting];
  waiting.clear();
  for (const go of all) go();
}

// The browser makes the click of a touch only after the touch has ended, in a task of its own:
// what is drawn in between would take the control away from under it.
const lift = (ms) => () => {
  clearTimeout(lifted);
  lifted = setTimeout(drawWaiting, ms);
};

addEventListener(
  "pointerdown",
  ({ clientX, clientY }) => {
    clearTimeout(lifted);
    down = Date.now();
    from = [clientX, clientY];
  },
  true,
);
addEventListener(
  "pointerup",
  ({ clientX, clientY }) => {
    const isSlipped = Math.hypot(clientX - from[0], clientY - from[1]) > SLIPPED_PX;
    lift(isSlipped ? 0 : CLICK_MS)();
  },
  true,
);
addEventListener("pointercancel", lift(0), true);
addEventListener("click", lift(0), true);

// Draws now, or as soon as the finger is up; the same drawing waits only once.
export function betweenPresses(draw) {
  if (!isDown()) return draw();
  waiting.add(draw);
  setTimeout(() => {
    if (waiting.size && !isDown()) drawWaiting(); // it rests there, or was lifted elsewhere
  }, LONGEST_MS);
}

// Another question stands there than a moment ago, and nobody here asked for it: seen first, then
// pressed.
export function shield(place) {
  place.toggleAttribute("data-fresh", true);
  clearTimeout(place.shielded);
  place.shielded = setTimeout(() => place.removeAttribute("data-fresh"), FRESH_MS);
}

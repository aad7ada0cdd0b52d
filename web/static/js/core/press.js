// While a finger is down nothing is drawn anew: what it presses must still be there when it lifts.
// What comes from elsewhere just after a question changed is kept from acting on the new one.

const [LONGEST_MS, FRESH_MS] = [1200, 350]; // a finger that rests; a question nobody has read yet
let down = 0;
let waiting = null;

const lift = () => {
  down = 0;
  // After the click that belongs to it
  setTimeout(() => {
    const go = waiting;
    waiting = null;
    go?.();
  });
};

addEventListener("pointerdown", () => (down = Date.now()), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift, true);

const isDown = () => down > 0 && Date.now() - down < LONGEST_MS;

// Draws now, or as soon as the finger is up; of several drawings that wait, the last.
export function betweenPresses(draw) {
  if (!isDown()) return draw();
  waiting = draw;
  setTimeout(() => {
    if (waiting && !isDown()) lift(); // it rests there, or was lifted elsewhere
  }, LONGEST_MS);
}

// Another question stands there than a moment ago, and nobody here asked for it: seen first, then
// pressed.
export function shield(place) {
  place.toggleAttribute("data-fresh", true);
  clearTimeout(place.shielded);
  place.shielded = setTimeout(() => place.removeAttribute("data-fresh"), FRESH_MS);
}

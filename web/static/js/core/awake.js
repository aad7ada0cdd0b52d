// Keeping the screen awake, and full screen. Browsers allow the first only over HTTPS or on the
// device itself; what is shown is what really holds, not what was asked for.

import { device } from "./device.js";

let lock = null;
/** @type {(state: string) => void} */
let told = () => {}; // the one place that shows it

export const awakeState = () =>
  lock && !lock.released
    ? "on"
    : !("wakeLock" in navigator)
      ? "cannot"
      : device.awake
        ? "refused"
        : "off";

export function onAwake(tell) {
  told = tell;
  tell(awakeState());
}

const tellAll = () => told(awakeState());

export async function keepAwake() {
  if (!device.awake) {
    await lock?.release();
    lock = null;
  } else if (
    "wakeLock" in navigator &&
    document.visibilityState === "visible" &&
    (!lock || lock.released)
  ) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", tellAll);
  }
  tellAll();
}

// A page that was hidden has lost its lock; it takes it again when it comes back.
document.addEventListener("visibilitychange", keepAwake);

export const mayFill = () => Boolean(document.fullscreenEnabled);
export const fillScreen = () =>
  (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  ).catch(() => {});

// Table or Scores: on a tablet the virtual table has the whole width, question and seats fold above
// it; from 1600 px on both stand side by side and there is nothing to switch.

import { choices } from "../core/choices.js";
import { device, remember } from "../core/device.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";

const BESIDE_PX = 1600;

/** @type {(around: Sent.Around | null) => void} */
export function dressView(around) {
  const root = document.documentElement;
  const isRoomy = innerWidth >= BESIDE_PX || root.matches("[data-stacked], [data-flow]");
  const isWanted = Boolean(around?.virtual) && device.view !== "scores" && !device.watch;
  document.body.classList.toggle("view-scores", device.view === "scores");
  root.toggleAttribute("data-fold", isWanted && !isRoomy);
}

addEventListener("resize", () => dressView(knows().around));

// Which row of controls is too long for its place is measured anew.
export const viewSwitch = () =>
  choices(
    [
      ["table", t("web.view.table")],
      ["scores", t("web.view.scores")],
    ],
    device.view || "table",
    (view) => {
      remember({ view });
      learn({ more: false, crowded: [] });
    },
    { id: "view-switch", "aria-label": t("web.view") },
  );

// A number told and set by hand: how it came about, minus and plus, a pad, reasons to tap, one Set.
// It stands where the question stands, over the stage; the question comes back after it.

import { get, send } from "../core/api.js";
import { device } from "../core/device.js";
import { classes, h } from "../core/dom.js";
import { betweenPresses } from "../core/press.js";
import { colourOf, nameOf, shapeOf } from "../core/seats.js";
import { play } from "../core/sounds.js";
import { knows, learn } from "../core/store.js";
import { t } from "../core/texts.js";
import { historyLines, picturesIn } from "../screens/history.js";
import { openHistory } from "../screens/log.js";
import { bounded, isWithin, typed } from "./digits.js";

const REASONS = ["misread", "forgotten", "slipped", "card", "house"];
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];

// Who only watches is told how a number came about; so is who taps a sum that nobody sets.
export async function tellNumber(handle, number = null) {
  if (!handle || device.watch || number?.made_of) return openHistory(handle, number);
  const handles = await get("/api/handles").catch(() => []);
  const found = handles.find((one) => one.id === handle);
  if (!found) return openHistory(handle, number);
  learn({ setting: { handle: found, to: found.value, isTyped: false, reason: "", told: null } });
  document.querySelector(".setting")?.scrollIntoView({ block: "nearest" }); // on a phone
  const [told, lines] = await Promise.all([
    get(`/api/history/${encodeURIComponent(handle)}`).catch(() => []),
    get("/api/log").catch(() => []),
  ]);
  betweenPresses(() => {
    if (knows().setting?.handle === found)
      change({ told: told.reverse(), pictures: picturesIn(lines) });
  });
}

const change = (more) => learn({ setting: { ...knows().setting, ...more, said: null } });
const leave = () => learn({ setting: null });

async function set(confirmed) {
  const { handle, to, reason } = knows().setting;
  const error = await send({ kind: "adjust", handle: handle.id, to, reason, confirmed });
  if (!error) return leave();
  play("refused");
  learn({ setting: { ...knows().setting, said: error } });
}

/** @type {(setting: any, table: Sent.Table) => any} */
export function drawSetting(setting, table) {
  const { handle, said } = setting;
  const { seat } = handle;
  return h(
    "section",
    { class: "ask setting", "data-setting": handle.id, "aria-label": handle.say },
    h(
      "h2",
      { class: classes("say", handle.say.length > 26 ? "long" : "middling") },
      seat && shapeOf(table, seat),
      h("span", null, t("web.set.head", { what: handle.say })),
    ),
    h("div", { class: "line" }, said ? refused(said) : sentence(t("web.set.kept"))),
    h(
      "div",
      { class: "ctl" },
      h("button", { class: "also", "data-leave": "", onclick: leave }, t("web.set.leave")),
      said?.mayForce &&
        h(
          "button",
          { class: "also likely", "data-anyway": "", onclick: () => set(true) },
          t("web.set.anyway"),
        ),
    ),
    h("div", { class: "corner" }, primary(setting, table)),
    h(
      "div",
      { class: classes("ask-sheet set-sheet", handle.words.length > 0 && "of-words") },
      handle.words.length ? words(setting, table) : [steps(setting), pad(setting)],
      reasons(setting),
    ),
  );
}

const shown = (value, table) => (value === "" ? "–" : nameOf(table, value));

function primary({ handle, to }, table) {
  const isChange = to !== handle.value && (handle.words.length > 0 || isWithin(handle, to));
  return h(
    "button",
    { class: "primary", disabled: !isChange, onclick: () => set(false) },
    h("span", null, t("web.set.to", { to: shown(to, table) })),
    h("span", { class: "small" }, t("web.set.was", { was: shown(handle.value, table) })),
  );
}

const sentence = (text) => h("p", { class: "sentence" }, text);

// What stands against it, where nothing below moves; beside it the button that does it anyway.
const refused = (error) =>
  h(
    "p",
    { class: "sentence refused-line", role: "alert" },
    [error.message, error.hint].filter(Boolean).join(" "),
  );

const SIGNS = { "-5": "−5", "-1": "−", 1: "+", 5: "+5" };

function steps({ handle, to, told, pictures }) {
  const by = (step) =>
    h(
      "button",
      {
        "data-by": step,
        "aria-label": `${t(step < 0 ? "web.less" : "web.more")} ${Math.abs(step)}`,
        onclick: () => change({ to: bounded(handle, to + step), isTyped: false }),
      },
      SIGNS[step],
    );
  const isOut = !isWithin(handle, to);
  return h(
    "div",
    { class: "set-steps" },
    h(
      "p",
      { class: "set-value" },
      to !== handle.value && [h("s", { class: "number" }, handle.value), " → "],
      h("output", { class: "number" }, to),
    ),
    h("div", { class: "row" }, [-5, -1, 1, 5].map(by)),
    h(
      "p",
      { class: classes("small", isOut ? "out" : "soft") },
      handle.most === null
        ? t("web.set.least", { least: handle.least })
        : t("web.set.between", { least: handle.least, most: handle.most }),
    ),
    told && h("div", { class: "set-told" }, historyLines(told, pictures)),
  );
}

const KEYS = { clear: "web.set.clear", back: "web.set.back" };

const pad = ({ handle, to, isTyped }) =>
  h(
    "div",
    { class: "set-pad" },
    DIGITS.map((key) =>
      h(
        "button",
        {
          "data-digit": key,
          "aria-label": KEYS[key] ? t(KEYS[key]) : null,
          onclick: () => change({ to: typed(handle, to, key, isTyped), isTyped: true }),
        },
        key === "back" ? "⌫" : KEYS[key] ? t(KEYS[key]) : key,
      ),
    ),
  );

const words = ({ handle, to }, table) =>
  h(
    "div",
    { class: "options set-words" },
    handle.words.map((word) =>
      h(
        "button",
        {
          "data-word": word,
          "data-colour": colourOf(table, word) === word ? null : colourOf(table, word),
          "aria-pressed": String(word === to),
          onclick: () => change({ to: word }),
        },
        h("b", null, shown(word, table)),
      ),
    ),
  );

function reasons({ reason }) {
  const says = REASONS.map((id) => t(`web.set.reason.${id}`));
  const own = says.includes(reason) ? "" : reason;
  return h(
    "div",
    { class: "set-reasons" },
    h("p", { class: "small soft" }, t("web.set.why")),
    says.map((say, at) =>
      h(
        "button",
        {
          "data-reason": REASONS[at],
          "aria-pressed": String(say === reason),
          onclick: () => change({ reason: say === reason ? "" : say }),
        },
        say,
      ),
    ),
    h("input", {
      value: own,
      placeholder: t("web.set.other"),
      "aria-label": t("web.set.other"),
      // Kept without drawing anew: the keyboard stays where it is
      oninput: (event) => Object.assign(knows().setting, { reason: event.target.value }),
    }),
  );
}

// The log with its reasons: undo to a line, correct a line, and how a number came about.

import { evidence, lastDice, openCorrect } from "../asks/correct.js";
import { refusal } from "../asks/refusal.js";
import { get, send } from "../core/api.js";
import { h } from "../core/dom.js";
import { close, openSoon } from "../core/over.js";
import { t } from "../core/texts.js";
import { openReplay } from "./replay.js";

const said = (line) => line.says.filter(Boolean);

// The newest line; the dice of the newest roll beside it, because that is what needs putting
// right.
/** @type {(table: Sent.Table) => any} */
export function drawLast(table) {
  const last = [...table.log].reverse().find((line) => said(line).length);
  const dice = h("span", { class: "last-dice" });
  lastDice(table).then((buttons) => {
    dice.replaceChildren(...buttons);
    if (dice.parentNode) fitLast(dice.parentNode);
  });
  return [
    dice,
    h(
      "button",
      { class: "last", onclick: () => openLog(table) },
      last
        ? h(
            "div",
            { class: last.undone ? "struck" : "" },
            said(last).map((text, at) => h("span", null, at ? " · " : "", text)),
          )
        : t("web.log_empty"),
    ),
    h("span", { class: "hint small soft" }, t("web.log_hint")),
  ];
}

// One line, so that nothing above moves: a long one without its beginning, a very long one smaller.
export function fitLast(place) {
  const line = place.querySelector(".last div");
  if (!line) return;
  line.classList.remove("tight");
  const isLong = () => line.scrollWidth > line.clientWidth + 1;
  for (const part of [...line.children].slice(0, -1)) {
    if (!isLong()) return;
    line.classList.add("shortened");
    part.remove();
  }
  line.classList.toggle("tight", isLong());
}

const openLog = (table) =>
  openSoon(t("web.log"), async (turn) => {
    const lines = await get("/api/log");
    const undo = async (line) => {
      const error = await send({ kind: "undo", line: line.seq });
      if (error) show(error);
      else close();
    };
    const show = (error) =>
      turn(
        t("web.log"),
        refusal(error, () => {}),
      );
    turn(
      t("web.log"),
      h(
        "div",
        { class: "row" },
        h("button", { id: "replay", onclick: openReplay }, t("web.replay")),
      ),
      h(
        "ol",
        { class: "lines" },
        lines
          .reverse()
          .filter((line) => said(line).length || line.bent?.length || line.evidence)
          .map((line) =>
            h(
              "li",
              { "data-line": line.seq },
              h("span", { class: "seq" }, line.seq),
              h(
                "div",
                { class: `what${line.undone ? " struck" : ""}` },
                said(line).map((text) => h("p", null, text)),
                line.bent?.map((text) =>
                  h("p", { class: "small" }, `${t("web.kept_against")}: ${text}`),
                ),
                line.corrected && h("span", { class: "small soft" }, t("web.corrected")),
                line.evidence &&
                  h(
                    "details",
                    null,
                    h("summary", { class: "small" }, t("web.evidence")),
                    evidence(line),
                  ),
              ),
              !line.undone &&
                line.kind === "answer" &&
                !line.done &&
                h("button", { onclick: () => openCorrect(line, table) }, t("web.correct")),
              !line.undone && h("button", { onclick: () => undo(line) }, t("web.undo_to_here")),
            ),
          ),
      ),
    );
  });

// Of what can be set by hand, or of a number as the page shows it: a sum is told by its parts.
export const openHistory = (handle, number = null) =>
  openSoon(t("web.history"), async (turn) => {
    const whole = number
      ? `/api/numbers/${encodeURIComponent(number.id)}`
      : `/api/history/${encodeURIComponent(handle)}`;
    const [told, handles, lines] = await Promise.all([
      get(whole),
      get("/api/handles"),
      get("/api/log"),
    ]);
    const pictures = new Map(lines.filter((line) => line.evidence).map((line) => [line.seq, line]));
    const found = handles.find((one) => one.id === handle);
    const isSum = Boolean(number?.made_of);
    turn(
      (isSum && number.say) || found?.say || handle,
      found && isSum && h("h3", null, found.say),
      found && adjuster(found),
      h(
        "ol",
        { class: "lines" },
        told.length
          ? told.reverse().map((one) =>
              h(
                "li",
                null,
                h("span", { class: "seq" }, one.seq),
                h(
                  "div",
                  { class: "what" },
                  [one.why].flat().map((text) => h("p", null, text)),
                  pictures.has(one.seq) && evidence(pictures.get(one.seq)),
                ),
                one.value !== null &&
                  typeof one.value !== "object" &&
                  h("b", { class: "number" }, one.value),
              ),
            )
          : h("li", null, t("web.never_changed")),
      ),
    );
  });

function adjuster(handle) {
  const below = h("div");
  const reason = h("input", { placeholder: t("web.reason"), "aria-label": t("web.reason") });
  const set = async (to, confirmed = false) => {
    const error = await send({
      kind: "adjust",
      handle: handle.id,
      to,
      reason: reason.value,
      confirmed,
    });
    if (!error) return close();
    below.replaceChildren(
      refusal(error, () => {}),
      error.code === "confirm" ? h("button", { onclick: () => set(to, true) }, t("web.yes")) : "",
    );
  };
  if (handle.words.length) {
    return h(
      "div",
      { class: "row adjuster" },
      reason,
      handle.words.map((word) =>
        h(
          "button",
          { "aria-pressed": String(word === handle.value), onclick: () => set(word) },
          word,
        ),
      ),
      below,
    );
  }
  return h(
    "div",
    { class: "stack adjuster" },
    h(
      "div",
      { class: "row" },
      h(
        "div",
        { class: "count" },
        h("button", { "aria-label": t("web.less"), onclick: () => set(handle.value - 1) }, "−"),
        h("output", { class: "number" }, handle.value),
        h("button", { "aria-label": t("web.more"), onclick: () => set(handle.value + 1) }, "+"),
      ),
      reason,
    ),
    below,
  );
}

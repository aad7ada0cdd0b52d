// The log with its reasons: undo to a line, correct a line, and how a number came about.

import { evidence, lastDice, openCorrect } from "../asks/correct.js";
import { refusal } from "../asks/refusal.js";
import { get, send } from "../core/api.js";
import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { close, openSoon } from "../core/over.js";
import { seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { historyLines, picturesIn } from "./history.js";
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
          .map((line, at, all) => [
            heading(line, all.slice(0, at), table),
            h(
              "li",
              { "data-line": line.seq },
              h("span", { class: "seq" }, line.seq, h("time", { class: "small" }, timeOf(line))),
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
          ]),
      ),
    );
  });

// Whose lines follow, newest first; what nobody did alone stays under the heading it came with.
function heading(line, above, table) {
  const isSeat = (id) => table.seats.some((seat) => seat.id === id);
  const [seat] = line.seats?.length === 1 ? line.seats : [""];
  const last = above.map((one) => (one.seats?.length === 1 ? one.seats[0] : "")).filter(isSeat);
  if (!isSeat(seat) || seat === last[last.length - 1]) return null;
  return h("li", { class: "turn-heading" }, seatLabel(table, seat));
}

const timeOf = (line) =>
  line.at
    ? new Date(line.at * 1000).toLocaleTimeString(device.language, {
        hour: "2-digit",
        minute: "2-digit",
        hour12: false,
      })
    : "";

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
    const found = handles.find((one) => one.id === handle);
    turn(
      (number?.made_of && number.say) || found?.say || handle,
      historyLines(told.reverse(), picturesIn(lines)),
    );
  });

// Putting an answer right: tap the wrong value, tap the right one. What it changes is asked about
// only where it matters.

import { get, post, send } from "../core/api.js";
import { dieName, dieOf } from "../core/dice.js";
import { h } from "../core/dom.js";
import { close, open, openSoon } from "../core/over.js";
import { t } from "../core/texts.js";
import { controls } from "./index.js";
import { refusal } from "./refusal.js";
import { faceButtons } from "./roll.js";

const LOOK_BACK = 3;
// What a line asked and answered, by game, by line and by whether it was corrected
const known = new Map();
const said = (line) => line.says.filter(Boolean).join(" · ");

// The dice of the newest roll, each to be tapped; nothing while the last lines hold no roll.
export async function lastDice(table) {
  const lines = table.log
    .filter((line) => !line.undone && line.kind === "answer")
    .slice(-LOOK_BACK)
    .reverse();
  for (const line of lines) {
    const told = await toldBy(line, table);
    if (told?.answer.kind === "roll")
      return told.answer.dice.map((die, at) => dieButton(line, told, die, at));
  }
  return [];
}

export async function toldBy(line, table) {
  const key = `${table.game} ${table.number} ${line.seq}${line.corrected ? `@${table.seq}` : ""}`;
  if (!known.has(key)) known.set(key, await get(`/api/lines/${line.seq}`).catch(() => null));
  return known.get(key);
}

function dieButton(line, told, die, at) {
  return h(
    "button",
    {
      class: "last-die",
      "data-line": line.seq,
      "aria-label": t("web.correct_die", { face: dieName(die.face, die.colour) }),
      onclick: () => openDie(line, told, at),
    },
    dieOf(die.face, die.colour),
  );
}

function openDie(line, { ask, answer }, at) {
  const kinds = ask.dice.flatMap((die) => Array.from({ length: die.count }, () => die));
  const give = corrector(line);
  const put = (face) =>
    give.right({
      ...answer,
      dice: answer.dice.map((die, index) => (index === at ? { ...die, face } : die)),
    });
  open(
    t("web.really"),
    h("p", { class: "soft" }, said(line)),
    evidence(line),
    h(
      "div",
      { class: "faces large" },
      faceButtons(kinds[at] ?? kinds[0], put, { now: answer.dice[at].face }),
    ),
    give.below,
  );
}

// What the camera saw; of pieces laid down also what lay there when the question began.
export const evidence = (line) => {
  const before = line.evidence?.endsWith(NOW) && line.evidence.replace(NOW, "-before.jpg");
  return (
    line.evidence && [
      before && picture(before, "web.camera_before"),
      picture(line.evidence, "web.camera_picture"),
    ]
  );
};

const NOW = "-now.jpg";

const picture = (name, words) =>
  h("img", { class: "evidence", loading: "lazy", src: `/api/evidence/${name}`, alt: t(words) });

export const openCorrect = (line, table) =>
  openSoon(t("web.correct_line", { n: line.seq }), async (turn) => {
    const { ask, answer } = await get(`/api/lines/${line.seq}`);
    const give = corrector(line);
    turn(
      t("web.correct_line", { n: line.seq }),
      h("p", { class: "soft" }, said(line)),
      evidence(line),
      h("p", null, h("b", null, ask.say)),
      h("div", { class: "ask stack" }, controls(ask, table, give.right, answer)),
      give.below,
    );
  });

// What the right answer would change is seen before it counts.
function corrector(line) {
  const below = h("div", { class: "stack" });
  const correct = (right) => ({ kind: "correct", line: line.seq, answer: right });
  const make = async (right, seen) => {
    const error = await send({
      ...correct(right),
      confirmed: Boolean(seen.ends_game || seen.reopens_game),
    });
    if (error) below.replaceChildren(refusal(error, () => {}));
    else close();
  };
  const put = async (right) => {
    const { status, body } = await post("/api/preview", { id: "preview", ...correct(right) });
    if (status !== 200)
      return below.replaceChildren(refusal({ ...body.error, rule: body.rule }, () => {}));
    below.replaceChildren(preview(body, () => make(right, body)));
    below.querySelector(".primary").scrollIntoView({ block: "nearest" });
  };
  return { right: put, below };
}

function preview(seen, make) {
  return h(
    "section",
    { class: "panel stack" },
    h("h3", null, t("web.would_change")),
    seen.differences.length
      ? h(
          "ul",
          null,
          seen.differences.map((one) =>
            h("li", null, `${one.say}: ${one.old ?? "·"} → ${one.new ?? "·"}`),
          ),
        )
      : h("p", null, t("web.nothing_changes")),
    seen.bent.length
      ? h(
          "div",
          null,
          h("b", null, t("web.kept_against")),
          h(
            "ul",
            null,
            seen.bent.map((text) => h("li", null, text)),
          ),
        )
      : null,
    seen.stops_at && h("p", null, t("web.stops_at", { n: seen.stops_at })),
    (seen.ends_game || seen.reopens_game) &&
      h("p", null, t(seen.ends_game ? "web.ends_game" : "web.reopens_game")),
    h("button", { class: "primary", onclick: make }, t("web.make_correction")),
  );
}

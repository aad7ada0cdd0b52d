// What the camera saw but does not trust: its picture with outlines, its reason, and its values to
// put right with a tap. Also what it sees quietly: the state of each zone asked for, and hints
// where table and tracker differ.

import { faceName, SIGNS } from "../core/dice.js";
import { h, s } from "../core/dom.js";
import { t } from "../core/texts.js";
import { openScreen } from "../screens/index.js";

const [MARGIN, SMALLEST] = [0.09, 0.4]; // parts of the picture

/** @type {(sight: Sent.Sight, table: Sent.Table) => any} */
export function drawSight(sight, table) {
  const doubtful = sight.pieces.filter((piece) => piece.trust === "asked").length;
  return h(
    "div",
    { class: "panel sight", "data-doubtful": doubtful },
    sight.picture
      ? outlined(sight)
      : h("p", null, t("web.looks_like"), " ", sight.pieces.map(value)),
    h("p", { class: "soft small why" }, t("web.camera_asks"), " ", sight.why),
    sight.lesson && teachIt(sight, table),
  );
}

const teachIt = (sight, table) =>
  h(
    "button",
    {
      class: "teach-it",
      onclick: () => openScreen("teach", table, { cards: sight.lesson === "cards" }),
    },
    t(`web.teach_now.${sight.lesson}`),
  );

// An eye that was never taught has nothing to show: a word below the controls, not a question above
// them.
export const isUntaught = (sight) => Boolean(sight.lesson) && !sight.pieces.length;
export const drawLesson = (sight, table) =>
  h("div", { class: "row small soft untaught" }, h("span", null, sight.why), teachIt(sight, table));

const value = (piece) =>
  h("b", { class: `read ${piece.trust}`, title: t(`web.trust.${piece.trust}`) }, said(piece));
const said = ({ value, colour, count, kind }) =>
  typeof value === "number"
    ? value
    : count > 1
      ? `${count} ${value ?? colour ?? ""}`
      : faceName(value ?? colour ?? kind);

// The picture of the zone; a tap on a piece goes to its control.
function outlined(sight) {
  const corners = (points) => points.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ");
  const middle = (points, axis) =>
    points.reduce((sum, point) => sum + point[axis] * 1000, 0) / points.length;
  const shapes = sight.pieces
    .filter((piece) => piece.outline.length)
    .map((piece, at) =>
      s(
        "g",
        {
          class: `seen ${piece.trust}`,
          "data-piece": at,
          onclick: (event) => goTo(event, piece, at),
        },
        s("polygon", { points: corners(piece.outline) }),
        s(
          "text",
          { x: middle(piece.outline, 0), y: middle(piece.outline, 1) },
          SIGNS[piece.value] ?? String(said(piece)).slice(0, 12),
        ),
      ),
    );
  const inner = h(
    "div",
    null,
    s(
      "svg",
      { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" },
      shapes,
    ),
  );
  const whole = h("div", { class: "seen-picture" }, inner);
  inner.prepend(
    h("img", {
      src: `/api/evidence/${sight.picture}`,
      alt: t("web.camera_picture"),
      onload: (event) => crop(whole, inner, event.target, around(sight.pieces)),
    }),
  );
  return whole;
}

// The part of the picture where the pieces lie, with some of what is around them: the controls
// below stay in sight.
function around(pieces) {
  const span = (axis) => {
    const all = pieces.flatMap((piece) => piece.outline.map((point) => point[axis]));
    const [low, high] = all.length
      ? [Math.min(...all) - MARGIN, Math.max(...all) + MARGIN]
      : [0, 1];
    const size = Math.min(1, Math.max(high - low, SMALLEST));
    return { from: Math.min(Math.max(0, (low + high - size) / 2), 1 - size), size };
  };
  return { x: span(0), y: span(1) };
}

function crop(whole, inner, image, { x, y }) {
  const aspect = (x.size * image.naturalWidth) / (y.size * image.naturalHeight);
  whole.style.aspectRatio = String(aspect);
  whole.style.width = `min(100%, var(--high) * ${aspect})`;
  const percent = (part) => `${100 * part}%`;
  Object.assign(inner.style, {
    width: percent(1 / x.size),
    height: percent(1 / y.size),
    left: percent(-x.from / x.size),
    top: percent(-y.from / y.size),
  });
  inner.style.setProperty("--letters", `${Math.round(95 * y.size)}px`);
}

function goTo(event, piece, at) {
  const ask = event.target.closest(".ask");
  const control = ask?.querySelector(
    piece.cell ? `[data-cell="${CSS.escape(piece.cell)}"]` : `.dice button:nth-child(${at + 1})`,
  );
  control?.scrollIntoView({ block: "nearest" });
  control?.click();
}

// The answer the reading stands for, as the controls take it: with what is doubtful, and the
// likeliest values first.
export function seen(ask, sight) {
  const from = sight.proposal ?? {};
  if (ask.kind === "roll")
    return {
      fromCamera: true,
      dice: sight.pieces.map((piece, at) => ({
        face:
          piece.trust === "asked" && piece.value === null
            ? null
            : (from.dice?.[at]?.face ?? piece.value),
        trust: piece.trust,
        likeliest: piece.likeliest,
      })),
    };
  if (ask.kind === "show")
    return {
      fromCamera: true,
      cards: sight.pieces.every((piece) => piece.trust !== "asked") ? (from.cards ?? []) : [],
      likeliest: sight.pieces
        .flatMap((piece) => [piece.value, ...piece.likeliest])
        .filter((id) => id !== null),
    };
  if (ask.kind === "count") return { fromCamera: true, number: from.number ?? ask.start };
  const doubts = {};
  for (const piece of sight.pieces) {
    if (piece.trust !== "asked" || !(piece.cell || ask.cells.length === 1)) continue;
    const cell = piece.cell ?? ask.cells[0].id;
    doubts[cell] ??= [];
    doubts[cell].push(piece);
  }
  return { fromCamera: true, cells: from.cells ?? {}, doubts };
}

function underHeadline(panel) {
  const made = h("p", { class: "eye-state small soft", role: "status" });
  const headline = panel.querySelector("h2");
  if (headline) headline.after(made);
  else panel.append(made);
  return made;
}

// Shown beside the asks without redrawing them: nothing somebody has half done is lost. What the
// camera does is said once, under the question.
export function drawEye(now, place, around) {
  const { line } = around;
  for (const [at, panel] of [...now.querySelectorAll(".ask")].entries()) {
    const said = panel.querySelector(".eye-state") ?? underHeadline(panel);
    const text = at === 0 && line && around.camera?.state !== "none" ? line.say : "";
    if (said.textContent !== text) said.textContent = text;
    said.dataset.state = text ? line.state : "";
    said.hidden = !text;
  }
  const hints = around.hints ?? [];
  const quiet = (around.sights ?? []).filter((sight) => sight.quiet);
  const made = JSON.stringify([hints, quiet.map((sight) => sight.why)]);
  if (place.dataset.made === made) return;
  place.dataset.made = made;
  place.hidden = !hints.length && !quiet.length;
  place.replaceChildren(
    h("h3", null, t("web.camera_hints")),
    h(
      "ul",
      null,
      hints.map((hint) => h("li", null, hint.say)),
      quiet.map((sight) => h("li", { class: "soft" }, sight.why)),
    ),
  );
}

// The log with its reasons: undo to a line, correct a line, and how a number came about.

import { get, post, send } from "./api.js";
import { controls } from "./asks/index.js";
import { h } from "./dom.js";
import { refusal } from "./now.js";
import { close, open } from "./over.js";
import { t } from "./texts.js";

const said = (line) => line.says.filter(Boolean);

export function drawLast(table) {
  const last = [...table.log].reverse().filter((line) => said(line).length).slice(0, 2).reverse();
  return h("button", { class: "last", onclick: () => openLog(table) },
    last.length ? last.map((line) => h("div", { class: line.undone ? "struck" : "" }, said(line).join(" · "))) : t("web.log_empty"));
}

export async function openLog(table) {
  const lines = await get("/api/log");
  const undo = async (line) => { const error = await send({ kind: "undo", line: line.seq }); if (error) show(error); else close(); };
  const show = (error) => open(t("web.log"), refusal(error, () => {}));
  open(t("web.log"), h("ol", { class: "lines" }, lines.reverse().map((line) => h("li", { "data-line": line.seq },
    h("span", { class: "seq" }, line.seq),
    h("div", { class: `what${line.undone ? " struck" : ""}` }, (said(line).length ? said(line) : ["·"]).map((text) => h("p", null, text)),
      line.bent?.map((text) => h("p", { class: "small" }, `${t("web.kept_against")}: ${text}`)), line.corrected && h("span", { class: "small soft" }, t("web.corrected")),
      line.evidence && h("details", null, h("summary", { class: "small" }, t("web.evidence")), h("img", { class: "evidence", loading: "lazy", src: `/api/evidence/${line.evidence}`, alt: t("web.camera_picture") }))),
    !line.undone && line.kind === "answer" && h("button", { onclick: () => openCorrect(line, table) }, t("web.correct")),
    !line.undone && h("button", { onclick: () => undo(line) }, t("web.undo_to_here"))))));
}

async function openCorrect(line, table) {
  const { ask, answer } = await get(`/api/lines/${line.seq}`);
  const below = h("div", { class: "stack" });
  const correct = (right) => ({ kind: "correct", line: line.seq, answer: right });
  const give = async (right) => {
    const { status, body } = await post("/api/preview", { id: "preview", ...correct(right) });
    below.replaceChildren(status === 200 ? preview(body, () => make(right, body)) : refusal({ ...body.error }, () => {}));
  };
  const make = async (right, seen) => {
    const error = await send({ ...correct(right), confirmed: Boolean(seen.ends_game || seen.reopens_game) });
    if (error) below.replaceChildren(refusal(error, () => {})); else close();
  };
  open(t("web.correct_line", { n: line.seq }), h("p", { class: "soft" }, said(line).join(" · ")), h("p", null, h("b", null, ask.say)), h("div", { class: "ask stack" }, controls(ask, table, give, answer)), below);
}

function preview(seen, make) {
  return h("section", { class: "panel stack" }, h("h3", null, t("web.would_change")),
    seen.differences.length ? h("ul", null, seen.differences.map((one) => h("li", null, `${one.say}: ${one.old ?? "·"} → ${one.new ?? "·"}`))) : h("p", null, t("web.nothing_changes")),
    seen.bent.length ? h("div", null, h("b", null, t("web.kept_against")), h("ul", null, seen.bent.map((text) => h("li", null, text)))) : null,
    seen.stops_at && h("p", null, t("web.stops_at", { n: seen.stops_at })),
    (seen.ends_game || seen.reopens_game) && h("p", null, t(seen.ends_game ? "web.ends_game" : "web.reopens_game")),
    h("button", { class: "primary", onclick: make }, t("web.make_correction")));
}

export async function openHistory(handle) {
  const [told, handles] = [await get(`/api/history/${encodeURIComponent(handle)}`), await get("/api/handles")];
  const found = handles.find((one) => one.id === handle);
  open(found?.say ?? handle, found && adjuster(found),
    h("ol", { class: "lines" }, told.length ? told.reverse().map((one) => h("li", null, h("span", { class: "seq" }, one.seq), h("div", { class: "what" }, one.why), one.value !== null && typeof one.value !== "object" && h("b", { class: "number" }, one.value))) : h("li", null, t("web.never_changed"))));
}

function adjuster(handle) {
  const below = h("div");
  const reason = h("input", { placeholder: t("web.reason"), "aria-label": t("web.reason") });
  const set = async (to, confirmed = false) => {
    const error = await send({ kind: "adjust", handle: handle.id, to, reason: reason.value, confirmed });
    if (!error) return close();
    below.replaceChildren(refusal(error, () => {}), error.code === "confirm" ? h("button", { onclick: () => set(to, true) }, t("web.yes")) : "");
  };
  if (handle.words.length) {
    return h("div", { class: "row" }, reason, handle.words.map((word) => h("button", { "aria-pressed": String(word === handle.value), onclick: () => set(word) }, word)), below);
  }
  return h("div", { class: "stack" }, h("div", { class: "row" }, h("button", { "aria-label": t("web.less"), onclick: () => set(handle.value - 1) }, "−"),
    h("output", { class: "number" }, handle.value), h("button", { "aria-label": t("web.more"), onclick: () => set(handle.value + 1) }, "+"), reason), below);
}

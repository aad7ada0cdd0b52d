// Is the device well? Every part with what to do about it, the address for phones, a backup and a
// file for whoever helps.

import { get } from "../core/api.js";
import { device } from "../core/device.js";
import { h } from "../core/dom.js";
import { t } from "../core/texts.js";

export async function fill(turn) {
  const place = h(
    "div",
    { class: "stack", id: "selftest" },
    h("p", { class: "soft" }, t("web.selftest_wait")),
  );
  turn(t("web.selftest"), h("p", null, t("web.selftest_how")), place, doors());
  await look(place);
}

async function look(place) {
  try {
    const checks = await get("/api/selftest");
    place.replaceChildren(
      ...checks.map(row),
      h("button", { id: "again", onclick: () => look(place) }, t("web.selftest_again")),
    );
  } catch (error) {
    place.replaceChildren(h("p", { class: "wrong" }, error.message, " ", error.body?.error?.hint));
  }
}

function row(check) {
  const figures = Object.entries(check.figures)
    .map(([name, value]) => `${t(`web.figure.${name}`)} ${value}`)
    .join(" · ");
  return h(
    "section",
    { class: `check${check.ok ? "" : " wrong"}`, "data-check": check.name },
    h(
      "h3",
      null,
      h("span", { "aria-hidden": "true" }, check.ok ? "✓ " : "! "),
      t(`web.check.${check.name}`),
      h("span", { class: "sr-only" }, ` ${t(check.ok ? "web.check_ok" : "web.check_wrong")}`),
    ),
    h("p", null, check.what),
    check.remedy && h("p", { class: "remedy" }, "→ ", check.remedy),
    figures && h("p", { class: "small soft" }, figures),
    check.qr && h("img", { src: check.qr, alt: check.figures.address, width: 180, height: 180 }),
  );
}

// Plain links: the browser saves the file, and says itself when the PIN is missing.
function doors() {
  const door = (id, path, say, how) =>
    h(
      "p",
      null,
      h(
        "a",
        { class: "button", id, href: `${path}?lang=${device.language}`, download: "" },
        t(say),
      ),
      " ",
      h("span", { class: "small soft" }, t(how)),
    );
  return h(
    "div",
    { class: "stack" },
    door("backup", "/api/backup", "web.backup", "web.backup_how"),
    door("support", "/api/support", "web.support", "web.support_how"),
  );
}

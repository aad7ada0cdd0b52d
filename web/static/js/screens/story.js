// One game as it is remembered: how it ended, where it turned, and what can be done with it.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { close, openSoon } from "../core/over.js";
import { seatLabel } from "../core/seats.js";
import { t } from "../core/texts.js";
import { atTime, emblem, lasted, refusedLine, smallCurve, standings } from "../records/words.js";
import { fillEvening } from "./evening.js";
import { openKeptReplay } from "./replay.js";
import { filesCard, fillShare } from "./share.js";

export const openStory = (number) =>
  openSoon(t("web.records.story"), (turn) => fillStory(turn, number));

// `back` draws what was there before, where there was something.
export async function fillStory(turn, number, back = null) {
  const game = await get(`/api/played/${number}`);
  const here = () => fillStory(turn, number, back);
  const said = h("div");
  turn(
    game.title,
    h(
      "div",
      { class: "stack story", "data-number": number },
      h(
        "div",
        { class: "row" },
        back && h("button", { class: "back", onclick: back }, "← ", t("web.back")),
        emblem(game.game),
        h(
          "span",
          { class: "soft" },
          [atTime(game.started), game.lasted_s ? lasted(game.lasted_s) : ""]
            .concat(game.paper ? t("web.records.on_paper") : "")
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      h("h3", { class: "result" }, game.result),
      standings(game),
      h("div", { class: "story-columns" }, told(game), numbers(game)),
      said,
      doors(turn, game, here, back, said),
    ),
  );
}

function told(game) {
  if (!game.moments.length) return null;
  const marks = game.moments.map((one) => game.points.findIndex((seq) => seq >= one.seq));
  return h(
    "section",
    { class: "panel stack" },
    h("h3", null, t("web.records.turning_points")),
    smallCurve(game, { wide: 480, high: 140, marks: marks.filter((at) => at > 0) }),
    h(
      "ol",
      { class: "moments" },
      game.moments.map((one) =>
        h(
          "li",
          { "data-kind": one.kind },
          h("b", null, one.told),
          h("span", { class: "soft small" }, ` ${one.says.filter(Boolean).join(" · ")}`),
        ),
      ),
    ),
  );
}

function numbers(game) {
  const times = game.times.filter((one) => one.turn_s !== null);
  if (!times.length && !game.figures.length) return null;
  return h(
    "section",
    { class: "panel stack" },
    game.figures.map((one) => h("p", null, one.say, ": ", h("b", { class: "number" }, one.value))),
    times.length > 0 && h("h3", null, t("web.records.time_per_turn")),
    times.map((one) =>
      h(
        "p",
        { class: "row" },
        seatLabel(game, one.seat),
        t("web.records.turns_each", { n: one.turns, seconds: one.turn_s }),
      ),
    ),
  );
}

function doors(turn, game, here, back, said) {
  const done = async (path, body, after) => {
    const { status, body: reply } = await post(`/api/${path}`, body);
    if (status >= 400) said.replaceChildren(refusedLine(reply));
    else after();
  };
  const door = (id, say, onclick, more = {}) => h("button", { id, onclick, ...more }, t(say));
  const [n, over] = [game.number, game.state === "finished"];
  const goOn = () => done(`games/${n}/resume`, {}, close);
  const again = () => done(`played/${n}/again`, {}, close);
  const undo = () => done(`played/${n}/bring_back`, {}, here);
  const gone = () =>
    said.replaceChildren(
      h(
        "p",
        { class: "panel", role: "status" },
        t("web.records.deleted_for_now"),
        " ",
        h("button", { id: "undelete", onclick: undo }, t("web.records.bring_back")),
      ),
    );
  const hide = () => done(`played/${n}/hide`, { hidden: !game.hidden }, back ?? here);
  return h(
    "div",
    { class: "row record-doors" },
    !over && !game.paper && door("go-on", "web.records.go_on", goOn, { class: "primary" }),
    over && door("share", "web.records.share", () => fillShare(turn, game, here)),
    !over && filesCard(game),
    !game.paper && door("replay", "web.replay", () => openKeptReplay(n)),
    door("evening", "web.records.evening", () => fillEvening(turn, n, here, fillStory)),
    over && !game.paper && door("again", "web.records.again", again),
    h("span", { class: "gap" }),
    door("hide", game.hidden ? "web.records.unhide" : "web.records.hide", hide, { class: "quiet" }),
    door("delete", "web.records.delete", () => done(`played/${n}/delete`, {}, gone), {
      class: "quiet",
    }),
  );
}

// What the lens sees, drawn over the table on request: every place it follows, and each piece with
// the value it read.

import { s } from "../core/dom.js";
import { holds, placeName } from "../screens/lens.js";
import { within } from "./scenery.js";

const [WIDE, HIGH] = [1280, 720];

/** @type {(over: any, seen: { places?: any; read?: any }, table: Sent.Table | null) => void} */
export function drawSeen(over, { places, read }, table) {
  const located = Object.entries(places ?? {}).filter(([, place]) => place.corners?.length === 4);
  const outer = (name) =>
    located.some(([other]) => other !== name && holds(places[name], places[other]));
  over.replaceChildren(
    ...located
      .filter(([name]) => !outer(name))
      .map(([name, place]) =>
        s(
          "g",
          null,
          s("polygon", {
            class: "place",
            points: place.corners.map(([x, y]) => `${x * WIDE},${y * HIGH}`).join(" "),
          }),
          s(
            "text",
            {
              class: "place-name",
              x: place.corners[0][0] * WIDE + 6,
              y: place.corners[0][1] * HIGH + 22,
            },
            placeName(name, table),
          ),
          (read?.[name] ?? [])
            .filter((one) => one.outline.length)
            .map((one) => piece(one, place.corners)),
        ),
      ),
  );
}

function piece(one, corners) {
  const points = one.outline
    .map((point) => within(corners, point))
    .map(([x, y]) => [x * WIDE, y * HIGH]);
  const middle = [0, 1].map(
    (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length,
  );
  const said = String(one.value ?? one.colour ?? "?");
  return s(
    "g",
    { class: `read-piece ${one.trust}`, "data-read": said },
    s("polygon", { points: points.map((point) => point.join(",")).join(" ") }),
    s("text", { x: middle[0], y: middle[1] - 18 }, one.count > 1 ? `${one.count} ${said}` : said),
  );
}

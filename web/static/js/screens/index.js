// The screens behind the menu, one line each. Each is its own module, fetched when first opened:
// the first load stays small, and a new screen touches nothing else. Its `fill` gets `turn` (see
// over.js), the table as it is now (null while nothing is played) and what else the opener says;
// `needsGame`: only there while a game is on the table. Like this, with `say` as any other text: {
// id, say, load: () => import("./its.js") }

import { openSoon } from "../core/over.js";
import { t } from "../core/texts.js";

export const SCREENS = [
  { id: "games", say: "web.records.games", load: () => import("./games.js") },
  { id: "people", say: "web.records.people", load: () => import("./people.js") },
  { id: "pace", say: "web.records.pace", needsGame: true, load: () => import("./pace.js") },
  { id: "camera", say: "web.camera_screen", load: () => import("./camera.js") },
  { id: "teach", say: "web.teach_screen", load: () => import("./teach.js") },
  { id: "turning", say: "web.turning", needsGame: true, load: () => import("./turning.js") },
  { id: "packs", say: "web.packs", load: () => import("./packs.js") },
  { id: "hardware", say: "web.hardware", load: () => import("./hardware.js") },
  { id: "joined", say: "web.joined", load: () => import("./joined.js") },
  { id: "help", say: "web.help", load: () => import("./help.js") },
  { id: "selftest", say: "web.selftest", load: () => import("./selftest.js") },
];

export function openScreen(id, table, more) {
  const { say, load } = SCREENS.find((one) => one.id === id);
  return openSoon(t(say), async (turn) => (await load()).fill(turn, table, more));
}

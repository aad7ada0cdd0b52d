// The screens behind the menu, one line each. Each is its own module, fetched when first opened: the first load stays
// small, and a new screen touches nothing else. `open` gets the table as it is now (null while nothing is played);
// `needsGame`: only there while a game is on the table.
// Like this, with `say` as any other text: { id, say, open: async (table) => (await import("./its.js")).openIt(table) }

export const SCREENS = [
  { id: "camera", say: "web.camera_screen", open: async (table) => (await import("./camera.js")).openCamera(table) },
  { id: "teach", say: "web.teach_screen", open: async (table) => (await import("./teach.js")).openTeach(table) },
  { id: "turning", say: "web.turning", needsGame: true, open: async (table) => (await import("./turning.js")).openTurning(table) },
  { id: "packs", say: "web.packs", open: async (table) => (await import("./packs.js")).openPacks(table) },
  { id: "selftest", say: "web.selftest", open: async () => (await import("./selftest.js")).openSelftest() },
];

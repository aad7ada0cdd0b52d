// The page of many tables. One store, filled by the stream; each card is drawn only when its own
// table changed, and keeps its place.
const store = { tables: new Map(), lines: [], sheet: {}, results: [], standings: [] };
const cards = new Map();
const waiting = new Set(); // tables to be drawn; an empty word: something else has changed
const ages = new Map(); // of the games that go on: where it stands, and since when by this clock
const by = (id) => document.getElementById(id);
const tabs = ["tables", "evening", "tournament"];
const sorts = ["by_name", "by_game", "by_time"];
const COLOURS = ["red", "blue", "green", "yellow", "purple", "orange", "white", "black", "brown"];
const order = new Intl.Collator(undefined, { numeric: true }); // made once: it sorts at all news
let words = {};

const say = (key, values = {}) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    words[`hall.${key}`] ?? key,
  );

function el(name, facts = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (key === "style") made.style.setProperty(...value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((one) => one !== null));
  return made;
}

const minutes = (since) => say("minutes", { n: Math.floor((performance.now() - since) / 60000) });

function age(one) {
  const place = el("span", { class: "age" });
  const since = performance.now() - 1000 * one.lasted_s;
  ages.set(one.id, { place, since });
  place.textContent = minutes(since);
  return place;
}

function countAges() {
  for (const { place, since } of ages.values()) {
    const words = minutes(since);
    if (place.textContent !== words) place.textContent = words;
  }
}

function seatLine(seat, game) {
  const colour = COLOURS.includes(seat.colour) ? seat.colour : "grey";
  const letter = el("span", { class: "letter", style: ["--seat", `var(--${colour})`] });
  letter.textContent = seat.name.slice(0, 1).toUpperCase();
  const won = game.outcome?.winners.includes(seat.id);
  const score = seat.score === null || seat.score === undefined ? "" : String(seat.score);
  return el(
    "li",
    { class: seat.at_turn ? "turn" : "" },
    letter,
    el("span", { class: "who" }, seat.name + (won ? ` · ${say("won")}` : "")),
    el("span", { class: "number" }, score),
  );
}

function drawTable(one) {
  const { state } = one;
  const game = state?.game;
  const badge = !one.online ? "away" : state?.calls ? "judge" : "";
  ages.delete(one.id);
  const time = game && !game.outcome ? age(one) : null;
  const call = el("button", { class: "call", type: "button", onclick: () => comes(one.id) });
  call.textContent = say("come");
  return el(
    "section",
    {
      class: `table ${one.online ? "" : "away"} ${state?.calls ? "calls" : ""}`,
      "data-table": one.id,
      "data-line": String(state?.line ?? 0),
    },
    el(
      "div",
      { class: "top" },
      el("b", {}, state?.name ?? one.id),
      badge ? el("span", { class: "badge" }, say(badge)) : time,
    ),
    el("p", { class: "game" }, game ? game.title : say("no_game")),
    el("p", { class: "where" }, game?.phase ?? ""),
    el("ol", {}, ...(game?.seats ?? []).map((seat) => seatLine(seat, game))),
    el("p", { class: "says" }, game?.outcome?.why ?? game?.question ?? ""),
    state?.calls ? call : null,
  );
}

function matches(one, wanted) {
  const game = one.state?.game;
  const people = (game?.seats ?? []).map((seat) => seat.name);
  const text = [one.id, one.state?.name, game?.title, ...people].join(" ").toLowerCase();
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

const keys = {
  by_name: (one) => one.state?.name ?? one.id,
  by_game: (one) => `${one.state?.game?.title ?? "~"} ${one.state?.name ?? one.id}`,
  by_time: (one) => String(Math.round(ages.get(one.id)?.since ?? 0) + 1e9),
};

function arrange() {
  const wanted = by("find").value.trim().toLowerCase();
  const key = keys[by("sort").value] ?? keys.by_name;
  const shown = [...store.tables.values()].filter(
    (one) => cards.has(one.id) && matches(one, wanted),
  );
  shown.sort((a, b) => order.compare(key(a), key(b)));
  const place = by("tables");
  const wantedOrder = shown.map((one) => cards.get(one.id));
  const isSame =
    wantedOrder.length === place.children.length &&
    wantedOrder.every((card, at) => card === place.children[at]);
  if (!isSame) place.replaceChildren(...wantedOrder);
  if (!isSame || hasGrown()) fit();
  if (store.tables.size === 0) place.replaceChildren(el("p", {}, say("none")));
}

function take(news) {
  if (waiting.size === 0) requestAnimationFrame(drawWaiting);
  waiting.add("");
  for (const one of news.tables) {
    store.tables.set(one.id, one);
    waiting.add(one.id);
  }
  if (news.names) drop(new Set(news.names));
  if (news.nearby) drawNearby(news.nearby);
  if (news.evening) Object.assign(store, news.evening);
  if (news.evening) drawSides();
}

// All news since the last frame at once: of a table told three times only the newest is drawn.
function drawWaiting() {
  for (const id of waiting) {
    const one = store.tables.get(id);
    if (!one) continue;
    const drawn = drawTable(one);
    cards.get(id)?.replaceWith(drawn);
    cards.set(id, drawn);
  }
  waiting.clear();
  arrange();
}

// Tables of the network that do not tell the broker: where their own page is.
function drawNearby(tables) {
  const links = tables.map((one) => el("a", { href: one.address }, one.name));
  by("nearby").replaceChildren(el("span", {}, say("nearby")), ...links);
  by("nearby").hidden = links.length === 0;
}

function drop(names) {
  for (const id of [...store.tables.keys()].filter((one) => !names.has(one))) {
    store.tables.delete(id);
    ages.delete(id);
    cards.get(id)?.remove();
    cards.delete(id);
  }
}

function drawSides() {
  by("evening").replaceChildren(drawEvening());
  if (!by("tournament").contains(document.activeElement)) {
    by("tournament").replaceChildren(...drawTournament());
  }
}

function drawEvening() {
  if (store.lines.length === 0) return el("p", {}, say("nothing"));
  const rows = [...store.lines].reverse().map((line) => {
    const at = new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const name = store.tables.get(line.table)?.state?.name ?? line.table;
    return el("li", {}, el("time", {}, at), el("b", {}, `${name}: `), line.words);
  });
  return el("ul", { class: "lines" }, ...rows);
}

function drawTournament() {
  const form = el("form", {});
  const title = el("input", { name: "title", value: store.sheet.title ?? "" });
  const people = el("textarea", { name: "people" });
  people.value = (store.sheet.people ?? []).join("\n");
  const word = el("input", { name: "word", type: "password", autocomplete: "off" });
  word.value = sessionStorage.getItem("word") ?? "";
  word.addEventListener("change", () => sessionStorage.setItem("word", word.value));
  const said = el("p", { role: "status" });
  const tell = (why) => {
    said.textContent = why ? say("refused", { why }) : "";
  };
  const keep = el("button", { type: "button" }, say("keep"));
  keep.addEventListener("click", async () => {
    const names = people.value.split("\n").map((one) => one.trim());
    const sheet = { ...store.sheet, title: title.value, people: names.filter(Boolean) };
    tell(await ask("PUT", "/api/hall/tournament", sheet));
  });
  const next = el("button", { type: "button", class: "primary" }, say("next"));
  next.addEventListener("click", async () => {
    const free = [...store.tables.values()].filter((one) => one.online).map((one) => one.id);
    const wish = { tables: free.sort(), began: new Date().toISOString() };
    tell(await ask("POST", "/api/hall/tournament/round", wish));
  });
  form.append(
    el("label", {}, say("word"), word),
    el("label", {}, say("name"), title),
    el("label", {}, say("people"), people),
    el("div", {}, keep, " ", next),
    said,
  );
  return [
    el("h2", {}, store.sheet.title || say("tournament")),
    standingsTable(),
    el("a", { href: "/api/hall/standings.csv", download: "standings.csv" }, say("csv")),
    ...roundTables(),
    form,
  ];
}

function standingsTable() {
  const numbers = ["points", "opponents", "wins", "score", "played"];
  const head = el(
    "tr",
    {},
    el("th", {}),
    el("th", {}, say("person")),
    ...numbers.map((name) => el("th", { class: "n" }, say(name))),
  );
  const rows = store.standings.map((one) =>
    el(
      "tr",
      {},
      el("td", { class: "n" }, String(one.place)),
      el("td", {}, one.person),
      ...numbers.map((name) => el("td", { class: "n" }, String(one[name]))),
    ),
  );
  return el("table", {}, el("caption", {}, say("standings")), head, ...rows);
}

function roundTables() {
  const rounds = Map.groupBy
    ? Map.groupBy(store.results, (one) => one.round)
    : store.results.reduce(
        (all, one) => all.set(one.round, [...(all.get(one.round) ?? []), one]),
        new Map(),
      );
  return [...rounds].map(([number, groups]) =>
    el(
      "table",
      {},
      el("caption", {}, say("round", { n: number })),
      ...groups.map((group) =>
        el(
          "tr",
          {},
          el("th", {}, store.tables.get(group.table)?.state?.name ?? group.table),
          el("td", {}, group.people.map((name) => placed(name, group)).join(", ")),
          el("td", {}, Object.keys(group.places).length === 0 ? say("open") : ""),
        ),
      ),
    ),
  );
}

const placed = (name, group) => (group.places[name] ? `${group.places[name]}. ${name}` : name);

async function ask(method, where, body) {
  const headers = { "content-type": "application/json", "x-hall-word": by_word() };
  const reply = await fetch(where, { method, headers, body: JSON.stringify(body) });
  return reply.ok ? "" : (await reply.json()).error.message;
}

const by_word = () => sessionStorage.getItem("word") ?? "";

const comes = (table) => ask("POST", "/api/hall/command", { table, name: "judge" });

function showTab(name) {
  for (const one of tabs) by(one).hidden = one !== name;
  for (const button of by("tabs").children) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === name));
  }
}

// On a big screen every table is seen at once: as large as they all fit, while they can be read.
const LARGEST = 1.6;
const SMALLEST = 0.78;
let size = 1;

const isBig = () => document.body.classList.contains("big");
const overflows = () => by("tables").getBoundingClientRect().bottom > window.innerHeight;
const hasGrown = () => isBig() && size > SMALLEST && overflows();

function draw(wanted) {
  size = wanted;
  document.documentElement.style.fontSize = `${100 * size}%`;
}

function fit() {
  draw(isBig() ? LARGEST : 1);
  while (hasGrown()) draw(Math.max(SMALLEST, size - 0.04));
}

function enlarge(wanted) {
  document.body.classList.toggle("big", wanted);
  fit();
}

function dress() {
  for (const one of document.querySelectorAll("[data-say]")) {
    one.textContent = say(one.dataset.say);
  }
  by("tabs").append(
    ...tabs.map((name) => {
      const onclick = () => showTab(name);
      return el("button", { type: "button", "data-tab": name, onclick }, say(name));
    }),
  );
  by("sort").append(...sorts.map((name) => el("option", { value: name }, say(name))));
  by("find").addEventListener("input", arrange);
  by("sort").addEventListener("change", arrange);
  by("big").addEventListener("click", () => enlarge(true));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") enlarge(false);
  });
  by("tables").addEventListener("dblclick", () => enlarge(!isBig()));
  window.addEventListener("resize", fit);
  if (location.hash === "#big") enlarge(true);
  showTab("tables");
  drawSides();
}

function listen() {
  const stream = new EventSource("/api/hall/events");
  stream.addEventListener("message", (event) => {
    by("old").hidden = true;
    take(JSON.parse(event.data));
  });
  stream.addEventListener("error", () => {
    by("old").hidden = false;
  });
}

async function begin() {
  const language = (navigator.language || "en").slice(0, 2);
  document.documentElement.lang = language;
  words = await (await fetch(`/api/hall/words?${language}`)).json();
  document.title = say("title");
  dress();
  listen();
  setInterval(countAges, 10_000);
}

begin();

// The page's pure parts, by node's own test runner: no browser, no service.

import assert from "node:assert/strict";
import { test } from "node:test";

const part = (name) => import(`../../web/static/js/${name}.js`);
const { chosen, countOf, tapped, without } = await part("asks/taken");
const { bounded, isWithin, typed } = await part("asks/digits");
const { current, ours, slotted } = await part("asks/questions");
const { renamed } = await part("asks/renamed");
const { changesBetween } = await part("core/changes");
const { folded } = await part("core/fold");
const { gridOf, left, placed } = await part("trackers/arrange");

const room = (most, copies = false) => ({ most, copies });

test("a tap takes a card and the same tap takes it away", () => {
  const taken = tapped([], "bow", room(2));
  assert.deepEqual(taken, ["bow"]);
  assert.deepEqual(tapped(taken, "bow", room(2)), []);
});

test("copies are added as long as there is room, and taken away one by one", () => {
  const two = tapped(tapped([], "bow", room(2, true)), "bow", room(2, true));
  assert.equal(countOf(two, "bow"), 2);
  assert.deepEqual(tapped(two, "bow", room(2, true)), two);
  assert.deepEqual(without(two, 1), ["bow"]);
});

test("one taken away leaves its place empty, and the next one fills it", () => {
  const hole = without(["a", "b", "c"], 1);
  assert.deepEqual(hole, ["a", null, "c"]);
  assert.deepEqual(chosen(hole), ["a", "c"]);
  assert.deepEqual(tapped(hole, "d", room(3)), ["a", "d", "c"]);
});

test("where only one is wanted, another takes its place", () => {
  assert.deepEqual(tapped(["a"], "b", room(1)), ["b"]);
});

test("digits begin a number anew and then follow each other", () => {
  const gold = { value: 12, least: 0, most: 30 };
  const one = typed(gold, 12, "1", false);
  assert.equal(one, 1);
  assert.equal(typed(gold, one, "4", true), 14);
  assert.equal(typed(gold, 14, "back", true), 1);
  assert.equal(typed(gold, 1, "clear", true), 12);
  assert.equal(isWithin(gold, 31), false);
  assert.equal(bounded(gold, 35), 30);
  assert.equal(bounded({ least: 0, most: null }, 999), 999);
});

test("chips keep their places: a gone one leaves a hole, a new one fills it", () => {
  assert.deepEqual(slotted([], ["a", "b", "c"]), ["a", "b", "c"]);
  assert.deepEqual(slotted(["a", "b", "c"], ["a", "c"]), ["a", null, "c"]);
  assert.deepEqual(slotted(["a", null, "c"], ["c", "d", "a"]), ["a", "d", "c"]);
});

test("a question asked again word for word is the same one under a new name", () => {
  const before = [
    { id: "1:buy", say: "Buy?" },
    { id: "1:sell", say: "Sell?" },
  ];
  const asks = [
    { id: "2:buy", say: "Buy?" },
    { id: "1:sell", say: "Sell?" },
    { id: "2:roll", say: "Roll" },
  ];
  assert.deepEqual([...renamed(before, asks)], [["1:buy", "2:buy"]]);
  assert.deepEqual([...renamed(asks, asks)], []);
});

test("the question is the tapped one, else the doubted, else the first that is needed", () => {
  const asks = [{ id: "may", optional: true }, { id: "one" }, { id: "two" }];
  const nobody = () => false;
  assert.equal(current(asks, "", nobody).id, "one");
  assert.equal(current(asks, "may", nobody).id, "may");
  assert.equal(current(asks, "", (ask) => ask.id === "two").id, "two");
  assert.equal(current([], "", nobody), null);
});

test("a phone that is a seat has its own questions and those of anybody, needed ones first", () => {
  const asks = [
    { id: "red may", seats: ["red"], optional: true, kind: "choose" },
    { id: "blue", seats: ["blue"], kind: "choose" },
    { id: "all", seats: [], kind: "roll" },
  ];
  const red = ours(asks, { seat: "red", watch: false }).map((ask) => ask.id);
  assert.deepEqual(red, ["all", "red may"]);
});

test("a change is folded into the table and the table before stays as it was", () => {
  const table = { seq: 1, asks: [{ id: "a" }, { id: "b" }], trackers: [], log: [] };
  const lists = { asks: { entries: [{ id: "c" }], order: ["b", "c"] } };
  const now = folded(table, { set: { seq: 2 }, gone: [], lists });
  assert.deepEqual(now.asks, [{ id: "b" }, { id: "c" }]);
  assert.equal(now.seq, 2);
  assert.equal(table.asks.length, 2);
});

test("every tracker stands in its area, and what has none is a tap away", () => {
  const areas = [
    { id: "mid", holds: ["village"] },
    { id: "fields", holds: ["field:*"], shows: "each" },
  ];
  const trackers = [{ id: "village" }, { id: "field:red", seat: "red" }, { id: "odd" }];
  const [mid, fields] = placed({ areas }, trackers, [{ id: "red" }, { id: "blue" }]);
  assert.equal(mid.panels[0].trackers[0].id, "village");
  assert.deepEqual(fields.panels.map((panel) => panel.trackers[0]?.id ?? null), ["field:red", null]);
  assert.deepEqual(left({ areas }, trackers).map((one) => one.id), ["odd"]);
  const grid = gridOf({ columns: [1, 2], rows: [[3, "a b"]] });
  assert.equal(grid.gridTemplateAreas, '"a b"');
});

const stateOf = (seq, gold, log, more = {}) => ({
  number: 1,
  seq,
  log,
  trackers: [{ id: "gold", value: gold }, { id: "notes" }],
  ...more,
});
const lineOf = (seq, text, more = {}) => ({ seq, says: [text], ...more });

test("what changed: numbers with their old value, new lines, corrected and undone ones", () => {
  const was = stateOf(2, 3, [lineOf(1, "a"), lineOf(2, "b")]);
  const log = [lineOf(1, "c"), lineOf(2, "b", { undone: true }), lineOf(3, "d")];
  const now = changesBetween(was, stateOf(3, 5, log, { outcome: { why: "e" } }));
  assert.deepEqual(now.numbers, [{ id: "gold", from: 3, to: 5 }]);
  assert.deepEqual(
    now.fresh.map((line) => line.seq),
    [3],
  );
  assert.deepEqual(
    now.put.map((line) => line.seq),
    [1],
  );
  assert.equal(now.isTakenBack, true);
  assert.equal(now.ended, true);
  assert.equal(now.since, 2);
});

test("a line that has only left the list was not taken back", () => {
  const was = stateOf(2, 3, [lineOf(1, "a"), lineOf(2, "b")]);
  const now = changesBetween(was, stateOf(3, 3, [lineOf(2, "b"), lineOf(3, "c")]));
  assert.equal(now.isTakenBack, false);
  assert.deepEqual(now.numbers, []);
});

test("nothing has changed at the first look, nor between two games", () => {
  const now = stateOf(9, 1, [lineOf(9, "a")], { trackers: [{ id: "gold", value: 1 }] });
  for (const was of [null, { ...stateOf(2, 3, []), number: 7 }]) {
    const { isSame, numbers, appeared, fresh, ended } = changesBetween(was, now);
    assert.deepEqual([isSame, numbers, appeared, fresh, ended], [false, [], [], [], false]);
  }
});

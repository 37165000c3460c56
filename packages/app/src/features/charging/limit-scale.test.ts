import { expect, test } from "vitest";
import { kept, keyed, marksOn, scaleFor, snap } from "./limit-scale.ts";

const rupees = scaleFor("MONEY", 855);

test("a ruler has round stones, at most five of them", () => {
  expect(rupees).toEqual({
    max: 855,
    stone: 200,
    tick: 50,
    step: 10,
    least: 10,
    presets: [100, 300, 500],
  });
  expect(scaleFor("MONEY", 1000).stone).toBe(200);
  expect(scaleFor("MONEY", 1001).stone).toBe(500);
  expect(scaleFor("MONEY", 500).stone).toBe(100);
  expect(scaleFor("MONEY", 2500).stone).toBe(500);
  expect(scaleFor("MONEY", 2501).stone).toBe(1000);
});

test("ticks and steps are a fixed share of a stone", () => {
  expect(scaleFor("MONEY", 500)).toMatchObject({ stone: 100, tick: 20, step: 5 });
  expect(scaleFor("MONEY", 2500)).toMatchObject({ stone: 500, tick: 100, step: 10 });
  expect(scaleFor("ENERGY", 40)).toEqual({
    max: 40,
    stone: 10,
    tick: 2,
    step: 0.5,
    least: 0.5,
    presets: [5, 15, 25],
  });
});

test("no step is finer than a rupee, half a kWh, a minute or a kilometre", () => {
  expect(scaleFor("MONEY", 9).step).toBe(1);
  expect(scaleFor("ENERGY", 4).step).toBe(0.5);
  expect(scaleFor("TIME", 9).step).toBe(1);
  expect(scaleFor("RANGE", 9).step).toBe(1);
});

test("the end is a whole step below what a full battery lacks, and at least one step", () => {
  expect(scaleFor("MONEY", 855.9).max).toBe(855);
  expect(scaleFor("ENERGY", 40.4).max).toBe(40);
  expect(scaleFor("ENERGY", 40.5).max).toBe(40.5);
  expect(scaleFor("ENERGY", 0.2)).toMatchObject({ max: 0.5, least: 0.5, presets: [] });
});

test("less than what a start costs cannot be chosen and is not suggested", () => {
  expect(scaleFor("MONEY", 855, 100)).toMatchObject({ least: 100, presets: [100, 300, 500] });
  expect(scaleFor("MONEY", 855, 101)).toMatchObject({ least: 101, presets: [300, 500] });
  expect(scaleFor("MONEY", 855, 5).least).toBe(10);
  expect(scaleFor("MONEY", 855, 2000)).toMatchObject({ least: 855, presets: [] });
});

test("a suggestion is not the end itself, and none stands twice", () => {
  expect(scaleFor("MONEY", 250)).toMatchObject({ stone: 50, presets: [25, 75, 125] });
  expect(scaleFor("MONEY", 2).presets).toEqual([1]);
  expect(scaleFor("MONEY", 125).presets).toEqual([25, 75]);
  expect(scaleFor("MONEY", 126).presets).toEqual([25, 75, 125]);
});

test("a length that is none is refused", () => {
  for (const wrong of [0, -1, NaN, Infinity])
    expect(() => scaleFor("TIME", wrong), String(wrong)).toThrow(RangeError);
});

test("a press on the ruler chooses the nearest step, its smallest value or its end", () => {
  expect(snap(304, rupees)).toBe(300);
  expect(snap(305, rupees)).toBe(310);
  expect(snap(0, rupees)).toBe(10);
  expect(snap(849.9, rupees)).toBe(850);
  // Half a step before the end.
  expect(snap(850, rupees)).toBe(855);
  expect(snap(900, rupees)).toBe(855);
  expect(snap(0.3, scaleFor("ENERGY", 40))).toBe(0.5);
});

test("each key moves by a step, a tick, or to an end", () => {
  const key = (name: string, value: number) => keyed(name, value, rupees);
  expect(key("ArrowRight", 300)).toBe(310);
  expect(key("ArrowUp", 300)).toBe(310);
  expect(key("ArrowLeft", 300)).toBe(290);
  expect(key("ArrowDown", 300)).toBe(290);
  expect(key("PageUp", 300)).toBe(350);
  expect(key("PageDown", 300)).toBe(250);
  expect(key("Home", 300)).toBe(10);
  expect(key("End", 300)).toBe(855);
  expect(key(" ", 300)).toBeUndefined();
});

test("at the ends a key goes no farther, and from the end back to a step before it", () => {
  expect(keyed("ArrowRight", 855, rupees)).toBe(855);
  expect(keyed("ArrowLeft", 10, rupees)).toBe(10);
  expect(keyed("ArrowLeft", 855, rupees)).toBe(850);
  expect(keyed("ArrowLeft", 850, rupees)).toBe(840);
});

test("a value of another unit is shown in whole rupees, minutes and km, and tenths of a kWh", () => {
  expect(kept("MONEY", 299.5, rupees)).toBe(300);
  expect(kept("MONEY", 299.4, rupees)).toBe(299);
  expect(kept("TIME", 16.4, scaleFor("TIME", 40))).toBe(16);
  expect(kept("RANGE", 110.5, scaleFor("RANGE", 320))).toBe(111);
  expect(kept("ENERGY", 15.84, scaleFor("ENERGY", 40))).toBe(15.8);
  expect(kept("MONEY", 3, rupees)).toBe(10);
  expect(kept("MONEY", 900, rupees)).toBe(855);
});

test("each tick is marked, stones with their value, and the end is the last stone", () => {
  const scale = scaleFor("MONEY", 500);
  const marks = marksOn(scale, 500);
  expect(marks.filter(({ stone }) => stone).map(({ value }) => value)).toEqual([
    100, 200, 300, 400, 500,
  ]);
  expect(marks).toHaveLength(25);
  expect(marks.slice(0, 2)).toEqual([
    { value: 20, stone: false },
    { value: 40, stone: false },
  ]);
});

test("what is too near the end gives way: its words within 60 px, its tick within 18 px", () => {
  const scale = { ...rupees, max: 1000, stone: 100, tick: 10 };
  const at = (px: number) => {
    const marks = marksOn(scale, px);
    return {
      lastTick: marks.at(-2)!.value,
      lastStone: marks.filter(({ stone }) => stone).at(-2)!.value,
    };
  };
  // 100 of 1000 are 60 px, 30 of 1000 are 18 px.
  expect(at(600)).toEqual({ lastTick: 970, lastStone: 900 });
  expect(at(599)).toEqual({ lastTick: 960, lastStone: 800 });
});

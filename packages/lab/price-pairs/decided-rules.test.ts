import * as engine from "@voltmarg/rules";
import { expect, test } from "vitest";
import { decidedRules, ruleNames } from "./decided-rules.ts";
import { askEngine } from "./pair.ts";
import { randomPair } from "./random-pair.ts";

const pairs = 20_000;
const atLeast = 200;

// If the generator stopped covering a rule, both engines would agree on it without a test.
test(`[E-4] each rule of the standard decides at least ${atLeast} of ${pairs} random pairs`, () => {
  const decided = new Map(ruleNames.map((name) => [name, 0]));
  for (let seed = 0; seed < pairs; seed += 1) {
    const pair = randomPair(seed);
    for (const name of decidedRules(engine, pair, askEngine(engine, pair))) {
      decided.set(name, decided.get(name)! + 1);
    }
  }
  expect([...decided].filter(([, count]) => count < atLeast)).toEqual([]);
}, 240_000);

import * as engine from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { breakEngine, breaks } from "./broken-engines.ts";
import { askEngine, type Engine } from "./pair.ts";
import { randomPair } from "./random-pair.ts";
import { tryPairs } from "./try-pairs.ts";

const pairs = 20_000;

describe("[E-4] the engine and the operator's own second-by-second pricer", () => {
  test(`agree on ${pairs} random tariffs and sessions, exactly and in paise`, () => {
    expect(tryPairs(engine, 0, pairs)).toEqual([]);
  }, 240_000);

  test("the same seed makes the same pair", () => {
    expect(randomPair(7)).toEqual(randomPair(7));
    expect(randomPair(7)).not.toEqual(randomPair(8));
  });
});

describe("an engine with one mistake is detected", () => {
  test.each(breaks)(
    "$name",
    async (each) => {
      const broken = await breakEngine(each);
      const isFound = (seed: number) => tryPairs(broken, seed, 1).length > 0;
      expect(Array.from({ length: 2000 }, (_, seed) => seed).some(isFound)).toBe(true);
    },
    60_000,
  );

  test("by the smallest pair that still shows the difference", async () => {
    const broken = await breakEngine(breaks[0]!);
    const [found] = tryPairs(broken, 0, 2000);
    const { elements } = found!.smallest.tariff;
    // One restriction on one price is enough to show the mistake.
    expect(elements.flatMap((element) => element.price_components)).toHaveLength(1);
    expect(elements.map((element) => Object.keys(element.restrictions ?? {}))).toEqual([
      ["min_kwh"],
    ]);
    expect(found!.engine).not.toBe(found!.reference);
  });

  test("an engine that crashes is detected as well", () => {
    const crashing: Engine = {
      ...engine,
      priceSession: () => {
        throw new TypeError("broken");
      },
    };
    expect(tryPairs(crashing, 0, 1)[0]).toMatchObject({ seed: 0, engine: "TypeError: broken" });
    expect(() => askEngine(crashing, randomPair(0))).toThrow("broken");
  });

  test("a mistake whose text is not in the source is an error", async () => {
    const nowhere = { name: "nowhere", file: "exact.ts", from: "not in the source", to: "" };
    await expect(breakEngine(nowhere)).rejects.toThrow("not there exactly once");
  });
});

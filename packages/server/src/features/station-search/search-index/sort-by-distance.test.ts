import { randomFrom } from "@voltmarg/testkit/random-stations";
import { describe, expect, test } from "vitest";
import { chordOf, decimetresOf } from "./great-circle.ts";
import type { Hits } from "./range-scan.ts";
import { sortByDistance } from "./sort-by-distance.ts";

const bySlot = (a: number, b: number) => a - b;

/** Hits at these km, within so many; the first one is slot `most`, each next one lower. */
function hitsAt(km: readonly number[], within: number): Hits {
  const count = km.length;
  return {
    chords: Float64Array.from(km, chordOf),
    slots: Uint32Array.from(km, (_, at) => count - at),
    count,
    total: count,
    within: chordOf(within),
  };
}
const sorted = (hits: Hits, wanted: number) => [...sortByDistance(hits, wanted, bySlot)];
/** By the rule itself. */
const expected = ({ chords, slots, count }: Hits, wanted: number) =>
  Array.from({ length: count }, (_, at) => ({ far: decimetresOf(chords[at]!), slot: slots[at]! }))
    .toSorted((a, b) => a.far - b.far || a.slot - b.slot)
    .slice(0, wanted)
    .map(({ slot }) => slot);

describe("[L-1] the nearest stations", () => {
  test.each([0, 1, 2, 3, 40, 127, 128, 129, 130, 1_000, 9_000])(
    "of %i come first, however many are wanted",
    (count) => {
      const random = randomFrom(count + 1);
      const spread = hitsAt(
        Array.from({ length: count }, () => random() * 50),
        50,
      );
      // A few metres from each other, far less than a bucket.
      const crowd = hitsAt(
        Array.from({ length: count }, () => Math.floor(random() * 40) / 10_000),
        50,
      );
      const beyond = hitsAt(
        Array.from({ length: count }, () => random() * 50),
        20,
      );
      for (const wanted of [0, 1, 2, 10, 129, count - 1, count, count + 1])
        if (wanted >= 0) {
          expect(sorted(spread, wanted)).toEqual(expected(spread, wanted));
          expect(sorted(crowd, wanted)).toEqual(expected(crowd, wanted));
          // Only those within the circle were looked for in full.
          const inside = Array.from(beyond.chords).filter((one) => one < beyond.within).length;
          const few = Math.min(wanted, inside);
          expect(sorted(beyond, few)).toEqual(expected(beyond, few));
        }
    },
  );

  test("of which one is as near as the last one wanted is the one that comes first otherwise", () => {
    const within = 0.01;
    const near = hitsAt([within - 1e-8, within], within);
    expect(sorted(near, 1)).toEqual([1]);
    expect(sorted(near, 2)).toEqual([1, 2]);
    // A decimetre farther is farther.
    expect(sorted(hitsAt([within - 1e-4, within], within), 1)).toEqual([2]);
  });

  test("anywhere on Earth are sorted as well", () => {
    const far = hitsAt([3, 2, 15_000, 1, 4], Infinity);
    expect(sorted(far, 5)).toEqual([2, 4, 5, 1, 3]);
    expect(sorted(far, 2)).toEqual([2, 4]);
  });

  test("on one spot are in order by the tie alone", () => {
    expect(sorted(hitsAt([0, 0, 0], 0), 3)).toEqual([1, 2, 3]);
    expect(sorted(hitsAt([7, 5, 5, 5, 6, 6], 10), 6)).toEqual([3, 4, 5, 1, 2, 6]);
  });
});

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as engine from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { askEngine, type Engine } from "./pair.ts";
import { randomPair } from "./random-pair.ts";
import { tryPairs } from "./try-pairs.ts";

type Break = { name: string; file: string; from: string; to: string };

/** Possible mistakes of a price engine, each one replacement in its source. */
const breaks: Break[] = [
  {
    name: "the minimum of energy is exclusive",
    file: "match-element.ts",
    from: "moment.energy >= when.minKwh",
    to: "moment.energy > when.minKwh",
  },
  {
    name: "the maximum of energy is inclusive",
    file: "match-element.ts",
    from: "moment.energy < when.maxKwh",
    to: "moment.energy <= when.maxKwh",
  },
  {
    name: "the maximum of power and current is inclusive",
    file: "match-element.ts",
    from: "compare(value, maximum) < 0",
    to: "compare(value, maximum) <= 0",
  },
  {
    name: "the minimum of duration is exclusive",
    file: "match-element.ts",
    from: "moment.elapsed >= when.minMs",
    to: "moment.elapsed > when.minMs",
  },
  {
    name: "a window does not wrap past midnight",
    file: "match-element.ts",
    from: "when.until < when.from ? !(after || before)",
    to: "when.until < when.from ? true",
  },
  {
    name: "00:00 is the beginning of the day as an end",
    file: "match-element.ts",
    from: "until === 0 ? DAY_MS : until",
    to: "until",
  },
  {
    name: "the last element in the list counts",
    file: "match-element.ts",
    from: "of candidates) {",
    to: "of candidates.toReversed()) {",
  },
  {
    name: "the end date is inclusive",
    file: "match-element.ts",
    from: "moment.day < when.lastDay",
    to: "moment.day <= when.lastDay",
  },
  {
    name: "weeks begin on Sunday",
    file: "match-element.ts",
    from: "days |= 1 << (index + 1);",
    to: "days |= 1 << (index + 2);",
  },
  {
    name: "energy thresholds are looked at between periods only",
    file: "split-periods.ts",
    from: "rest > 0n && rest < energy",
    to: "rest > 0n && rest < 0n",
  },
  {
    name: "a start fee is paid for every stretch",
    file: "split-periods.ts",
    from: "walk.flatBilled[phase] = true;",
    to: "walk.flatBilled[phase] = phase === 'RESERVATION';",
  },
  {
    name: "step_size rounds the last stretch, not the total",
    file: "price-lines.ts",
    from: "runs.length === 1 ? last.quantity : sum(runs.map(({ quantity }) => quantity))",
    to: "last.quantity",
  },
  {
    name: "an exact multiple of step_size is rounded up again",
    file: "price-lines.ts",
    from: "(total.n * stepD + size - 1n) / size",
    to: "(total.n * stepD) / size + 1n",
  },
  {
    name: "charging is rounded although parking follows",
    file: "price-lines.ts",
    from: "isTimed(run) && run.candidate.type === lastTimed",
    to: 'isTimed(run) && lastTimed !== undefined && run.candidate.type === "TIME"',
  },
  {
    name: "VAT is added to the net rounded to paise",
    file: "price-lines.ts",
    from: "{ n: quantity.n * priceInclVat.n, d: quantity.d * priceInclVat.d }",
    to: "{ n: ((200n * excl.n + excl.d) / (2n * excl.d)) * priceInclVat.n * price.d, d: 100n * priceInclVat.d * (price.n || 1n) }",
  },
  {
    name: "only the net is held to the maximum",
    file: "price-limits.ts",
    from: "if (compare(incl, maximum.incl) > 0) incl = maximum.incl;",
    to: "",
  },
  {
    name: "a minimum without VAT adds none",
    file: "price-limits.ts",
    from: "return { excl, incl: mul(excl, rate) };",
    to: "return { excl, incl: rate.n === 0n ? mul(excl, rate) : excl };",
  },
  {
    name: "half a paisa goes to the even side",
    file: "exact.ts",
    from: "(2n * n + value.d) / (2n * value.d)",
    to: "(2n * n + value.d) / (2n * value.d) - ((2n * n + value.d) % (2n * value.d) === 0n && ((2n * n + value.d) / (2n * value.d)) % 2n === 1n ? 1n : 0n)",
  },
  {
    name: "an expired reservation costs as a kept one",
    file: "split-periods.ts",
    from: "walk.session.reservationExpired",
    to: "walk.session.reservationExpired && type === 'FLAT'",
  },
  {
    name: "a change of clocks is noticed the day after",
    file: "time-zone.ts",
    from: "if (before === after) {",
    to: "if (Number.isFinite(before)) {",
  },
  {
    name: "the step_size of the price used first counts",
    file: "price-lines.ts",
    from: "const last = runs.at(-1);",
    to: "const last = runs.at(0);",
  },
  {
    name: "MAX_POWER is not read",
    file: "ocpi-periods.ts",
    from: "  MAX_POWER: 1,",
    to: "",
  },
  {
    name: "a period that names charging and parking is charging",
    file: "ocpi-periods.ts",
    from: "const parking = take(hours.PARKING_TIME);",
    to: "const parking = hours.TIME ? 0 : take(hours.PARKING_TIME);",
  },
  {
    name: "parking lasts as long as the clock says",
    file: "ocpi-periods.ts",
    from: "const parking = take(hours.PARKING_TIME);",
    to: "const parking = hours.TIME || !hours.PARKING_TIME ? take(hours.PARKING_TIME) : take(left / HOUR_MS);",
  },
  {
    name: "a reservation lasts as long as the clock says",
    file: "ocpi-periods.ts",
    from: "take(hours.RESERVATION_TIME)",
    to: "take(hours.RESERVATION_TIME && left / HOUR_MS)",
  },
  {
    name: "charging lasts as long as the clock says",
    file: "ocpi-periods.ts",
    from: "hours.TIME !== null ? take(hours.TIME)",
    to: "hours.TIME ? left",
  },
  {
    name: "hours are not made whole seconds",
    file: "ocpi-periods.ts",
    from: "return rounded * 1000;",
    to: "return Math.round(hours * HOUR_MS);",
  },
  {
    name: "volumes of one dimension are added as floats",
    file: "ocpi-periods.ts",
    from: "add(energy, exact(volume))",
    to: "exact(Number(energy.n) / Number(energy.d) + volume)",
  },
  {
    name: "a period without a tariff is priced although others name one",
    file: "ocpi-periods.ts",
    from: "someTariff && period.tariff_id == null",
    to: "someTariff && false",
  },
  {
    name: "hours longer than their period are cut to it",
    file: "ocpi-periods.ts",
    from: "named > until - from + TOO_LONG_MS",
    to: "named > until - from + TOO_LONG_MS * 1e9",
  },
  {
    name: "two periods with one start are priced",
    file: "ocpi-periods.ts",
    from: "if (index === 0 || at !== sorted[index - 1]!.at) return;",
    to: "if (index >= 0) return;",
  },
  {
    name: "a negative price is paid out",
    file: "check-tariff.ts",
    from: "if (value != null && value < 0)",
    to: "if (value != null && value < -1e9)",
  },
  {
    name: "a maximum below its minimum is no fault",
    file: "check-tariff.ts",
    from: "most != null && most < least",
    to: "most != null && false",
  },
  {
    name: "a tariff of prices with tax is read as one without",
    file: "check-tariff.ts",
    from: 'tax !== "NO"',
    to: "false",
  },
  {
    name: "a price with tax is read from its rounded one without",
    file: "net-price.ts",
    from: "sent == null",
    to: "true",
  },
];

/** A copy of the engine with one mistake. Throws when the text to replace does not occur exactly once. */
async function breakEngine({ name, file, from, to }: Break): Promise<Engine> {
  const source = dirname(fileURLToPath(import.meta.resolve("@voltmarg/rules")));
  const folder = mkdtempSync(join(tmpdir(), "voltmarg-broken-engine-"));
  try {
    cpSync(source, folder, { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
    const text = readFileSync(join(folder, file), "utf8");
    if (text.split(from).length !== 2) {
      throw new Error(`${name}: the place in ${file} is not there exactly once`);
    }
    writeFileSync(
      join(folder, file),
      text.replace(from, () => to),
    );
    return (await import(pathToFileURL(join(folder, "index.ts")).href)) as Engine;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

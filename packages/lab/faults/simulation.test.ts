import { expect, test } from "vitest";
import { BROKEN_VARIANTS, type Broken } from "../simulation/broken-variants.ts";
import { trySeeds, type SimulationOptions } from "../simulation/try-seeds.ts";

const run = async (more: Partial<SimulationOptions>) => {
  const lines: string[] = [];
  const end = await trySeeds(
    {
      first: 1,
      seeds: 1,
      steps: 60,
      broken: null,
      twice: true,
      untilFound: false,
      trace: false,
      workers: 1,
      ...more,
    },
    (line) => lines.push(line),
  );
  return { ...end, lines };
};

test(
  "[B-1] under any clock, network and database faults no invariant breaks, and a seed repeats exactly",
  { timeout: 240_000 },
  async () => {
    const end = await run({});
    expect(end, end.lines.join("\n")).toMatchObject({ ok: true, breaks: 0, unlike: 0 });
  },
);

// The negative controls: a service that is broken in one place is detected within a few seeds, and a repeat detects
// it again.
test.each(Object.keys(BROKEN_VARIANTS) as Broken[])(
  "a service broken by %s is detected, and the seed reproduces it",
  { timeout: 240_000 },
  async (broken) => {
    const end = await run({ broken, seeds: 12, steps: 120, twice: false, untilFound: true });
    expect(end, end.lines.join("\n")).toMatchObject({ ok: false, breaks: 1, unlike: 0 });
    // By its behaviour, and not because the run itself failed.
    expect(end.lines.join("\n")).not.toContain("the run broke");
  },
);

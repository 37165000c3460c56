import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { createLogger } from "../observability/logger.ts";
import { clockAgrees } from "./clock-agrees.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("what deletes for good runs by a clock that is right, and the log says why not", async () => {
  const said: string[] = [];
  const logger = createLogger("error", { write: (line) => said.push(line) });
  const by = (minutes: number) =>
    clockAgrees({
      database: world.database,
      clock: { now: () => new Date(Date.now() + minutes * 60_000) },
      logger,
    });
  expect([await by(0), await by(55), await by(-55)]).toEqual([true, true, true]);
  expect(said).toEqual([]);
  expect([await by(65), await by(-65), await by(525_600)]).toEqual([false, false, false]);
  expect(said).toHaveLength(3);
  expect(said[0]).toContain("the clock is wrong: nothing is deleted");
});

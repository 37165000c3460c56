import { expect, test } from "vitest";
import { compareAges } from "./aged.ts";

const sizes = {
  drivers: 6_000,
  sessions: 6_000,
  meterValues: 1,
  locations: 50,
  days: 4,
  outboxPerDay: 5,
  setAside: 20,
  companyCharges: 50,
};

// How much slower statements are is measured by the command on a quiet machine.
test(
  "no hot statement reads a large table whole; without its index the one for tokens does",
  { timeout: 240_000 },
  async () => {
    const { scans, statements } = await compareAges(sizes, 1, true);
    expect(statements).toBeGreaterThan(100);
    expect(new Set(scans.flatMap(({ tables }) => tables))).toEqual(new Set(["app_user"]));
  },
);

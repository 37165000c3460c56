import { describe, expect, test } from "vitest";
import { breakMoney, type MoneyOptions } from "./money.ts";

const short: MoneyOptions = {
  ops: 800,
  killApp: 2,
  killDb: 1,
  seconds: 20,
  drivers: 12,
  withoutIdempotency: false,
};

describe("[B-1] money under kill -9", () => {
  test(
    "nothing confirmed to a driver is lost, nothing is booked twice, and the books agree with the provider's",
    { timeout: 240_000 },
    async () => {
      const lines: string[] = [];
      const end = await breakMoney(short, (line) => lines.push(line));
      expect(end, lines.join("\n")).toEqual({
        ok: true,
        lost: 0,
        doubled: 0,
        kills: short.killApp,
        dbKills: short.killDb,
      });
    },
  );

  // The negative control: without idempotency keys the same run must fail, otherwise it proves nothing.
  test(
    "without idempotency keys operations are booked twice, and the run fails",
    { timeout: 240_000 },
    async () => {
      const lines: string[] = [];
      const end = await breakMoney(
        { ...short, killApp: 1, killDb: 0, withoutIdempotency: true },
        (line) => lines.push(line),
      );
      expect(end.ok, lines.join("\n")).toBe(false);
      expect(end.doubled, lines.join("\n")).toBeGreaterThan(0);
      expect(lines.at(-1)).toMatch(/^money tried=\d+ lost=\d+ doubled=[1-9]/);
    },
  );
});

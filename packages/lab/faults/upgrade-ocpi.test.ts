import { expect, test } from "vitest";
import { tryUpgrade } from "./upgrade-ocpi/try-upgrade.ts";

test("[S-2] [S-3] operators that move to OCPI 2.3.0 in the middle of sessions lose and double none", async () => {
  const { ok, line } = await tryUpgrade(12);
  expect(ok, line).toBe(true);
  expect(line).toContain("upgrade-ocpi tried=12 lost=0 doubled=0 moved=2");
});

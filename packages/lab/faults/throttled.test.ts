import { expect, test } from "vitest";
import { tryThrottled } from "./throttled/try-throttled.ts";

test("[S-1] [S-3] beside pulls that an operator has no time for, commands neither fail nor wait", async () => {
  const { ok, line } = await tryThrottled(4);
  expect(ok, line).toBe(true);
  expect(line).toContain("throttled starts=4 failed=0 stops=4 late=0");
});

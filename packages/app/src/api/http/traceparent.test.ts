import { expect, test } from "vitest";
import { newTraceparent } from "./traceparent.ts";

test("each call has a trace of its own, as W3C Trace Context writes it", () => {
  const all = Array.from({ length: 100 }, newTraceparent);
  for (const each of all) expect(each).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(all.map((each) => each.slice(3, 35))).size).toBe(100);
});

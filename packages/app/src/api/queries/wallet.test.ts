import type { Withdrawal } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { isUnderWay } from "./wallet.ts";

test("a withdrawal is under way until it is done or has failed", () => {
  const under = (status: string) => isUnderWay({ status } as Withdrawal);
  expect(under("REQUESTED")).toBe(true);
  expect(under("PROCESSING")).toBe(true);
  for (const status of ["DONE", "FAILED", "PARTLY_FAILED"])
    expect(under(status), status).toBe(false);
});

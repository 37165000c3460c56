import { expect, test } from "vitest";
import { tryStaff } from "./staff.ts";

const some = { operations: "all", seconds: 4, seed: 5 };

test("[B-2] nobody of the staff gains anything alone, and a session without a passkey gains nothing", async () => {
  expect(await tryStaff({ ...some, broken: false })).toBe(true);
});

test("[B-2] a stolen session that passes for a fresh one is found", async () => {
  expect(await tryStaff({ ...some, broken: true })).toBe(false);
});

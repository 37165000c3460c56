import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { addThreeAccounts } from "@voltmarg/testkit/three-accounts";
import { isAccountId, numberNamed } from "./number-named.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  await addThreeAccounts(world);
});
afterAll(() => world.stop());

const numberOf = (named: string) => numberNamed(world.database.db, named);

test("staff name a driver by the number in each way of writing it, whether or not there is an account", async () => {
  for (const named of ["9800000001", "+91 98000 00001", "+919800000001"])
    expect([named, await numberOf(named)]).toEqual([named, { ok: true, value: "+919800000001" }]);
  expect(await numberOf("9811111111")).toEqual({ ok: true, value: "+919811111111" });
});

test("staff name a driver by the account's id, a closed account too", async () => {
  expect(await numberOf("usr_open")).toEqual({ ok: true, value: "+919800000001" });
  expect(await numberOf("usr_closed")).toEqual({ ok: true, value: "+919800000002" });
});

test("an account that is erased or never was is not found; what is no number is called so", async () => {
  for (const named of ["usr_erased", "usr_absent", "usr_"])
    expect([named, await numberOf(named)]).toMatchObject([
      named,
      { ok: false, reason: "NOT_FOUND" },
    ]);
  for (const named of ["", "98000", "asha", "USR_open", "xusr_open"])
    expect([named, await numberOf(named)]).toMatchObject([
      named,
      { ok: false, reason: "MOBILE_INVALID" },
    ]);
});

test("an account's id begins with usr_", () => {
  expect(["usr_1", "usr_"].map(isAccountId)).toEqual([true, true]);
  expect(["usr", "9800000001", "x usr_1", ""].map(isAccountId)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

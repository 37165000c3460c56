import type { User } from "@voltmarg/contract";
import { expect, test } from "vitest";
import type { Account } from "../api/account/account.ts";
import {
  guardEstimate,
  guardSignedIn,
  guardSignedOut,
  isForStrangersToo,
  isSignedOutOnly,
} from "./guards.ts";

const signedIn: Account = { state: "signed-in", user: { id: "u1" } as User };
const signedOut: Account = { state: "signed-out" };

test("[G-1] login, signup, phone-number-enter and any otp address are for signed-out people", () => {
  for (const path of ["/login", "/signup", "/phone-number-enter", "/otp", "/otp/9", "/otpverify"])
    expect(isSignedOutOnly(path), path).toBe(true);
  for (const path of ["/", "/tabs", "/loginhelp", "/tou", "/wallet/otp"])
    expect(isSignedOutOnly(path), path).toBe(false);
});

test("[G-1] a signed-in driver opening them is sent to the tabs", () => {
  expect(guardSignedOut(signedIn, null)).toEqual({ go: "/tabs" });
  expect(guardSignedOut(signedOut, null)).toEqual({ show: "screen" });
});

test("[G-2] nobody signed in goes to login, and afterwards lands where they were going", () => {
  expect(guardSignedIn(signedOut)).toEqual({ go: "/login" });
  expect(guardSignedOut(signedIn, "/billsummary/c1?x=1")).toEqual({ go: "/billsummary/c1?x=1" });
});

test("[G-2] [R-9] [R-16] questions and the way to support are for signed-out people too", () => {
  expect(["/faq", "/support"].every(isForStrangersToo)).toBe(true);
  expect(
    ["/create-ticket", "/support?ticket=t1", "/support/x", "/wallet"].some(isForStrangersToo),
  ).toBe(false);
});

test("[G-2] while the account is looked up, or cannot be, nobody is sent anywhere", () => {
  expect(guardSignedIn({ state: "looking" })).toEqual({ show: "waiting" });
  expect(guardSignedIn({ state: "unreachable" })).toEqual({ show: "unreachable" });
  expect(guardSignedOut({ state: "looking" }, "/history")).toEqual({ show: "waiting" });
});

test("[G-1] [G-2] whose account cannot be reached is signed in: not the login page, but the screen that says so", () => {
  const unreachable: Account = { state: "unreachable" };
  expect(guardSignedOut(unreachable, null)).toEqual({ go: "/tabs" });
  expect(guardSignedOut(unreachable, "/history")).toEqual({ go: "/history" });
});

test("[G-4] an estimate without a location goes to the tabs", () => {
  expect(guardEstimate("")).toEqual({ go: "/tabs" });
  expect(guardEstimate("?location=")).toEqual({ go: "/tabs" });
  expect(guardEstimate("?location=l1&evse=e&connector=1")).toEqual({ show: "screen" });
});

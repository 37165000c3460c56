import { expect, test } from "vitest";
import { readPaise } from "@voltmarg/rules";
import { amountText, problemWith, shortInr } from "./return-amount.ts";

test("[B-1] a field holds an amount as it is read again, and a button says the paise that there are", () => {
  for (const minor of [100, 9_950, 1_50_000_00, 29, 99_99_999_99])
    expect(readPaise(amountText(minor))).toBe(minor);
  expect([amountText(1_50_000_00), amountText(9_950)]).toEqual(["1,50,000", "99.50"]);
  expect([shortInr(50_000), shortInr(9_950)]).toEqual(["₹500", "₹99.50"]);
});

test("[B-1] an amount to send back is at least ₹1 and at most what is unused", () => {
  expect(problemWith("100", 10_000)).toBeUndefined();
  expect(problemWith("100.01", 10_000)).toBe("At most ₹100.00 can be refunded");
  expect(problemWith("0.99", 10_000)).toBe("The minimum refund is ₹1");
  expect(problemWith("1,5,00", 10_000)).toBe("Enter rupees, such as 250 or 250.50");
  expect(problemWith("ten", 10_000)).toBe("Enter rupees, such as 250 or 250.50");
  expect(problemWith(" ", 10_000)).toBe("Enter an amount");
});

import { expect, test } from "vitest";
import { paiseIn, problemWith } from "./return-amount.ts";

test("[B-1] rupees are read as they are typed, to the paisa", () => {
  for (const [text, minor] of [
    ["250", 25_000],
    ["250.5", 25_050],
    ["250,05", 25_005],
    [" 1. ", 100],
    ["0.29", 29],
    ["9999999.99", 999_999_999],
  ] as const)
    expect(paiseIn(text), text).toBe(minor);
  for (const text of ["", "-5", "1.234", "1e3", "₹5", "12345678", "1,23,456"])
    expect(paiseIn(text), text).toBeNull();
});

test("[B-1] an amount to send back is at least ₹1 and at most what is unused", () => {
  expect(problemWith("100", 10_000)).toBeUndefined();
  expect(problemWith("100.01", 10_000)).toBe("At most ₹100.00 can be refunded");
  expect(problemWith("0.99", 10_000)).toBe("The minimum refund is ₹1");
  expect(problemWith("ten", 10_000)).toBe("Enter rupees, such as 250 or 250.50");
  expect(problemWith(" ", 10_000)).toBe("Enter an amount");
});

import { expect, test } from "vitest";
import { arrivalDay, arrives, destination } from "./destination.ts";

test("[B-1] every destination of a refund is said in the driver's words", () => {
  expect(destination("UPI")).toBe("UPI, to the bank account you paid from");
  expect(destination("card ••1111")).toBe("card ••1111");
  expect(destination("card")).toBe("card");
  expect(destination("net banking")).toBe("net banking, to the bank account you paid from");
  expect(destination("your payment")).toBe("the payment it came from");
});

test("[B-1] a refund arrives within seven working days of India", () => {
  // A Friday evening in India is a Friday, whatever the day is in UTC.
  expect(arrivalDay("2026-11-20T18:29:59Z")).toBe("2026-12-01");
  expect(arrivalDay("2026-11-20T18:30:00Z")).toBe("2026-12-01");
  expect(arrivalDay("2026-11-22T18:30:00Z")).toBe("2026-12-02");
  expect(arrives("2026-11-23T06:00:00Z")).toBe("by about 2 Dec");
});

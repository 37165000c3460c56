import { expect, test } from "vitest";
import { codeIn } from "./sms-code.ts";

test("[A-9] the code is found in the words of the SMS, and only when there is no doubt which it is", () => {
  const sms = "482913 is your Voltmarg OTP, valid 5 min. Do not share.\n@voltmarg.example #482913";
  expect(codeIn(sms, 6)).toBe("482913");
  expect(codeIn("Your code: 0042", 4)).toBe("0042");
  expect(codeIn("Call 18001234567", 6)).toBeNull();
  expect(codeIn("482913 or 482914", 6)).toBeNull();
  expect(codeIn("", 6)).toBeNull();
});

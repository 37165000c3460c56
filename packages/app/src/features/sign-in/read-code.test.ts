import { expect, test } from "vitest";
import { readCode } from "./read-code.ts";

test("[A-9] a code is read as it is typed in any digits, and out of a pasted SMS; nothing else is", () => {
  expect(readCode("४८२ ९", 6)).toBe("4829");
  expect(readCode("\u2066٤٨٢٩١٣\u2069", 6)).toBe("482913");
  expect(readCode("482913 is your Voltmarg OTP", 6)).toBe("482913");
  for (const typed of ["4829131", "48291a", "4829.", "482913 482914"])
    expect(readCode(typed, 6), typed).toBeNull();
});

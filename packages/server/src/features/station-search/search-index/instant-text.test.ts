import fc from "fast-check";
import { expect, test } from "vitest";
import { writeText } from "./ascii.ts";
import { DAY_MS, dayText, timeText } from "./instant-text.ts";

test("[L-1] an instant is written as JSON writes a date", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 4e12 }), (ms) => {
      const day = Math.floor(ms / DAY_MS);
      expect(dayText(day) + timeText(ms - day * DAY_MS)).toBe(new Date(ms).toISOString());
    }),
  );
  expect(() => dayText(Number.NaN)).toThrow(RangeError);
});

test("[L-1] a text is written as UTF-8, whatever is in it", () => {
  const bytes = Buffer.alloc(4_000);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      const size = writeText(bytes, 7, text);
      expect(bytes.subarray(7, 7 + size)).toEqual(Buffer.from(text));
    }),
  );
});

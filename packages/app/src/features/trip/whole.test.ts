import { expect, test } from "vitest";
import { whole } from "./whole.ts";

test("[T-1] a percentage is a whole number within its bounds", () => {
  const texts = ["80", " 7 ", "100", "0", "101", "8.5", "-3", "", "1e1"];
  const none = [null, null, null, null, null, null];
  expect(texts.map((text) => whole(text, 1, 100))).toEqual([80, 7, 100, ...none]);
});

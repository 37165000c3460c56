import { expect, test } from "vitest";
import { duplicateKey } from "./duplicate-key.ts";

test.each<[string, string | null]>([
  ['{"a":1,"b":{"a":[{"a":2},{"a":3}]},"c":"a"}', null],
  ['{"a":1,"b":"\\"a\\":","a":2}', "a"],
  ['{"x":[[],{"y":1,"z":{},"y":2}]}', "x[1].y"],
  ['{"pri\\u0063e":1,"price":2}', "price"],
  ['{"a":"\\\\","b":"a","a":1}', "a"],
  ['["a","a",{"b":"b"}]', null],
  ['"a"', null],
  ["7", null],
])("[E-4] a key that stands twice in %s", (text, path) => {
  JSON.parse(text);
  expect(duplicateKey(text)).toBe(path);
});

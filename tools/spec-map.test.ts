import { expect, test } from "vitest";
import { readRequirements, specMap, titlesIn } from "./spec-map.ts";

test("ids are found in titles of tests, groups and tables, and nowhere else", () => {
  const source = `
    // [G-1] a comment
    describe("[G-1] guards", () => {
      test('[G-2, G-3] lands where it was going', () => {});
      test.for([1, 2])("[R-1] [R-2] %s opens", () => {});
      it(\`[A-1] a code\`, () => {});
      test("no id", () => { expect(list[0]).toBe("[M-1]"); });
    });`;
  expect(titlesIn("x.test.ts", source).map((title) => title.ids)).toEqual([
    ["G-1"],
    ["G-2", "G-3"],
    ["R-1", "R-2"],
    ["A-1"],
  ]);
});

test("a requirement without a test is open", () => {
  const [first, second] = readRequirements();
  const map = specMap(
    [first!, second!],
    [{ file: "a.test.ts", title: `[${first!.id}] it | works`, ids: [first!.id] }],
  );
  expect(map).toContain("1 of 2 requirements have a test");
  expect(map).toContain("| `a.test.ts`: it \\| works |");
  expect(map).toMatch(new RegExp(`\\| ${second!.id} \\|.*\\| open \\|`));
});

import { expect, test } from "vitest";
import { nextPage } from "./next-page.ts";

test("a list goes on until its last page", () => {
  expect(nextPage({ page_no: 0, total_pages: 3 })).toBe(1);
  expect(nextPage({ page_no: 1, total_pages: 3 })).toBe(2);
  expect(nextPage({ page_no: 2, total_pages: 3 })).toBeUndefined();
  expect(nextPage({ page_no: 0, total_pages: 1 })).toBeUndefined();
  expect(nextPage({ page_no: 0, total_pages: 0 })).toBeUndefined();
});

import { expect, test } from "vitest";
import { syncPhones } from "./sync-phones.ts";

test("[N-1] cap sync copies the page with the provider's name into both phones' projects, without what only browsers need, and changes none of their files", async () => {
  const { files, plugins, useless, unguarded, unnamed, changed } = await syncPhones();
  expect(files.android).toBeGreaterThan(20);
  expect(files.ios).toBe(files.android);
  expect(plugins).toBe(12);
  expect(useless).toEqual([]);
  expect(unguarded).toEqual([]);
  expect(unnamed).toEqual([]);
  expect(changed).toEqual([]);
});

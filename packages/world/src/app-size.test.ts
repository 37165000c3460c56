import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildApp } from "./build-app.ts";

const size = join(import.meta.dirname, "..", "..", "app", "scripts", "size.ts");

test("the first load, each screen, its style and the map stay within their size limits", async () => {
  const { dir } = await buildApp();
  const { stdout } = spawnSync(process.execPath, [size, dir], { encoding: "utf8" });
  expect(stdout.split("\n").filter((line) => line.includes("MORE THAN"))).toEqual([]);
  expect(stdout).toMatch(/of 110 kB {2}initial JavaScript\n/);
  expect(stdout).toMatch(/of 137.5 kB {2}JavaScript of every screen, signed in\n$/);
});

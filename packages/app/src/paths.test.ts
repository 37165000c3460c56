import { readFileSync } from "node:fs";
import { isAppPage, SERVICE_PATHS } from "@voltmarg/contract/app-pages";
import { expect, test } from "vitest";
import { addMoneyPath, paths } from "./paths.ts";

const PLUG = { location: "l1", evse: "E1", connector: "1" };
const ADDRESSES = [
  ...Object.values(paths).map((path) =>
    typeof path === "string" ? path : (path as (of: unknown, more?: unknown) => string)(PLUG),
  ),
  addMoneyPath(500),
  "/payments",
  "/apis",
];

test("[G-3] each address of the app is a page that the service and the service worker leave to it", () => {
  for (const address of ADDRESSES) {
    const [path = ""] = address.split("?");
    expect([path, isAppPage(path)]).toEqual([path, true]);
  }
});

test("what is the service's, another page's, or a file is none", () => {
  for (const name of SERVICE_PATHS)
    for (const path of [`/${name}`, `/${name}/`, `/${name}/any/thing`])
      expect([path, isAppPage(path)]).toEqual([path, false]);
  for (const path of ["/sw.js", "/assets/main.js", "/manifest.webmanifest"])
    expect([path, isAppPage(path)]).toEqual([path, false]);
});

test("what crawlers are asked to leave alone is the service's", () => {
  const robots = readFileSync(new URL("../public/robots.txt", import.meta.url), "utf8");
  const left = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(isAppPage)).toEqual([]);
});

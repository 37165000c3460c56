import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Peers } from "./counterparties.ts";
import { createReceiver } from "./receiver.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const root = join(import.meta.dirname, "../../../../..");
const page = readFileSync(join(root, "docs/guide/conformance.md"), "utf8");

test("the page lists every OCPI address that the service offers, and no other", () => {
  // What is offered does not depend on what answers.
  const deps = {
    database: {},
    bus: { subscribe: () => {} },
    limits: { perSecond: 1, burst: 1, atOnce: 1 },
  } as unknown as RoamingDeps;
  const { offers } = createReceiver(deps, {} as Peers);
  const offered = offers.map(({ method, path }) => `${method} ${path.join("/")}`);
  const [, answers = ""] = page.split("## What we answer");
  const rows = [...answers.split("\n## ")[0]!.matchAll(/^\| `([A-Z]+)` +\| `([^`]+)`/gm)];
  const listed = rows.map(([, method, path]) => `${method} ${path!.replaceAll(/\{[^}]+\}/g, ":")}`);
  expect(listed.toSorted()).toEqual(["GET versions", "GET :", ...offered].toSorted());
});

test("every test that the page names is there", () => {
  const named = [...page.matchAll(/`([^`]+\.test\.ts)`(?:: "([^"]+)")?/g)];
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(([, file, title]) => {
    const path = join(root, file!);
    return !existsSync(path) || (title && !readFileSync(path, "utf8").includes(title));
  });
  expect(missing.map(([text]) => text)).toEqual([]);
});

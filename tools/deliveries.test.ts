import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGE = "docs/reference/deliveries.md";
const DELIVERIES = [
  "Pull",
  "Push",
  "Webhook",
  "Answer to a command",
  "Row of the outbox",
  "Signal of the bus",
  "Event of a stream",
  "Queued action",
];
const FAULTS = [
  "repeated",
  "after the end",
  "out of order",
  "other currency or amount",
  "far future",
  "at the exact bound",
  "cannot be stored",
  "at two replicas at once",
];
/** Where the page's names of test files begin. */
const ROOTS = ["packages/server/src/features", "packages/server/src", "packages"];

const sections = readFileSync(PAGE, "utf8").split(/^## /m).slice(1);
const rows = sections.flatMap((section) => {
  const [delivery = ""] = section.split("\n", 1);
  return [...section.matchAll(/^\| +([^|]+?) +\| +([^|]+?) +\|$/gm)]
    .map(([, fault = "", cell = ""]) => ({ delivery, fault, cell }))
    .filter(({ fault }) => !/^(?:fault|-+)$/.test(fault));
});

test("every delivery is written down with every fault", () => {
  const named = rows.map(({ delivery, fault }) => `${delivery}: ${fault}`);
  const all = DELIVERIES.flatMap((delivery) => FAULTS.map((fault) => `${delivery}: ${fault}`));
  expect(named).toEqual(all);
});

test.each(rows)("$delivery, $fault: its test exists, or there is a reason", ({ cell }) => {
  const [, file, title] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  if (file === undefined || title === undefined) {
    expect(cell).toMatch(/^None\b.*: .{10,}[.]$/);
    return;
  }
  const path = ROOTS.map((root) => `${root}/${file}`).find((each) => existsSync(each));
  expect(path, file).toBeDefined();
  expect(readFileSync(path!, "utf8")).toContain(title);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableOfOperations } from "@voltmarg/contract/openapi";

const folder = join(import.meta.dirname, "../src");
const operations = Object.keys(tableOfOperations());

/** The text of all source files, without tests and without comments. */
const source = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n")
  .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** A page names an operation in quotes: the name is a type there, so that no other word can stand in its place. */
const isInConsole = (name: string) => new RegExp(`"${name}"`).test(withoutMenu(source));

/** The menu says which operation a page needs; that is no page yet. */
const withoutMenu = (text: string) => text.replaceAll(/\bneeds: "\w+"/g, "");

/** The page of a driver asks by account, which tells neither number nor name. */
const NO_PAGE = ["getDriver"];

test("the table has the operations of the contract", () => {
  expect(operations.length).toBeGreaterThan(90);
  expect(operations).toContain("stopCharge");
});

test("every operation of the back office is on a page of the console", () => {
  const missing = operations.filter((name) => !NO_PAGE.includes(name) && !isInConsole(name));
  expect(missing).toEqual([]);
});

test("what has no page is an operation and has none", () => {
  expect(NO_PAGE.filter((name) => !operations.includes(name) || isInConsole(name))).toEqual([]);
});

test("an operation that nobody uses is found", () => {
  expect(isInConsole("hideNobody")).toBe(false);
});

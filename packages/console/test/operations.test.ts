import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tableOfOperations } from "@voltmarg/contract/openapi";

const root = join(import.meta.dirname, "../..");
const operations = Object.keys(tableOfOperations());

/** The text of all source files of a package, without tests and without comments. */
function sourceOf(name: string): string {
  const folder = join(root, name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

const consoleSource = sourceOf("console");
const cliSource = sourceOf("cli");

/** A page names an operation in quotes: the name is a type there, so that no other word can stand in its place. */
const isInConsole = (name: string) => new RegExp(`"${name}"`).test(withoutMenu(consoleSource));
/** A command names the contract's route. */
const isInCli = (name: string) => new RegExp(`\\b[a-zA-Z]+\\.${name}\\b`).test(cliSource);

/** The menu says which operation a page needs; that is no page yet. */
const withoutMenu = (source: string) => source.replaceAll(/\bneeds: "\w+"/g, "");

/** A script has a token: it never signs in. */
const NO_COMMAND = [
  "invitationOptions",
  "acceptInvitation",
  "staffSignInOptions",
  "signInStaff",
  "getStaffSession",
  "signOutStaff",
  "passkeyAgainOptions",
  "passkeyAgain",
  "getStaffOpenid",
  "beginStaffOpenid",
  "acceptByOpenid",
  "openidAgain",
];

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

test("every operation of the back office is a command", () => {
  const missing = operations.filter((name) => !NO_COMMAND.includes(name) && !isInCli(name));
  expect(missing).toEqual([]);
});

test("what has no page, or no command, is an operation and has none", () => {
  expect(NO_PAGE.filter((name) => !operations.includes(name) || isInConsole(name))).toEqual([]);
  expect(NO_COMMAND.filter((name) => !operations.includes(name) || isInCli(name))).toEqual([]);
});

test("an operation that nobody uses is found", () => {
  expect(isInConsole("hideNobody")).toBe(false);
  expect(isInCli("hideNobody")).toBe(false);
});

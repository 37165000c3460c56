import * as contract from "@voltmarg/contract";
import { errorCatalogue, fieldProblemOf, fieldRules } from "@voltmarg/contract";
import type { ErrorCode, FieldIssue, FieldProblem, RouteSpec } from "@voltmarg/contract";
import { afterEach, expect, test } from "vitest";
import { fieldError, Refusal } from "../api/http/refusal.ts";
import { speak } from "./language.ts";
import { installStorage } from "../../test/memory-storage.ts";

Object.defineProperty(globalThis, "document", {
  value: { documentElement: { lang: "en-IN", dir: "ltr" } },
  configurable: true,
});
installStorage();
afterEach(() => speak("en"));

const SCRIPTS = { hi: /[\u0900-\u097F]/, ur: /[\u0600-\u06FF]/ } as const;
/** English words left over, where only names stay Latin. */
const ENGLISH = /[A-Za-z]{2,}/g;
const NAMES = new Set([
  "GSTIN",
  "PDF",
  "SMS",
  "OTP",
  "UPI",
  "MB",
  "JPEG",
  "PNG",
  "GIF",
  "WebP",
  "QR",
]);
const englishIn = (text: string) => (text.match(ENGLISH) ?? []).filter((word) => !NAMES.has(word));

type Shaped = { shape?: Record<string, unknown>; _zod?: { def: { innerType?: Shaped } } };
const fieldsOf = (body: Shaped): string[] =>
  body.shape
    ? Object.keys(body.shape)
    : body._zod?.def.innerType
      ? fieldsOf(body._zod.def.innerType)
      : [];

/** What no field takes all of: nothing, other kinds, too little and too much. */
const WRONG: unknown[] = [
  undefined,
  null,
  "",
  "x",
  "x".repeat(30_000),
  -1,
  0,
  1.5,
  1e12,
  true,
  {},
  [],
  Array.from({ length: 20_000 }, () => "x"),
];

/** Every wrong field that can come back from a form, by every route a driver's app may send a body to. */
function wrongFields(): FieldProblem[] {
  const routes = Object.values(contract)
    .flatMap((area) => (typeof area === "object" ? Object.values(area) : []))
    .filter((each): each is RouteSpec => typeof each === "object" && "method" in each)
    .filter(({ access, body }) => access.rule !== "provider" && body !== undefined);
  return routes.flatMap(({ body }) =>
    fieldsOf(body as Shaped).flatMap((name) =>
      WRONG.flatMap((value) => {
        const said = body!.safeParse(value === undefined ? {} : { [name]: value });
        return (said.error?.issues ?? [])
          .filter(({ path }) => path[0] === name)
          .map((issue) => fieldProblemOf(name, issue as FieldIssue, value));
      }),
    ),
  );
}

const refused = (errors: FieldProblem[]) =>
  new Refusal("INVALID_INPUT", 400, { code: "INVALID_INPUT", message: "Wrong.", errors });

test("what the service says of a field is a sentence in English, whichever form it came from", () => {
  const problems = wrongFields();
  expect(new Set(problems.map(({ path }) => path)).size).toBeGreaterThan(40);
  for (const { path, message } of problems) expect(message, path).toMatch(/^[A-Z].{8,}\.$/);
});

test.each(["hi", "ur"] as const)(
  "%s: every wrong field of every form is told in it",
  async (to) => {
    await speak(to);
    const problems = wrongFields();
    const known = new Set(problems.map(({ rule }) => rule));
    expect(known.size).toBeGreaterThan(8);
    for (const problem of [
      ...problems,
      ...fieldRules.map((rule) => ({ path: "name", rule, limit: 7, message: "" })),
    ]) {
      const told = fieldError(refused([problem]), problem.path) ?? "";
      expect([problem.path, problem.rule, SCRIPTS[to].test(told), englishIn(told)]).toEqual([
        problem.path,
        problem.rule,
        true,
        [],
      ]);
    }
    expect(
      fieldError(refused([{ ...problems[0]!, path: "name", rule: "TOO_LONG", limit: 80 }]), "name"),
    ).toContain("80");
  },
);

test.each(["hi", "ur"] as const)("%s: every refusal of the contract is told in it", async (to) => {
  await speak(to);
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const { message } = new Refusal(code, 400, { code, message: errorCatalogue[code][1] });
    expect([code, SCRIPTS[to].test(message), englishIn(message)]).toEqual([code, true, []]);
  }
});

test("a rule of tomorrow's is told as the service says it", async () => {
  await speak("hi");
  const problem = { path: "name", rule: "TOMORROWS" as never, message: "As it came." };
  expect(fieldError(refused([problem]), "name")).toBe("As it came.");
});

import * as contract from "@voltmarg/contract";
import type { RouteSpec } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { createLogger, loggablePath } from "./logger.ts";

test.each([
  ["/api/user/v1/otp/DRIVER/:mobile/send", "9800000001", "[redacted]"],
  ["/api/user/v1/users/find-by-username/DRIVER/:name", "9800000001", "[redacted]"],
  ["/provider/v1/drivers/:mobile", "9800000001", "[redacted]"],
  ["/webhooks/msg91/:secret", "a-secret-in-an-address", "[redacted]"],
  ["/api/user/v1/shared-trips/:key", "kY3v", "[redacted]"],
  ["/api/user/v1/users/usr_1/:token", "cXyz:APA91bHun4MxP5egoKMwt2KZF", "[redacted]"],
  ["/console/*", "drivers/9800000001", "[redacted]"],
  ["/api/user/v1/users/:id/deactivate", "usr_1", "usr_1"],
  ["/api/user/v1/users/:id/pushy_device_tokens", "usr_1", "usr_1"],
])("of %s with %s is written %s", (route, value, written) => {
  const path = (as: string) => route.replace(/:\w+|[*]/, as);
  expect(loggablePath(path(value), route)).toBe(path(written));
});

test.each([
  ["/trips/shared/kY3v", "/trips/[redacted]"],
  ["/api/user/v1/shared-trips/kY3v/", "/api/[redacted]"],
  ["//kY3v", "//[redacted]"],
  ["http://host/trips/shared/kY3v", "http://[redacted]"],
  ["/tabs", "/tabs"],
  ["/", "/"],
])("of %s, which is no route's, is written %s", (path, written) => {
  expect(loggablePath(path, undefined)).toBe(written);
});

test.each([
  ["grant_type=refresh_token&refresh_token=s3cret", "grant_type=refresh_token&refresh_token="],
  ["latitude=18.52&page_no=2&longitude=73.85", "latitude=&page_no=2&longitude="],
  ["west=73&since=a?b", "west=&since="],
  ["kY3v&fresh&page_no=1", "&&page_no=1"],
])("of the query %s is written %s", (query, written) => {
  const shown = loggablePath(`/any?${query}`, "/any");
  expect(shown.replaceAll("[redacted]", "")).toBe(`/any?${written}`);
});

const routes = Object.values(contract)
  .filter((part) => typeof part === "object")
  .flatMap((part) => Object.values(part) as RouteSpec[])
  .filter((each) => each?.access !== undefined);
const SECRET = "x".repeat(16);
const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const isShown = (path: string, name: string) =>
  loggablePath(path.replace(`:${name}`, SECRET), path).includes(SECRET);
/** Of the routes without a sign-in: a word that everybody knows. */
const KNOWN = new Set(["/api/user/v1/emsp/config/:id", "/api/user/v1/social/:provider/authorize"]);

test("what a path has in place of a sign-in, and what is called a key, is never written", () => {
  expect(routes.length).toBeGreaterThan(200);
  for (const { path, access } of routes)
    for (const name of namesIn(path)) {
      const opens =
        (access.rule === "public" && !KNOWN.has(path)) ||
        /key|token|secret|code|otp|mobile|name|challenge|state/i.test(name);
      if (opens) expect([path, name, isShown(path, name)]).toEqual([path, name, false]);
    }
});

test("a parameter that nobody has thought of is not written", () => {
  expect(isShown("/api/user/v1/gifts/:voucher", "voucher")).toBe(false);
  expect(loggablePath("/any?voucher=x1", "/any")).toBe("/any?voucher=[redacted]");
});

test("a query value that is written cannot be a secret: the contract refuses one there", () => {
  let shown = 0;
  for (const { path, query } of routes) {
    const { shape = {} } = ((query ?? {}) as { def?: { shape?: Shape } }).def ?? {};
    for (const [name, schema] of Object.entries(shape)) {
      if (!loggablePath(`${path}?${name}=${SECRET}`, path).endsWith(SECRET)) continue;
      shown++;
      expect([path, name, schema.safeParse(SECRET).success]).toEqual([path, name, false]);
    }
  }
  expect(shown).toBeGreaterThan(20);
});
type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

test("a request that the HTTP framework logs itself is written without its path", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => lines.push(line) });
  const headers = { authorization: `Bearer ${SECRET}`, cookie: SECRET };
  logger.info({ req: { method: "GET", url: `/${SECRET}`, headers } }, "broke");
  expect(lines.join()).toContain('"req":{"method":"GET"}');
  expect(lines.join()).not.toContain(SECRET);
});

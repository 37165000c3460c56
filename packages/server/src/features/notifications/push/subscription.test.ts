import { expect, test } from "vitest";
import { newWebPushKeys } from "../../../platform/config/web-push-keys.ts";
import { readSubscription } from "./subscription.ts";

const HOSTS = { named: ["push.example", "*.browser.example"], loopback: false };
const keys = {
  p256dh: newWebPushKeys().publicKey,
  auth: Buffer.alloc(16, 7).toString("base64url"),
};
const read = (endpoint: unknown, of: unknown = keys, hosts = HOSTS) =>
  readSubscription(JSON.stringify({ endpoint, keys: of }), hosts);
const usable = (endpoint: string, hosts = HOSTS) => read(endpoint, keys, hosts) !== "unusable";

test("a subscription keeps its address and keys and nothing else", () => {
  const said = { endpoint: "https://push.example/x", keys: { ...keys, more: 1 }, expires: 5 };
  expect(readSubscription(JSON.stringify(said), HOSTS)).toEqual({
    endpoint: "https://push.example/x",
    keys,
  });
});

test("a token of another kind is no subscription", () => {
  for (const token of ["", "fcm:token", "7", "null", '"endpoint"', "{}", "[]", '{"keys":{}}'])
    expect([token, readSubscription(token, HOSTS)]).toEqual([token, null]);
});

test("a subscription lacks nothing: address and both keys are texts", () => {
  const { p256dh, auth } = keys;
  for (const [endpoint, of] of [
    [7, keys],
    [null, keys],
    ["https://push.example/x", null],
    ["https://push.example/x", { p256dh }],
    ["https://push.example/x", { auth }],
    ["https://push.example/x", { p256dh: 7, auth }],
    ["https://push.example/x", { p256dh, auth: 7 }],
  ])
    expect([endpoint, of, read(endpoint, of)]).toEqual([endpoint, of, "unusable"]);
});

test("a secret has 16 bytes, neither 15 nor 17", () => {
  const withSecret = (bytes: number) =>
    read("https://push.example/x", { ...keys, auth: Buffer.alloc(bytes, 7).toString("base64url") });
  expect(withSecret(15)).toBe("unusable");
  expect(withSecret(16)).toMatchObject({ endpoint: "https://push.example/x" });
  expect(withSecret(17)).toBe("unusable");
});

test("a subscription leads to a push service by https, without a name or a password", () => {
  expect(usable("https://push.example/x")).toBe(true);
  for (const endpoint of [
    "",
    "not an address",
    "http://push.example/x",
    "wss://push.example/x",
    "https://user@push.example/x",
    "https://:word@push.example/x",
  ])
    expect([endpoint, usable(endpoint)]).toEqual([endpoint, false]);
});

test("a whole name stands for itself, a star for any name before", () => {
  for (const [host, may] of [
    ["push.example", true],
    ["a.push.example", false],
    ["apush.example", false],
    ["push.example.evil", false],
    ["a.browser.example", true],
    ["b.a.browser.example", true],
    ["browser.example", false],
    ["abrowser.example", false],
  ] as const)
    expect([host, usable(`https://${host}/x`)]).toEqual([host, may]);
});

test("this machine may be named where the service is tried out, and not in production", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect([host, usable(`https://${host}:8443/x`)]).toEqual([host, false]);
    const open = { named: [], loopback: true };
    expect([host, usable(`https://${host}:8443/x`, open)]).toEqual([host, true]);
    expect(usable(`http://${host}:8443/x`, open)).toBe(false);
    expect(usable("https://push.example/x", open)).toBe(false);
    // Nor where a setting names it.
    expect(usable(`https://${host}/x`, { named: [host], loopback: false })).toBe(false);
  }
});

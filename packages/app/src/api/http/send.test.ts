import { afterEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { keepTokensOf } from "../../../test/tokens.ts";
import { applyRequestRules, cookie, isTokenRefresh, isWithoutToken, send } from "./send.ts";

test("a refresh of tokens is known by its address", () => {
  expect(isTokenRefresh("/auth/oauth/token?grant_type=refresh_token")).toBe(true);
  expect(isTokenRefresh("/auth?a=1&grant_type=refresh_token&b=2")).toBe(true);
  expect(isTokenRefresh("/auth?refresh_token=r")).toBe(true);
  expect(isTokenRefresh("/auth?grant_type=refresh_tokens")).toBe(false);
  expect(isTokenRefresh("/auth?grant_type=password")).toBe(false);
  expect(isTokenRefresh("/refresh_token=r")).toBe(false);
});

test("calls about one-time codes are known by their address", () => {
  for (const url of ["/otp/1/send?otpType=LG", "/otp/1/verify", "/otp/1/expiry-time"])
    expect(isWithoutToken(url), url).toBe(true);
  for (const url of ["/otp/1/send", "/otp/1", "/wallet"])
    expect(isWithoutToken(url), url).toBe(false);
});

test("a refresh names the app, whatever token there is", () => {
  const headers = applyRequestRules("/a?refresh_token=r", "GET", new Headers(), "T", null);
  expect(headers.get("Authorization")).toBe(`Basic ${btoa("voltmarg-app:public")}`);
});

test("an invoice is asked for as a document", () => {
  const pdf = new Headers({ "Content-Type": "application/pdf" });
  const headers = applyRequestRules("/cdr/1", "GET", pdf, "T", null);
  expect(headers.get("Accept")).toBe("application/pdf");
  expect(headers.get("Content-Type")).toBeNull();
  const plain = new Headers({ "Content-Type": "application/json" });
  expect(applyRequestRules("/cdr/1", "GET", plain, "T", null).get("Accept")).toBeNull();
});

const withCookies = (text: string | undefined) =>
  Object.defineProperty(globalThis, "document", {
    value: text === undefined ? undefined : { cookie: text },
    configurable: true,
  });
let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(async () => {
  withCookies(undefined);
  await service?.close();
  service = undefined;
});

test("a cookie is found by its whole name", () => {
  withCookies("A-XSRF-TOKEN=no; XSRF-TOKEN=a%20b=c; XSRF-TOKEN-2=no");
  expect(cookie("XSRF-TOKEN")).toBe("a b=c");
  expect(cookie("XSRF")).toBeNull();
  withCookies("");
  expect(cookie("XSRF-TOKEN")).toBeNull();
  withCookies(undefined);
  expect(cookie("XSRF-TOKEN")).toBeNull();
});

test("the service is asked for JSON in the language of the app, unless the call says otherwise", async () => {
  installStorage();
  keepTokensOf("u1");
  service = await startService((_, response) => json(response, {}));
  await send(`${service.address}/a`, "POST", { body: { x: 1 } });
  expect(service.seen[0]).toMatchObject({ method: "POST", body: '{"x":1}' });
  expect(service.seen[0]?.headers).toMatchObject({
    accept: "application/json",
    "accept-language": "en",
    "content-type": "application/json",
  });
  const headers = { Accept: "text/csv", "Accept-Language": "hi" };
  await send(`${service.address}/a`, "GET", { headers });
  expect(service.seen[1]?.headers).toMatchObject({ accept: "text/csv", "accept-language": "hi" });
  expect(service.seen[1]?.headers).not.toHaveProperty("content-type");
});

test("no answer is no connection, but a call that was given up is neither", async () => {
  installStorage();
  await expect(send("http://127.0.0.1:1/a", "GET")).rejects.toMatchObject({ code: "OFFLINE" });
  const given = new AbortController();
  given.abort();
  await expect(send("http://127.0.0.1:1/a", "GET", { signal: given.signal })).rejects.toMatchObject(
    { name: "AbortError" },
  );
});

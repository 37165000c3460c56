import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../test/memory-storage.ts";
import { json, startService } from "../../test/service.ts";
import { readTokens, writeServer, writeTokens } from "../native/storage.ts";
import { whenRefreshRejected } from "./refresh.ts";
import { isRefusal } from "./refusal.ts";
import { request } from "./request.ts";
import { applyRequestRules } from "./send.ts";

const rules = (
  url: string,
  {
    method = "GET",
    headers = {},
    token = "T",
    xsrf = "X",
  }: {
    method?: string;
    headers?: Record<string, string>;
    token?: string | null;
    xsrf?: string | null;
  } = {},
) => applyRequestRules(url, method, new Headers(headers), token, xsrf);

test("[N-3] a stored token travels as Bearer, no token as an empty Authorization", () => {
  expect(rules("/api/ocpi/v1/locations/search").get("Authorization")).toBe("Bearer T");
  expect(rules("/api/ocpi/v1/locations/search", { token: null }).get("Authorization")).toBe("");
});

test("[N-3] an Authorization of 'empty' is sent as empty", () => {
  const headers = rules("/api/user/v1/support-information/findAll", {
    headers: { Authorization: "empty" },
  });
  expect(headers.get("Authorization")).toBe("");
});

test("[N-3] a refresh carries the fixed Basic credential, never the token", () => {
  const value = rules("/auth/oauth/token?grant_type=refresh_token&refresh_token=r", {
    method: "POST",
  }).get("Authorization");
  expect(value).toMatch(/^Basic /);
  expect(value).not.toContain("T");
});

test("[N-3] one-time code calls keep whatever Authorization they have", () => {
  for (const url of [
    "/api/user/v1/otp/DRIVER/9876543210/send?otpType=LG",
    "/api/user/v1/otp/DRIVER/9876543210/verify",
    "/api/user/v1/otp/DRIVER/9876543210/expiry-time?otpType=CCS",
  ])
    expect(rules(url).has("Authorization"), url).toBe(false);
});

test("[N-3] the anti-forgery header goes with what changes something, on relative addresses only", () => {
  expect(rules("/api/x", { method: "POST" }).get("X-XSRF-TOKEN")).toBe("X");
  expect(rules("/api/x").has("X-XSRF-TOKEN")).toBe(false);
  expect(rules("https://other.example/api/x", { method: "POST" }).has("X-XSRF-TOKEN")).toBe(false);
  expect(rules("//other.example/api/x", { method: "POST" }).has("X-XSRF-TOKEN")).toBe(false);
  expect(rules("/api/x", { method: "POST", xsrf: null }).has("X-XSRF-TOKEN")).toBe(false);
});

test("[N-3] a request flagged as PDF accepts a PDF", () => {
  const headers = rules("/api/ocpi/v1/cdrs/1", { headers: { "Content-Type": "application/pdf" } });
  expect(headers.get("Accept")).toBe("application/pdf");
});

let service: Awaited<ReturnType<typeof startService>>;
const state = { valid: "new", refresh: 200, refreshes: 0 };

beforeEach(async () => {
  installStorage();
  Object.assign(state, { valid: "new", refresh: 200, refreshes: 0 });
  service = await startService((incoming, response) => {
    if (incoming.url?.startsWith("/auth/oauth/token")) {
      state.refreshes += 1;
      // Slow enough that every request of the test is waiting for it.
      setTimeout(
        () =>
          state.refresh === 200
            ? json(response, { access_token: "new", refresh_token: "r2" })
            : json(response, { code: "REFRESH_REJECTED", message: "Sign in." }, state.refresh),
        30,
      );
    } else if (incoming.headers.authorization === `Bearer ${state.valid}`)
      json(response, { ok: true });
    else json(response, { code: "UNAUTHENTICATED", message: "Sign in again to go on." }, 401);
  });
  writeServer(service.address);
  writeTokens({ access_token: "old", refresh_token: "r1" });
});
afterEach(() => service.close());

test("[A-3] five requests that meet a 401 together cause one refresh, and all are repeated", async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => request(`/api/thing/${index}`, "GET")),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(state.refreshes).toBe(1);
  expect(readTokens()).toEqual({ access_token: "new", refresh_token: "r2" });
});

test("[A-3] a repeat that is refused again is not repeated once more", async () => {
  state.valid = "neither";
  await expect(request("/api/thing", "GET")).rejects.toSatisfy((error) =>
    isRefusal(error, "UNAUTHENTICATED"),
  );
  expect(service.seen.filter(({ url }) => url === "/api/thing")).toHaveLength(2);
});

test("[A-3] a refused refresh signs out", async () => {
  state.refresh = 401;
  let signedOut = 0;
  whenRefreshRejected(() => (signedOut += 1));
  await expect(request("/api/thing", "GET")).rejects.toSatisfy((error) =>
    isRefusal(error, "UNAUTHENTICATED"),
  );
  expect(signedOut).toBe(1);
});

test("[A-3] a service in trouble during the refresh signs nobody out", async () => {
  state.refresh = 503;
  let signedOut = 0;
  whenRefreshRejected(() => (signedOut += 1));
  await expect(request("/api/thing", "GET")).rejects.toThrow();
  expect(signedOut).toBe(0);
  expect(readTokens()?.refresh_token).toBe("r1");
});

test("[A-3] tokens another tab has refreshed meanwhile are used without asking again", async () => {
  const { refreshAccess } = await import("./refresh.ts");
  writeTokens({ access_token: "new", refresh_token: "r2" });
  expect(await refreshAccess("old")).toBe(true);
  expect(state.refreshes).toBe(0);
});

test("no answer at all is OFFLINE with a sentence for the driver", async () => {
  await service.close();
  await expect(request("/api/thing", "GET")).rejects.toSatisfy(
    (error) => isRefusal(error, "OFFLINE") && error.message.length > 0,
  );
});

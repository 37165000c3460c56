import { afterEach, beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { json, startService } from "../../../test/service.ts";
import { forgetTokens } from "../../../test/tokens.ts";
import { readTokens, writeServer, writeTokens } from "../../native/storage.ts";
import { onRefreshRejected } from "./refresh-token.ts";
import { isRefusal } from "./refusal.ts";
import { request } from "./request.ts";
import { applyRequestRules } from "./send.ts";

/** Only the address's own rule: what a browser's page makes of it is read in a journey. */
const xsrfOn = (url: string, method: string, xsrf: string | null = "X") =>
  applyRequestRules(url, method, new Headers(), "T", xsrf).get("X-XSRF-TOKEN");

test("[N-3] the anti-forgery header goes with what changes something, on relative addresses only", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect(xsrfOn("/api/x", method), method).toBe("X");
  for (const method of ["GET", "HEAD"]) expect(xsrfOn("/api/x", method), method).toBeNull();
  expect(xsrfOn("https://other.example/api/x", "POST")).toBeNull();
  expect(xsrfOn("//other.example/api/x", "POST")).toBeNull();
  expect(xsrfOn("/api/x", "POST", null)).toBeNull();
});

let service: Awaited<ReturnType<typeof startService>>;
const state = { valid: "new", refresh: 200, refreshes: 0, other: 500 };

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
    } else if (incoming.url?.startsWith("/api/other/"))
      json(response, { code: "INTERNAL", message: "No." }, state.other);
    else if (incoming.headers.authorization === `Bearer ${state.valid}`)
      json(response, { ok: true });
    else json(response, { code: "UNAUTHENTICATED", message: "Sign in again to go on." }, 401);
  });
  writeServer(service.address);
  writeTokens({ access_token: "old", refresh_token: "r1" });
});
afterEach(() => service.close());

/** What the service receives of one call made with these tokens. */
async function received(
  path: string,
  given: { method?: string; headers?: Record<string, string>; token?: string | null } = {},
) {
  const { method = "GET", headers = {}, token = "new" } = given;
  if (token === null) forgetTokens();
  else writeTokens({ access_token: token, refresh_token: "r1" });
  await request(path, method, { headers }).catch(() => undefined);
  const { url, headers: seen } = service.seen.at(-1)!;
  expect(url).toBe(path);
  return seen;
}

test("[N-3] the service receives a stored token as Bearer, no token as an empty Authorization", async () => {
  const path = "/api/ocpi/v1/locations/search";
  expect((await received(path)).authorization).toBe("Bearer new");
  expect((await received(path, { token: null })).authorization).toBe("");
});

test("[N-3] the service receives 'empty' as empty, whoever is signed in", async () => {
  const path = "/api/user/v1/support-information/findAll";
  expect((await received(path, { headers: { Authorization: "empty" } })).authorization).toBe("");
  expect((await received(path)).authorization).toBe("Bearer new");
});

test("[N-3] the service receives no Authorization with calls of one-time codes", async () => {
  const number = "/api/user/v1/otp/DRIVER/9876543210";
  for (const [method, path] of [
    ["GET", `${number}/send?otpType=LG`],
    ["POST", `${number}/verify`],
    ["GET", `${number}/expiry-time?otpType=CCS`],
  ] as const) {
    expect(await received(path, { method }), path).not.toHaveProperty("authorization");
    // And one of their own is left as it is.
    const headers = { Authorization: "Custom 1" };
    expect((await received(path, { method, headers })).authorization, path).toBe("Custom 1");
  }
  expect(service.seen.some(({ url }) => url.includes("refresh_token"))).toBe(false);
});

test("[N-3] the service receives a refresh with the fixed Basic credential, never with the token", async () => {
  await received("/api/thing", { token: "old" });
  const [refresh, ...more] = service.seen.filter(({ url }) => url.includes("refresh_token"));
  expect(more).toEqual([]);
  expect(refresh!.url).toBe("/auth/oauth/token?grant_type=refresh_token");
  // An address is written into logs on its way; a body is not.
  expect(JSON.parse(refresh!.body)).toEqual({ refresh_token: "r1" });
  expect(refresh!.headers.authorization).toBe(`Basic ${btoa("voltmarg-app:public")}`);
});

test("[N-3] the service receives the app's language, and a request's own where it names one", async () => {
  const path = "/api/user/v1/notifications";
  expect((await received(path))["accept-language"]).toBe("en");
  const headers = { "Accept-Language": "hi" };
  expect((await received(path, { headers }))["accept-language"]).toBe("hi");
});

test("[N-3] a request flagged as PDF is received as one that accepts a PDF, others are not", async () => {
  const path = "/api/ocpi/v1/cdrs/1";
  const flagged = await received(path, { headers: { "Content-Type": "application/pdf" } });
  expect(flagged.accept).toBe("application/pdf");
  expect(flagged).not.toHaveProperty("content-type");
  expect((await received(path)).accept).toBe("application/json");
});

test("[N-3] a server that was chosen receives no anti-forgery header: its address is not relative", async () => {
  Object.defineProperty(globalThis, "document", {
    value: { cookie: "a=1; XSRF-TOKEN=secret" },
    configurable: true,
  });
  try {
    for (const method of ["POST", "PATCH", "DELETE"])
      expect(await received("/api/thing", { method }), method).not.toHaveProperty("x-xsrf-token");
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});

test("[A-3] what is not a 401 is passed on as it is: no refresh, no second try", async () => {
  for (const status of [400, 403, 404, 409, 429, 500, 503]) {
    state.other = status;
    await expect(request(`/api/other/${status}`, "GET")).rejects.toMatchObject({ status });
    expect(service.seen.filter(({ url }) => url === `/api/other/${status}`)).toHaveLength(1);
  }
  expect(state.refreshes).toBe(0);
});

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
  onRefreshRejected(() => (signedOut += 1));
  await expect(request("/api/thing", "GET")).rejects.toSatisfy((error) =>
    isRefusal(error, "UNAUTHENTICATED"),
  );
  expect(signedOut).toBe(1);
});

test("[A-3] a service in trouble during the refresh signs nobody out", async () => {
  state.refresh = 503;
  let signedOut = 0;
  onRefreshRejected(() => (signedOut += 1));
  await expect(request("/api/thing", "GET")).rejects.toThrow();
  expect(signedOut).toBe(0);
  expect(readTokens()?.refresh_token).toBe("r1");
});

test("[A-3] tokens another tab has refreshed meanwhile are used without asking again", async () => {
  const { refreshAccess } = await import("./refresh-token.ts");
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

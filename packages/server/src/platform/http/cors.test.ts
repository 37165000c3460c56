import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

const ELSEWHERE = "https://app.example";
const STRANGER = "https://evil.example";
const LETS = ["access-control-allow-origin", "access-control-allow-credentials"];

let world: Harness;
let driver: Driver;
let appDir: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "voltmarg-app-"));
  await writeFile(join(appDir, "index.html"), "<!doctype html><title>Voltmarg</title>");
  world = await startHarness({
    locations: 20,
    env: { APP_DIR: appDir, CORS_ORIGINS: ELSEWHERE, APP_SERVERS: "https://other.example" },
  });
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await rm(appDir, { recursive: true });
});

/** A request as a browser sends it; `fetch` does not let its callers set the origin. */
const ask = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, string | undefined> }>(
    (resolve, reject) => {
      const sent = request(`${world.url}${path}`, { method, headers }, (answer) => {
        answer.on("error", reject);
        // A stream does not end, so only its headers are read.
        resolve({ status: answer.statusCode!, headers: answer.headers as never });
        answer.destroy();
      });
      sent.on("error", reject);
      sent.end();
    },
  );
const preflight = (origin: string, path = "/api/user/v1/notifications") =>
  ask("OPTIONS", path, {
    origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "authorization",
  });
const names = (text: string | undefined) => (text ?? "").toLowerCase().split(/\s*,\s*/);

describe("[N-2] pages of other origins", () => {
  test.each(["https://localhost", "capacitor://localhost", ELSEWHERE])(
    "%s may call, after one question that is remembered",
    async (origin) => {
      const asked = await preflight(origin);
      expect(asked.status).toBe(204);
      expect(asked.headers["access-control-allow-origin"]).toBe(origin);
      expect(Number(asked.headers["access-control-max-age"])).toBeGreaterThanOrEqual(600);
      expect(names(asked.headers["access-control-allow-methods"])).toEqual(
        expect.arrayContaining(["get", "post", "put", "patch", "delete"]),
      );
      expect(names(asked.headers["access-control-allow-headers"])).toEqual(
        expect.arrayContaining([
          "authorization",
          "content-type",
          "idempotency-key",
          "last-event-id",
          "traceparent",
        ]),
      );
      const answer = await ask("GET", "/api/user/v1/notifications", {
        origin,
        authorization: `Bearer ${driver.token}`,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers["access-control-allow-origin"]).toBe(origin);
      expect(names(answer.headers["access-control-expose-headers"])).toEqual(
        expect.arrayContaining([
          "content-disposition",
          "date",
          "etag",
          "retry-after",
          "x-request-id",
        ]),
      );
      expect(names(answer.headers["vary"])).toContain("origin");
    },
  );

  test.each([
    STRANGER,
    "https://localhost.evil.example",
    "https://localhost:8443",
    "http://localhost",
    "https://app.example.evil.example",
    "https://APP.example",
    "null",
    "*",
    "",
  ])("%s may not", async (origin) => {
    const asked = await preflight(origin);
    expect(asked.status).toBe(404);
    for (const name of [...LETS, "access-control-allow-methods"])
      expect(asked.headers[name], name).toBeUndefined();
    const answer = await ask("GET", "/api/user/v1/emsp/config/default", { origin });
    expect(answer.status).toBe(200);
    for (const name of LETS) expect(answer.headers[name], name).toBeUndefined();
    // A cache must not give one origin the answer for another.
    expect(names(answer.headers["vary"])).toContain("origin");
  });

  test("no cookie of another origin is accepted, and a request with a cookie still needs the anti-forgery header", async () => {
    const path = `/api/user/v1/users/${driver.id}`;
    for (const origin of ["https://localhost", ELSEWHERE]) {
      const asked = await preflight(origin, path);
      expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
      const forged = await ask("PATCH", path, {
        origin,
        cookie: "XSRF-TOKEN=of-the-browser",
        authorization: `Bearer ${driver.token}`,
      });
      expect(forged.status).toBe(403);
      // The app may read the reason.
      expect(forged.headers["access-control-allow-origin"]).toBe(origin);
      expect(forged.headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("refusals, the live stream and the health check can be read", async () => {
    const origin = "capacitor://localhost";
    const authorization = `Bearer ${driver.token}`;
    for (const [path, status] of [
      ["/api/user/v1/notifications", 401],
      ["/healthz", 200],
      ["/api/user/v1/nothing", 404],
    ] as const) {
      const answer = await ask("GET", path, { origin });
      expect([path, answer.status, answer.headers["access-control-allow-origin"]]).toEqual([
        path,
        status,
        origin,
      ]);
    }
    const stream = await ask("GET", charging.liveSessions.path, { origin, authorization });
    expect([stream.status, stream.headers["access-control-allow-origin"]]).toEqual([200, origin]);
  });

  test("pages cannot call the routes for partners, carriers and the back office", async () => {
    for (const path of [
      "/ocpi/versions",
      "/webhooks/razorpay",
      "/provider/v1/companies",
      "/dev/outbox",
    ])
      expect(
        (await ask("GET", path, { origin: ELSEWHERE })).headers[LETS[0]!],
        path,
      ).toBeUndefined();
  });

  test("the app's own page may call the provider's other servers, and nobody else's", async () => {
    const page = await ask("GET", "/tabs", {});
    const policy = page.headers["content-security-policy"]!.split(";");
    const of = (name: string) => policy.find((each) => each.trim().startsWith(name))!;
    expect(of("connect-src")).toContain("https://other.example");
    expect(of("img-src")).toContain("https://other.example");
    expect(of("connect-src")).not.toContain("https: ");
    expect(of("script-src")).not.toContain("other.example");
  });
});

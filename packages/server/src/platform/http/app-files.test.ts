import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAppPage } from "@voltmarg/contract/app-pages";
import { routesOf } from "@voltmarg/testkit/routes-of";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";

const SCRIPT = "console.log('a charge');\n".repeat(100);

let world: Harness;
let appDir: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "voltmarg-app-"));
  await mkdir(join(appDir, "assets"));
  await writeFile(join(appDir, "index.html"), "<!doctype html><title>Voltmarg</title>");
  await writeFile(join(appDir, "assets", "app.js"), SCRIPT);
  await writeFile(join(appDir, "assets", "app.js.gz"), gzipSync(SCRIPT));
  world = await startHarness({ locations: 0, operators: false, env: { APP_DIR: appDir } });
});
afterAll(async () => {
  await world.stop();
  await rm(appDir, { recursive: true });
});

/** Node's `fetch` would decompress the answer itself. */
function ask(accepts: string) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = { "accept-encoding": accepts };
    get(`${world.url}/assets/app.js`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

test("the app's files are sent compressed to clients that accept it, and uncompressed to others", async () => {
  const small = await ask("gzip, br");
  expect(small.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-type": "application/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(String(small.headers["vary"]).toLowerCase()).toContain("accept-encoding");
  expect(gunzipSync(small.bytes).toString()).toBe(SCRIPT);

  const plain = await ask("identity");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.bytes.toString()).toBe(SCRIPT);
});

test("no address of the service is a page of the app, nor any that lies below it", () => {
  // A star is the service's OCPI routes, which the listing does not name. The rest is the app's own.
  const routes = [...routesOf(world.service.http), "/ocpi/versions"];
  const app = /^(?:[*]|[/]|[/]index[.]html|[/]assets[/].*)$/;
  const served = routes.filter((path) => !app.test(path));
  expect(served.length).toBeGreaterThan(200);
  for (const path of served) {
    const filled = path.replaceAll(/:[^/]+/g, "some-id");
    for (const each of [filled, `${filled}/`, `${filled}/x`])
      expect([each, isAppPage(each)]).toEqual([each, false]);
  }
});

test("the app's document answers its pages, and nothing else that is not found", async () => {
  const answered = async (path: string, method = "GET") => {
    const { status, headers } = await fetch(`${world.url}${path}`, { method });
    return [status, headers.get("content-type")?.split(";")[0]];
  };
  for (const path of ["/", "/tabs", "/payments", "/consoles", "/charging-details/loc_1?evse=E1"])
    expect([path, ...(await answered(path))]).toEqual([path, 200, "text/html"]);
  for (const path of ["/api/none", "/pay", "/docs/none", "/console", "/metrics/none", "/a.js"])
    expect([path, ...(await answered(path))]).toEqual([path, 404, "application/problem+json"]);
  expect(await answered("/tabs", "POST")).toEqual([404, "application/problem+json"]);
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { files } from "@voltmarg/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { upload } from "@voltmarg/testkit/file-upload";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { addSecurityHeaders } from "./security-headers.ts";
import { fastify } from "fastify";

let world: Harness;
let appDir: string;
const addresses: Record<string, { path: string; token?: string }> = {};
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "voltmarg-app-"));
  await mkdir(join(appDir, "assets"));
  await writeFile(join(appDir, "index.html"), "<!doctype html><title>Voltmarg</title>");
  await writeFile(join(appDir, "assets", "app.js"), "console.log('a charge');");
  const env = { APP_DIR: appDir, FILES_DIR: join(appDir, "files") };
  world = await startHarness({ locations: 0, operators: false, env });
  const driver = await world.signUp();
  const photo = { create: { width: 9, height: 9, channels: 3, background: "red" } } as const;
  const sent = await upload(world, driver, await sharp(photo).png().toBuffer());
  Object.assign(addresses, {
    "the page": { path: "/tabs" },
    "a script of the app": { path: "/assets/app.js" },
    "an answer of the API": { path: `/api/user/v1/users/${driver.id}`, token: driver.token },
    "a refusal": { path: "/api/user/v1/users/somebody" },
    "a driver's file": {
      path: files.downloadFile.path.replace(":id", sent.body.data!.id),
      token: driver.token,
    },
    "nothing that is known": { path: "/api/nothing" },
  });
});
afterAll(async () => {
  await world.stop();
  await rm(appDir, { recursive: true });
});

const NAMES = [
  "the page",
  "a script of the app",
  "an answer of the API",
  "a refusal",
  "a driver's file",
  "nothing that is known",
];

async function headersOf(name: string): Promise<Headers> {
  const { path, token } = addresses[name]!;
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return (await fetch(`${world.url}${path}`, { headers })).headers;
}
const directives = (headers: Headers) =>
  new Map(
    headers
      .get("content-security-policy")!
      .split(";")
      .map((each) => {
        const [name = "", ...values] = each.trim().split(" ");
        return [name, values];
      }),
  );

describe.each(NAMES)("%s", (name) => {
  test("forbids sniffing, framing, referrers, shared windows and reading by other origins", async () => {
    const headers = await headersOf(name);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("microphone=()"),
    });
    // Permissions that the app needs are allowed; all others are off.
    expect(headers.get("permissions-policy")).toContain("camera=(self)");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test("allows no inline script", async () => {
    const policy = directives(await headersOf(name));
    if (name === "a driver's file" && !policy.has("script-src")) {
      expect(policy.get("default-src")).toEqual(["'none'"]);
      return;
    }
    expect(policy.get("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
    expect(policy.get("trusted-types")).toEqual(["default", "voltmarg-drawings"]);
    expect([...policy.values()].flat().join(" ")).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
  });
});

test("in production tells browsers to use TLS only", async () => {
  const settings = { googleMaps: null, mapStyleUrl: null, appServers: [] };
  const ask = async (profile: "PROD" | "TEST") => {
    const app = fastify();
    await addSecurityHeaders(app, { ...settings, profile });
    app.get("/", () => "here");
    const { headers } = await app.inject("/");
    await app.close();
    return headers["strict-transport-security"];
  };
  expect(await ask("PROD")).toBe("max-age=31536000; includeSubDomains");
  expect(await ask("TEST")).toBeUndefined();
});

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";

let dir: string;
let folders: { APP_DIR: string; CONSOLE_DIR: string };
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "voltmarg-pages-"));
  folders = { APP_DIR: join(dir, "app"), CONSOLE_DIR: join(dir, "console") };
  for (const [folder, title] of [
    [folders.APP_DIR, "The app"],
    [folders.CONSOLE_DIR, "The console"],
  ] as const) {
    await mkdir(join(folder, "assets"), { recursive: true });
    await writeFile(
      join(folder, "index.html"),
      `<!doctype html><title>${title} of Voltmarg</title>`,
    );
    await writeFile(join(folder, "assets", "index-1a2b.js"), `// ${title}`);
  }
});
afterAll(() => rm(dir, { recursive: true }));

/** As a browser asks for it that was given that host. */
const ask = (world: Harness, path: string, host: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asked = request(`${world.url}${path}`, { headers: { host } }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => (text += part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
      });
      asked.on("error", reject).end();
    },
  );

describe("[D-25] the console on the service's own host", () => {
  let world: Harness;
  beforeAll(async () => {
    world = await startHarness({
      locations: 0,
      operators: false,
      env: { ...folders, PARTY_NAME: "A & B" },
    });
  });
  afterAll(() => world.stop());
  const get = (path: string) => ask(world, path, new URL(world.url).host);

  test.each(["/console/", "/console/charges?state=STUCK", "/console/drivers/usr_1"])(
    "%s is its document, with rules of its own",
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, text]).toEqual([
        200,
        "<!doctype html><title>The console of A &amp; B</title>",
      ]);
      expect(headers).toMatchObject({
        "cache-control": "no-cache",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  test("its scripts are kept for ever, and what is missing is missing", async () => {
    const script = await get("/console/assets/index-1a2b.js");
    expect([script.status, script.text]).toEqual([200, "// The console"]);
    expect(script.headers["cache-control"]).toContain("immutable");
    expect((await get("/console/assets/index-9.js")).status).toBe(404);
    expect((await get("/console/../app/index.html")).text).not.toContain("The console");
  });

  test("the drivers' app stays where it was", async () => {
    expect((await get("/")).text).toContain("The app");
    expect((await get("/consoles")).text).toContain("The app");
  });
});

describe("[D-25] the console on a host of its own", () => {
  let world: Harness;
  beforeAll(async () => {
    const env = { ...folders, PARTY_NAME: "A & B", CONSOLE_ORIGIN: "https://console.example.test" };
    world = await startHarness({ locations: 0, operators: false, env });
  });
  afterAll(() => world.stop());

  test("is there, and on no other host", async () => {
    const own = await ask(world, "/console/", "console.example.test");
    expect([own.status, own.text]).toEqual([
      200,
      "<!doctype html><title>The console of A &amp; B</title>",
    ]);
    const other = await ask(world, "/console/", new URL(world.url).host);
    expect([other.status, other.text]).toEqual([404, expect.not.stringContaining("The console")]);
    expect((await ask(world, "/console/", "evil.example.test")).status).toBe(404);
  });
});

test("[D-25] without its folder the console is closed", async () => {
  const env = { APP_DIR: folders.APP_DIR };
  const world = await startHarness({ locations: 0, operators: false, env });
  const { status, text } = await ask(world, "/console/", new URL(world.url).host);
  expect([status, text]).toEqual([404, expect.not.stringContaining("The app")]);
  await world.stop();
});

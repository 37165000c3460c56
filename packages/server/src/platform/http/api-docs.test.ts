import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import { addApiDocs, describeApi } from "./api-docs.ts";
import { addSecurityHeaders } from "./security-headers.ts";

async function serve(profile: "DEV" | "PROD") {
  const app = fastify();
  const party = { name: "Ampere & Söhne" };
  const config = { profile, party, googleMaps: null, mapStyleUrl: null, appServers: [] };
  await addSecurityHeaders(app, config);
  await addApiDocs(app, config);
  await app.ready();
  return app;
}

describe("the page about the API", () => {
  test("exists in development, with files of this server only", async () => {
    const app = await serve("DEV");
    const page = await app.inject("/docs");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Ampere & Söhne API</title>");
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\/static\//);
      expect([file, (await app.inject(file)).statusCode]).toEqual([file, 200]);
    }
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/https?:|unsafe|[*]/);
    await app.close();
  });

  test("does not exist in production", async () => {
    const app = await serve("PROD");
    expect((await app.inject("/docs")).statusCode).toBe(404);
    await app.close();
  });
});

test("in production the description of the API leaves out routes that exist only in development", async () => {
  const pathsIn = async (profile: "DEV" | "PROD") =>
    Object.keys(
      ((await describeApi({ profile, party: { name: "Ampere" } })()) as { paths: object }).paths,
    );
  expect(await pathsIn("DEV")).toContain("/dev/outbox");
  expect(await pathsIn("PROD")).not.toContain("/dev/outbox");
  expect(await pathsIn("PROD")).toContain("/api/ocpi/v1/commands/START_SESSION");
});

import { fastify } from "fastify";
import { describe, expect, test } from "vitest";
import { addApiDocs } from "./api-docs.ts";
import { addSecurityHeaders } from "./security-headers.ts";

async function serve(profile: "DEV" | "PROD") {
  const app = fastify();
  const config = { profile, googleMaps: null, mapStyleUrl: null, appServers: [] };
  await addSecurityHeaders(app, config);
  await addApiDocs(app, config);
  await app.ready();
  return app;
}

describe("the page about the API", () => {
  test("is there in development, with files of this server only", async () => {
    const app = await serve("DEV");
    const page = await app.inject("/docs");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Voltmarg API</title>");
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

  test("is not there in production, nor what only development answers", async () => {
    const app = await serve("PROD");
    expect((await app.inject("/docs")).statusCode).toBe(404);
    expect(Object.keys(app.swagger().paths ?? {})).not.toContain("/dev/outbox");
    await app.close();
  });
});

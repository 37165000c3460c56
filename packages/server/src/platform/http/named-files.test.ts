import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { fastify, type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveNamed } from "./named-files.ts";

const BUILD = {
  "index.html": `<title>Voltmarg</title><meta name="application-name" content="Voltmarg" />`,
  "manifest.webmanifest": JSON.stringify({ id: "/", name: "Voltmarg", short_name: "Voltmarg" }),
  // As minifiers write it: between any quotes, and inside of a longer text.
  "sw.js": "shown.push(`Voltmarg`, 'Voltmarg', \"Voltmarg\", `index.html?1-${`Voltmarg`}`)",
  "other.js": "// Voltmarg",
};

let root: string;
let app: FastifyInstance;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "voltmarg-named-"));
  await mkdir(join(root, "assets"));
  for (const [file, text] of Object.entries(BUILD)) await writeFile(join(root, file), text);
  app = fastify();
});
afterEach(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const get = async (path: string) => {
  const { statusCode, headers, body } = await app.inject(path);
  return {
    status: statusCode,
    type: headers["content-type"],
    cache: headers["cache-control"],
    body,
  };
};

test.each([
  [`A & B <Charging> "Plus" d'Or`, `A &amp; B &lt;Charging&gt; &quot;Plus&quot; d&#39;Or`],
  ["$1 $` ${x} \\ `", "$1 $` ${x} \\ `"],
  ["बिजली चार्जिंग", "बिजली चार्जिंग"],
])("the name %s is put into page, manifest and service worker as it is", async (name, escaped) => {
  const index = await serveNamed(app, root, { name, shortName: "Short" });
  expect(index).toBe(
    `<title>${escaped}</title><meta name="application-name" content="${escaped}" />`,
  );
  expect(await get("/index.html")).toEqual({
    status: 200,
    type: "text/html; charset=utf-8",
    cache: "public, max-age=300",
    body: index,
  });
  const manifest = await get("/manifest.webmanifest");
  expect(manifest.type).toBe("application/manifest+json; charset=utf-8");
  expect(JSON.parse(manifest.body)).toEqual({ id: "/", name, short_name: "Short" });
  const worker = await get("/sw.js");
  expect([worker.status, worker.type]).toEqual([200, "application/javascript; charset=utf-8"]);
  const shown: string[] = [];
  runInNewContext(worker.body, { shown });
  expect(shown).toEqual([name, name, name, `index.html?1-${name}`]);
  expect((await get("/other.js")).body).toBe(BUILD["other.js"]);
});

test("without a short name the manifest has none, and the home screen shows what it can of the name", async () => {
  await serveNamed(app, root, { name: "A name of more than twelve", shortName: null });
  const { body } = await get("/manifest.webmanifest");
  expect(JSON.parse(body)).toEqual({ id: "/", name: "A name of more than twelve" });
});

test("a folder without a page is an error at the start", async () => {
  await rm(join(root, "index.html"));
  const served = serveNamed(app, root, { name: "Ampere", shortName: null });
  await expect(served).rejects.toThrow("has no index.html: it is not built.");
});

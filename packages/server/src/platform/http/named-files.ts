import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { DEFAULT_NAME, namedPage } from "@voltmarg/contract/provider-name";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

type Party = Pick<Config["party"], "name" | "shortName">;

/** The files of a build that say the provider's name, and how it is put into each. */
const NAMED: { file: string; type: string; put: (text: string, party: Party) => string }[] = [
  {
    file: "index.html",
    type: "text/html; charset=utf-8",
    put: (text, { name }) => namedPage(text, name),
  },
  {
    file: "manifest.webmanifest",
    type: "application/manifest+json; charset=utf-8",
    put: (text, { name, shortName }) => {
      const { short_name: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
      return JSON.stringify({ ...rest, name, ...(shortName && { short_name: shortName }) });
    },
  },
  {
    file: "sw.js",
    type: "application/javascript; charset=utf-8",
    put: (text, { name }) => text.replaceAll(DEFAULT_NAME, () => escapes(name)),
  },
];

/** Means the same between any quotes of a script. */
const escapes = (text: string) =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const FOR_MINUTES = "public, max-age=300";

/** Serves a folder that the build has written, with the provider's name in it. Returns its page. */
export async function serveNamed(
  app: FastifyInstance,
  root: string,
  party: Party,
): Promise<string> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    decorateReply: false,
    globIgnore: NAMED.map(({ file }) => file),
    // The build writes compressed copies beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forEver = path.includes("/assets/");
      reply.header("cache-control", forEver ? "public, max-age=31536000, immutable" : FOR_MINUTES);
    },
  });
  const pages = new Map<string, string>();
  for (const { file, type, put } of NAMED) {
    const text = await readFile(join(root, file), "utf8").catch(() => null);
    if (text === null) continue;
    const page = put(text, party);
    pages.set(file, page);
    app.get(`/${file}`, async (_request, reply) =>
      reply.header("cache-control", FOR_MINUTES).type(type).send(page),
    );
  }
  const index = pages.get("index.html");
  if (index === undefined) throw new Error(`${root} has no index.html: it is not built.`);
  return index;
}

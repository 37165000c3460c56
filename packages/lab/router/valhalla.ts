import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Say } from "../report.ts";

/** Its tools and its routing library in one package; they are no part of the product. */
const PACKAGE = "@valhallajs/valhallajs";
const VERSION = "3.6.1";

type Actor = Record<"route" | "height", (query: string) => Promise<string>>;
type Library = { Actor: { fromConfigFile(file: string): Promise<Actor> } };

/** Installs Valhalla into a folder of its own, builds its tiles from an OpenStreetMap XML file, and serves them. */
export async function startValhalla(
  osm: string,
  say: Say,
): Promise<{ url: string; close(): Promise<void> }> {
  const home = join(tmpdir(), `voltmarg-valhalla-${VERSION}`);
  const folder = install(home, say);
  const at = (name: string) => join(home, name);
  writeFileSync(at("map.osm"), osm);
  run("osmium", ["cat", at("map.osm"), "-o", at("map.osm.pbf"), "--overwrite"]);
  const binaries = join(folder, process.platform, process.arch);
  const config = run("python3", [
    join(folder, "valhalla_build_config"),
    `--mjolnir-tile-dir=${at("tiles")}`,
    "--mjolnir-tile-extract=",
    "--mjolnir-timezone=",
    "--mjolnir-admin=",
    "--additional-data-elevation=",
  ]);
  writeFileSync(at("config.json"), JSON.stringify(quiet(JSON.parse(config))));
  run(
    join(binaries, "valhalla_build_tiles"),
    ["-c", at("config.json"), at("map.osm.pbf")],
    // It writes a list of its own where it is started.
    { cwd: home, env: { ...process.env, LD_LIBRARY_PATH: join(binaries, "lib") } },
  );
  say("its tiles are built");
  const library = createRequire(join(home, "package.json"))(PACKAGE) as Library;
  return serve(await library.Actor.fromConfigFile(at("config.json")));
}

/** Without a log of each request. */
function quiet(config: Record<string, { logging?: { type: string } }>) {
  for (const part of Object.values(config)) if (part.logging) part.logging.type = "";
  return config;
}

function install(home: string, say: Say): string {
  const folder = join(home, "node_modules", PACKAGE);
  if (existsSync(join(folder, "package.json"))) return folder;
  say(`installing ${PACKAGE} ${VERSION} (280 MB) into ${home}`);
  mkdirSync(home, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", home];
  run("npm", ["install", ...flags, `${PACKAGE}@${VERSION}`]);
  return folder;
}

const HELP: Record<string, string> = {
  osmium: "osmium is missing (Debian: apt-get install osmium-tool)",
  python3: "python3 is missing (Debian: apt-get install python3)",
};

type Options = { cwd?: string; env?: NodeJS.ProcessEnv };
function run(program: string, args: readonly string[], options: Options = {}): string {
  const most = { maxBuffer: 64 * 1024 * 1024 };
  const done = spawnSync(program, args, { encoding: "utf8", ...most, ...options });
  if (done.error) throw new Error(HELP[program] ?? `${program}: ${done.error.message}`);
  if (done.status !== 0)
    throw new Error(`${program} ended with ${done.status}: ${done.stderr.slice(-500)}`);
  return done.stdout;
}

/** The library says its refusals in words only; its service adds these codes (api/turn-by-turn/api-reference). */
const CODES: readonly [words: string, code: number][] = [
  ["Exceeded max locations", 150],
  ["Path distance exceeds the max distance limit", 154],
  ["No suitable edges near location", 171],
  ["unconnected regions", 170],
  ["No path could be found for input", 442],
];

/** What its own service does, which the package leaves out: a request's body to the library, and its answer back. */
async function serve(actor: Actor) {
  const server = createServer((request, response) => {
    const answer = async (): Promise<[status: number, body: string]> => {
      const name = request.url === "/route" || request.url === "/height" ? request.url : null;
      if (!name) return [404, JSON.stringify({ error_code: 106, status_code: 404 })];
      const text = await bodyOf(request);
      try {
        return [200, await actor[name.slice(1) as keyof Actor](text)];
      } catch (error) {
        const words = String(error instanceof Error ? error.message : error);
        const [, code] = CODES.find(([known]) => words.includes(known)) ?? [words, 599];
        return [400, JSON.stringify({ error_code: code, error: words, status_code: 400 })];
      }
    };
    const send = async () => {
      const [status, body] = await answer();
      response.writeHead(status, { "content-type": "application/json;charset=utf-8" });
      response.end(body);
    };
    void send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

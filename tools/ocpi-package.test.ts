import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { pathOfSystem } from "@voltmarg/testkit/system-node";

const root = join(import.meta.dirname, "..");
const source = join(root, "packages/ocpi");
const read = (path: string) => readFileSync(join(source, path), "utf8");
const EXAMPLES = ["emsp.mjs", "cpo.mjs"];

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout.trim();
}

describe("the published package", () => {
  const folder = mkdtempSync(join(tmpdir(), "ocpi-package-"));
  const consumer = join(folder, "consumer");
  const installed = join(consumer, "node_modules/@voltmarg/ocpi");
  const env = { ...process.env, PATH: pathOfSystem() };
  const systemNode = run("sh", ["-c", `PATH='${env.PATH}' command -v node`], folder);
  const systemVersion = run(systemNode, ["-p", "process.versions.node"], folder);
  if (!systemVersion.startsWith("20."))
    console.warn(`This machine has no Node 20: the examples run in Node ${systemVersion} instead.`);

  beforeAll(() => {
    run(process.execPath, [join(source, "build.mjs"), join(folder, "dist")], folder);
    const packed = run("npm", ["pack", "--silent", join(folder, "dist")], folder);
    mkdirSync(consumer);
    writeFileSync(join(consumer, "package.json"), '{"private":true,"type":"module"}');
    const copy = (name: string) =>
      cpSync(join(root, "node_modules", name), join(consumer, "node_modules", name), {
        recursive: true,
      });
    // Its one dependency, without a registry.
    copy("zod");
    const quiet = ["--offline", "--no-audit", "--no-fund", "--no-package-lock", "--no-save"];
    run("npm", ["install", ...quiet, join(folder, packed)], consumer);
    ["@types/node", "undici-types"].forEach(copy);
    cpSync(join(source, "examples"), consumer, { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has JavaScript, types, README and licence, and neither TypeScript nor tests", () => {
    const files = globSync("**/*.*", { cwd: installed });
    const typescript = files.filter((file) => /(?<!\.d)\.ts$|\.test\./.test(file));
    expect(typescript).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(["README.md", "src/index.js", "src/index.d.ts", "examples/cpo.mjs"]),
    );
    const { private: isPrivate, dependencies } = JSON.parse(
      readFileSync(join(installed, "package.json"), "utf8"),
    ) as { private?: boolean; dependencies: object };
    expect([isPrivate, Object.keys(dependencies)]).toEqual([undefined, ["zod"]]);
  });

  test("has types with which the examples compile", () => {
    const strict = ["--strict", "--noEmit", "--allowJs", "--checkJs", "--skipLibCheck", "false"];
    const modern = ["--module", "nodenext", "--target", "es2024", "--types", "node"];
    const tsc = join(root, "node_modules/@typescript/native/bin/tsc");
    expect(run(process.execPath, [tsc, ...strict, ...modern, ...EXAMPLES], consumer)).toBe("");
  });

  test.each([
    ["24", process.execPath],
    [systemVersion, systemNode],
  ])("runs both examples against each other in Node %s", async (_version, node) => {
    const [mine, theirs] = [await freePort(), await freePort()];
    const start = (file: string, more: Record<string, string>) =>
      spawn(node, [file], { cwd: consumer, env: { ...env, ...more } });
    const cpo = start("cpo.mjs", { PORT: String(theirs) });
    try {
      const CPO = await new Promise<string>((resolve, reject) => {
        cpo.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
        cpo.stderr.once("data", (line: Buffer) => reject(new Error(line.toString())));
      });
      const emsp = start("emsp.mjs", { PORT: String(mine), CPO });
      const said = await Promise.all([text(emsp.stdout), text(emsp.stderr)]);
      expect(said).toEqual([
        "registered in 2.3.0\nL1 in Utrecht with 1 EVSEs\nSTART_SESSION: ACCEPTED\n",
        "",
      ]);
    } finally {
      cpo.kill();
    }
  });
});

describe("the package's own text", () => {
  test("README shows the examples as they are", () => {
    const shown = [...read("README.md").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
    expect(shown).toEqual(EXAMPLES.map((file) => read(`examples/${file}`)));
  });

  test("README names every option of both ends", () => {
    const typed = read("src/client/call.ts") + read("src/server/server.ts");
    const optionsIn = (type: string) =>
      new RegExp(`type ${type}\\b.*?= \\{(.*?)\\n\\}`, "s").exec(typed)![1]!;
    const names = ["ClientOptions", "Common"].flatMap((type) =>
      [...optionsIn(type).matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    const readme = read("README.md");
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test("nothing names the product or its country", () => {
    const files = globSync(["README.md", "{src,examples}/**/*.{ts,mjs}"], { cwd: source });
    const words = /voltmarg(?!\/ocpi)|wallet|\bindian?\b(?!\/)|bharat|rupee|\bpaise\b/i;
    const shipped = files.filter((file) => !file.endsWith(".test.ts"));
    expect(shipped.filter((file) => words.test(read(file)))).toEqual([]);
  });

  test("every export says what it is", () => {
    const parts = [
      ...read("src/index.ts").matchAll(/export (?:type )?\{([^}]*)\} from "\.\/(.+)"/g),
    ];
    const silent = parts.flatMap(([, names, file]) => {
      const code = read(`src/${file}`);
      const isSilent = (name: string) =>
        !new RegExp(`\\*/\\nexport (async )?(const|function|type|class) ${name}\\b`).test(code);
      return names!
        .split(",")
        .map((name) => name.trim().replace(/^type /, ""))
        .filter((name) => name !== "" && isSilent(name));
    });
    expect([parts.length > 10, silent]).toEqual([true, []]);
    const objects = read("src/types/objects.ts");
    expect(objects.match(/^export/gm)).toHaveLength(objects.match(/\*\/\nexport/g)!.length);
  });
});

import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildApp } from "@voltmarg/world/build-app";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

const help = `Brings the build into both phones' projects (cap sync) in a fresh clone of what is committed, and looks at what
became of them: both must have the page with the provider's name, nothing only a server or a browser needs, and no
committed file may have changed.

  npm run lab -- phones
  npm run lab -- phones -- --broken    without what leaves files out: must fail`;

const COPIES = { android: "android/app/src/main/assets/public", ios: "ios/App/App/public" };
const NAME = "A & B";
/** Files that only a server or a browser uses. */
const USELESS = "**/{*.br,*.gz,sw.js,manifest.webmanifest,robots.txt}";

export type Synced = {
  /** How many files of the page each project has, the index included. */
  files: Record<keyof typeof COPIES, number>;
  plugins: number;
  useless: string[];
  /** Pages without a content security policy. */
  unguarded: string[];
  /** Pages and settings of a build without the provider's name. */
  unnamed: string[];
  changed: string[];
};

/** Clones, syncs and checks; `broken` skips the step that removes files after the copy. Throws when cap sync fails. */
export async function syncPhones({ broken = false } = {}): Promise<Synced> {
  const { dir: dist } = await buildApp();
  const clone = mkdtempSync(join(tmpdir(), "voltmarg-phones-"));
  try {
    await run("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone]);
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
    const app = join(clone, "packages", "app");
    cpSync(dist, join(app, "dist"), { recursive: true });
    if (broken) leaveEverything(join(app, "package.json"));
    const cap = join(clone, "node_modules", "@capacitor", "cli", "bin", "capacitor");
    // The projects refer to plugins relative to the clone, not to the link's target. Scripts of ours that it runs do not
    // inherit that: below node_modules Node runs no TypeScript.
    const { stdout } = await run(process.execPath, ["--preserve-symlinks", cap, "sync"], {
      cwd: app,
      env: { ...process.env, PARTY_NAME: NAME, NO_COLOR: "1" },
    });
    const without = (text: string) =>
      Object.values(COPIES).filter(
        (folder) => !readFileSync(join(app, folder, "index.html"), "utf8").includes(text),
      );
    const status = await run("git", ["status", "--porcelain"], { cwd: clone });
    return {
      files: { android: filesIn(app, "android").length, ios: filesIn(app, "ios").length },
      plugins: Number(/Found (\d+) Capacitor plugins for ios/.exec(stdout)?.[1] ?? 0),
      useless: Object.values(COPIES).flatMap((folder) =>
        globSync(join(folder, USELESS), { cwd: app }),
      ),
      unguarded: without("Content-Security-Policy"),
      unnamed: [
        ...without(`<meta name="application-name" content="A &amp; B" />`),
        ...["android/synced.json", "ios/synced.xcconfig"].filter(
          (file) => !readFileSync(join(app, file), "utf8").includes(NAME),
        ),
      ],
      changed: status.stdout
        .split("\n")
        .filter(
          (line) => line !== "" && line !== "?? node_modules" && !line.endsWith("app/package.json"),
        ),
    };
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

const filesIn = (app: string, phone: keyof typeof COPIES): string[] =>
  globSync(join(COPIES[phone], "{index.html,assets/*.js}"), { cwd: app });

function leaveEverything(file: string): void {
  const { scripts, ...rest } = JSON.parse(readFileSync(file, "utf8")) as {
    scripts: Record<string, string>;
  };
  delete scripts["capacitor:copy:after"];
  writeFileSync(file, JSON.stringify({ ...rest, scripts }));
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes("--help")) console.log(help);
  else {
    const { files, plugins, useless, unguarded, unnamed, changed } = await syncPhones({
      broken: process.argv.includes("--broken"),
    });
    for (const each of [...useless, ...unguarded, ...unnamed, ...changed]) console.log(each);
    console.log(
      `phones android=${files.android} ios=${files.ios} plugins=${plugins} useless=${useless.length} unguarded=${unguarded.length} unnamed=${unnamed.length} changed=${changed.length}`,
    );
    if (
      files.android < 2 ||
      files.ios < 2 ||
      plugins === 0 ||
      useless.length + unguarded.length + unnamed.length + changed.length > 0
    )
      process.exitCode = 1;
  }
}

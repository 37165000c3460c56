import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTestServer, testServerVariable } from "@voltmarg/server/embedded-postgres";

const root = join(import.meta.dirname, "..", "..", "..");
export const out = join(root, "out", "mutation");
const LEFT_OUT = new Set([".git", ".data", "out", "test-results", "playwright-report"]);

/** A copy of the project in which a file may be changed and tests be run. */
export type Tree = {
  dir: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Runs test files; FAILED as soon as one test fails, or when they do not end within the seconds. */
  test(
    files: readonly string[],
    most: number,
    env?: NodeJS.ProcessEnv,
  ): Promise<"PASSED" | "FAILED">;
};

/** Makes a copy whose files are links, so that it takes seconds and hardly any space. */
export function copyTree(name: string, postgres: string): Tree {
  const dir = join(out, name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const parts = readdirSync(root).filter((entry) => !LEFT_OUT.has(entry));
  execFileSync("cp", ["-al", ...parts, dir], { cwd: root });
  return {
    dir,
    read: (file) => readFileSync(join(dir, file), "utf8"),
    write: (file, text) => {
      // Written in place, the link's other end would change as well.
      rmSync(join(dir, file));
      writeFileSync(join(dir, file), text);
    },
    test: (files, most, env = {}) =>
      new Promise((resolve) => {
        const vitest = join("node_modules", "vitest", "vitest.mjs");
        const config = join("packages", "lab", "mutation", "vitest.config.ts");
        const args = ["run", "--config", config, "--root", ".", "--reporter=dot", ...files];
        const child = spawn(process.execPath, [vitest, ...args], {
          cwd: dir,
          env: { ...process.env, [testServerVariable]: postgres, ...env },
          stdio: "ignore",
          detached: true,
        });
        const late = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), most * 1000);
        child.on("exit", (code) => {
          clearTimeout(late);
          resolve(code === 0 ? "PASSED" : "FAILED");
        });
      }),
  };
}

/** Runs work with a PostgreSQL for all trees. */
export async function withPostgres<T>(work: (connection: string) => Promise<T>): Promise<T> {
  const server = await startTestServer();
  try {
    return await work(server.connectionStringOf("postgres"));
  } finally {
    await server.stop();
  }
}

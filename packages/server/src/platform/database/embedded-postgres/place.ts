import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  statfs,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseStartError, explainFileError } from "./start-error.ts";

export type Place = {
  /** Folder of this cluster: cluster/, log, sockets. */
  home: string;
  cluster: string;
  sockets: string;
  log: string;
  /** Where the programs are copied to. */
  programsParent: string;
  /** The unprivileged user that runs PostgreSQL; only root can choose one. */
  runAs: { uid: number; gid: number } | undefined;
};

/** A folder that every user may enter, for the programs and clusters of root. */
const systemDir = "/var/lib/voltmarg";

/** sockaddr_un has 108 bytes, the last one a zero. */
const socketPathLimit = 107;
const socketName = ".s.PGSQL.5432";

/**
 * Decides where the cluster is and makes its folders. PostgreSQL refuses to run as root, and the user for it may not
 * enter a private home. So for root the cluster is under `rootParent`, and `<dataDir>/postgres` links to it.
 */
export async function preparePlace(dataDir: string, rootParent = systemDir): Promise<Place> {
  try {
    await mkdir(dataDir, { recursive: true });
    const real = await realpath(dataDir);
    return process.getuid?.() === 0 ? await rootPlace(real, rootParent) : await ownPlace(real);
  } catch (error) {
    throw explainFileError(error, resolve(dataDir));
  }
}

async function ownPlace(dataDir: string): Promise<Place> {
  const home = join(dataDir, "postgres");
  await mkdir(home, { recursive: true, mode: 0o700 });
  await assertRoom(home);
  const near = join(home, "s");
  const sockets =
    Buffer.byteLength(join(near, socketName)) <= socketPathLimit
      ? near
      : join(tmpdir(), `voltmarg-${process.getuid?.() ?? 0}-${shortHash(dataDir)}`);
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  await assertPrivate(sockets);
  return placeIn(home, sockets, home, undefined);
}

async function rootPlace(dataDir: string, parent: string): Promise<Place> {
  const link = join(dataDir, "postgres");
  const home = await homeBehind(link, join(parent, shortHash(dataDir)));
  for (const dir of [systemDir, parent, home]) {
    await mkdir(dir, { recursive: true });
    await chmod(dir, 0o755);
  }
  await assertRoom(home);
  const cluster = join(home, "cluster");
  const runAs = existsSync(cluster) ? await ownerOf(cluster) : await unprivilegedUser();
  const sockets = join(home, "s");
  await mkdir(sockets, { recursive: true });
  await chmod(sockets, 0o700);
  await chown(sockets, runAs.uid, runAs.gid);
  await pointTo(link, home);
  return placeIn(home, sockets, systemDir, runAs);
}

/**
 * The cluster that a data folder links to, or a new one. Only the link counts: a data folder that was deleted and made
 * again gets a new cluster, and a copied folder, whose path has another hash, does not share the original's cluster.
 */
async function homeBehind(link: string, prefix: string): Promise<string> {
  const target = await readlink(link).catch(() => "");
  if (target === prefix || target.startsWith(`${prefix}-`)) return target;
  return `${prefix}-${randomBytes(4).toString("hex")}`;
}

function placeIn(
  home: string,
  sockets: string,
  programsParent: string,
  runAs: Place["runAs"],
): Place {
  return {
    home,
    sockets,
    programsParent,
    runAs,
    cluster: join(home, "cluster"),
    log: join(home, "postgres.log"),
  };
}

async function ownerOf(dir: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(dir);
  if (uid === 0) {
    throw new DatabaseStartError(
      `The data folder ${dir} belongs to root, and PostgreSQL refuses to run as root; give it to the user postgres or nobody (chown -R).`,
    );
  }
  return { uid, gid };
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const rows = (await readFile("/etc/passwd", "utf8")).split("\n").map((row) => row.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const row = rows.find((fields) => fields[0] === name);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new DatabaseStartError(
    "PostgreSQL refuses to run as root, and this system has neither a user postgres nor a user nobody to run it as.",
  );
}

async function pointTo(link: string, target: string): Promise<void> {
  const present = await lstat(link).catch(() => undefined);
  if (present?.isSymbolicLink() && (await readlink(link)) === target) return;
  if (present && !present.isSymbolicLink()) {
    throw new DatabaseStartError(
      `${link} holds the database of an unprivileged user; start Voltmarg as that user, or choose another DATA_DIR.`,
    );
  }
  await rm(link, { force: true });
  await symlink(target, link);
}

/** A folder in a shared temporary directory may have been made by somebody else. */
async function assertPrivate(dir: string): Promise<void> {
  const at = await lstat(dir);
  if (!at.isDirectory() || (process.getuid && at.uid !== process.getuid())) {
    throw new DatabaseStartError(
      `${dir} belongs to somebody else; the database needs it for itself.`,
    );
  }
  await chmod(dir, 0o700);
}

async function assertRoom(dir: string): Promise<void> {
  if (existsSync(join(dir, "cluster"))) return;
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize < 200 * 1024 * 1024) {
    throw new DatabaseStartError(`The disk is full: the database needs about 200 MB at ${dir}.`);
  }
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

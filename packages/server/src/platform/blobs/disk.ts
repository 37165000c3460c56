import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { newSecret } from "../ids.ts";
import type { BlobStore } from "./blob-store.ts";

/** A draft is not written for so long: its process was killed. */
const LEFT_MS = 3_600_000;

/** Stores blobs as files of a folder, which the first write creates. */
export function createDiskBlobs(folder: string): BlobStore {
  // Ids begin with their time, so their last letters spread the files evenly over folders.
  const placeOf = (name: string) => {
    if (!/^\w{3,64}$/.test(name)) throw new Error(`not a name of a blob: ${name}`);
    return join(folder, name.slice(-2), name);
  };
  return {
    put: async (name, bytes) =>
      write(placeOf(name), async (draft) => {
        const handle = await open(draft, "wx", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
      }),
    get: async (name) => orNull(readFile(placeOf(name))),
    remove: async (name) => rm(placeOf(name), { force: true }),
    putFile: async (name, path, signal) =>
      write(placeOf(name), async (draft) => {
        await copyFile(path, draft);
        const handle = await open(draft, "r+");
        try {
          await handle.sync();
          await removeLeft(placeOf(name), (await handle.stat()).mtimeMs - LEFT_MS);
        } finally {
          await handle.close();
        }
        signal.throwIfAborted();
      }),
    read: async (name) => (await orNull(open(placeOf(name))))?.createReadStream() ?? null,
  };
}

async function write(file: string, writeDraft: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${newSecret()}`;
  try {
    await writeDraft(draft);
    // With a rename the file is complete or absent, even after a power failure.
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes what a process that was killed has left of a large file. */
async function removeLeft(file: string, olderMs: number): Promise<void> {
  const names = (await orNull(readdir(dirname(file)))) ?? [];
  for (const name of names.filter((each) => each.startsWith(`${basename(file)}.`))) {
    const draft = join(dirname(file), name);
    const found = await orNull(stat(draft));
    if (found && found.mtimeMs < olderMs) await rm(draft, { force: true });
  }
}

/** Null: there is no such file. */
async function orNull<T>(opening: Promise<T>): Promise<T | null> {
  try {
    return await opening;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

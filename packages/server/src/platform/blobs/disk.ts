import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { newSecret } from "../ids.ts";
import type { BlobStore } from "./blob-store.ts";

/** Stores blobs as files of a folder, which the first write creates. */
export function createDiskBlobs(folder: string): BlobStore {
  // Ids begin with their time, so their last letters spread the files evenly over folders.
  const placeOf = (name: string) => {
    if (!/^\w{3,64}$/.test(name)) throw new Error(`not a name of a blob: ${name}`);
    const subfolder = join(folder, name.slice(-2));
    return { subfolder, file: join(subfolder, name) };
  };
  return {
    put: async (name, bytes) => {
      const { subfolder, file } = placeOf(name);
      await mkdir(subfolder, { recursive: true, mode: 0o700 });
      const draft = `${file}.${newSecret()}`;
      try {
        const handle = await open(draft, "wx", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        // With a rename the file is complete or absent, even after a power failure.
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      try {
        return await readFile(placeOf(name).file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (name) => rm(placeOf(name).file, { force: true }),
  };
}

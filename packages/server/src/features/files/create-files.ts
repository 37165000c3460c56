import { files } from "@voltmarg/contract";
import type { Tx } from "../../platform/database/database.ts";
import type { Feature } from "../../platform/feature.ts";
import { filesRoutes, takeUpload } from "./files.routes.ts";
import {
  dropFile,
  dropFiles,
  keepFile,
  readFileOf,
  sweepFile,
  type FilesDeps,
} from "./manage-files.ts";

export type FilesApi = {
  /** Deletes all images of a driver, their bytes after commit; returns how many there were. */
  dropAll(tx: Tx, userId: string): Promise<number>;
  /** Deletes one image of a driver, its bytes after commit. */
  drop(tx: Tx, at: { userId: string; id: string }): Promise<void>;
  /** Stores a photo for a ticket of the driver's. */
  keepTicketPhoto(userId: string, bytes: Buffer): ReturnType<typeof keepFile>;
  /** The bytes of a driver's image; null: there is none. */
  read(userId: string, id: string): Promise<Buffer | null>;
};

/** Images that drivers upload. */
export const createFiles = (deps: FilesDeps): Feature<FilesApi> => ({
  routes: async (mounts) => {
    filesRoutes(mounts, deps);
    await mounts.upload(files.uploadFile, takeUpload(deps));
  },
  handlers: { "files.sweep": (at: { id: string }) => sweepFile(deps, at) },
  api: {
    dropAll: (tx, userId) => dropFiles(deps, tx, userId),
    drop: (tx, at) => dropFile(deps, tx, at),
    keepTicketPhoto: (userId, bytes) => keepFile(deps, userId, "TICKET", bytes),
    read: (userId, id) => readFileOf(deps, userId, id),
  },
});

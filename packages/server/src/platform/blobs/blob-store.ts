import type { Readable } from "node:stream";

/** Stores byte strings under a name, outside the database. Names are ids: letters, digits and underscores. */
export type BlobStore = {
  /** Stores the bytes. Writing a name again is allowed with the same bytes only. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null: no blob has this name. */
  get(name: string): Promise<Buffer | null>;
  /** Idempotent: removing a missing blob succeeds. */
  remove(name: string): Promise<void>;
  /** Stores a file of any size, in place of what had this name; who reads gets all of the one or of the other. */
  putFile(name: string, path: string, signal: AbortSignal): Promise<void>;
  /** The same bytes one after the other, for those that are too large to be in memory. Null: no blob has this name. */
  read(name: string, signal: AbortSignal): Promise<Readable | null>;
};

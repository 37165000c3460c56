/** Stores byte strings under a name, outside the database. Names are ids: letters, digits and underscores. */
export type BlobStore = {
  /** Stores the bytes. Writing a name again is allowed with the same bytes only. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null: no blob has this name. */
  get(name: string): Promise<Buffer | null>;
  /** Idempotent: removing a missing blob succeeds. */
  remove(name: string): Promise<void>;
};

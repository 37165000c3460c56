/** Bytes under names, kept outside the database. Names are ids: letters, digits and underscores. */
export type BlobStore = {
  /** Keeps the bytes; a name is written once, or again with the same bytes. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null: there is nothing of that name. */
  get(name: string): Promise<Buffer | null>;
  /** Removing what is not there is done already. */
  remove(name: string): Promise<void>;
};

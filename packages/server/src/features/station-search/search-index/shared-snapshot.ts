import { createWriteStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/observability/logger.ts";
import type { Fresh } from "./load-index.ts";
import {
  isOld,
  isOurs,
  maker,
  MOST_DAYS,
  NOT_OURS,
  replace,
  temporaryOf,
  writeSnapshot,
  type Snapshot,
} from "./snapshot.ts";
import { forgetTokens } from "./snapshot-token.store.ts";

/** Where the file is if the configuration names no place. */
export const TEMPORARY = join(tmpdir(), "voltmarg-search-index");

/** Reading a location from the database takes longer; a store that takes as long is not waited for. */
const MS_PER_LOCATION = 0.05;
const LEAST_MS = 2_000;
/** A file has some 700 bytes of each location. */
const BYTES_PER_LOCATION = 4_000;
const UPLOAD_MS = 300_000;

/** Where replicas share their snapshots, and of how many locations on: fewer are read in no time. */
export type Shared = { blobs: BlobStore; above: number };
type Deps = { db: Queryable; logger: Logger; file: string | null; shared: Shared | undefined };

/** By the code that made it: releases that run at the same time do not replace each other's. */
const nameOf = (by: string) => `search_index_${by}`;

/** The snapshots of a replica: the one in its file, and the one that all replicas of a release share. */
export function createSnapshots({ db, logger, file, shared }: Deps) {
  let sharedFile: string | null = null;
  let written: Promise<unknown> = Promise.resolve();
  let sharing = Promise.resolve();

  const share = async (path: string) => {
    const { blobs } = shared!;
    try {
      await blobs.putFile(nameOf(maker()), path, AbortSignal.timeout(UPLOAD_MS));
      // Those of releases that do not run any more.
      await forgetTokens(db, MOST_DAYS, (by) => blobs.remove(nameOf(by)));
    } catch (error) {
      logger.warn({ err: error }, "the snapshot of the search index could not be shared");
    }
  };

  return {
    /** Where a start reads from and writes to, if anywhere: its own file, or what another replica shared. */
    pathFor: async (locations: number): Promise<string | null> => {
      if (!shared || locations <= shared.above) return file;
      sharedFile = file ?? TEMPORARY;
      await fetchSnapshot({ db, logger, blobs: shared.blobs }, sharedFile, locations);
      return sharedFile;
    },
    /** Call after a load; what came from the database is shared, so that others need not read all of it as well. */
    onLoaded: (fresh: Fresh): void => {
      written = fresh;
      if (sharedFile === null) return;
      const path = sharedFile;
      sharing = fresh.then((is) => (is ? share(path) : undefined));
    },
    /** Shares what this replica has now. Until the first `await` nothing else runs, so it is one state of it. */
    share: async (made: Snapshot, now: Date): Promise<void> => {
      if (sharedFile === null || isOld(made, now)) return;
      await writeSnapshot(db, sharedFile, made);
      await sharing;
      await share(sharedFile);
    },
    /** After a load's file is there: a later one must not be replaced by it. */
    written: () => written,
    /** After what a load shares has been stored. */
    settled: () => sharing,
  };
}

/**
 * Sees to it that the file can be used, if some replica of this release has shared its own. Whatever hinders that, the
 * database has everything as well.
 */
async function fetchSnapshot(
  { db, blobs, logger }: { db: Queryable; blobs: BlobStore; logger: Logger },
  path: string,
  locations: number,
): Promise<void> {
  if (await isFileOurs(db, path).catch(() => false)) return;
  const temporary = temporaryOf(path);
  const signal = AbortSignal.timeout(Math.max(locations * MS_PER_LOCATION, LEAST_MS));
  try {
    const source = await Promise.race([blobs.read(nameOf(maker()), signal), refusalOf(signal)]);
    if (!source) return;
    const target = createWriteStream(temporary, { flags: "wx", mode: 0o600 });
    await pipeline(source, atMost(locations * BYTES_PER_LOCATION), target, { signal });
    if (!(await isFileOurs(db, temporary))) throw new Error(NOT_OURS);
    await replace(path, temporary);
    logger.info({}, "the search index of another replica is used");
  } catch (error) {
    logger.warn({ err: error }, "no shared snapshot of the search index is used");
  } finally {
    await rm(temporary, { force: true });
  }
}

async function isFileOurs(db: Queryable, path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    return await isOurs(db, file);
  } finally {
    await file.close();
  }
}

const refusalOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

function atMost(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length;
      if (left < 0) done(new Error("it is too large"));
      else done(null, part);
    },
  });
}

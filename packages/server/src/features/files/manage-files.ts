import type { FileRecord } from "@voltmarg/contract";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable, Tx } from "../../platform/database/database.ts";
import { createFairQueue } from "../../platform/fair-queue.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import {
  findOwn,
  insertFile,
  isKnown,
  listOwn,
  lockFiles,
  noteTry,
  removeOwn,
  type FileRow,
} from "./files.store.ts";
import { readImage, type Shape } from "./read-image.ts";

export type FilesDeps = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  blobs: BlobStore;
  /** Whether a ticket has this file, so that it must stay; passed in by the composition. */
  isNeeded(tx: Tx, userId: string, fileId: string): Promise<boolean>;
};
type Category = FileRow["category"];

const SHAPES: Record<Category, Shape> = {
  CUSTOMER: { width: 512, height: 512, fit: "cover" },
  TICKET: { width: 2048, height: 2048, fit: "inside" },
  CHECK_IN: { width: 1280, height: 1280, fit: "inside" },
};
/** Attempts, valid or not: checking an invalid file costs as much as a valid one. */
const MOST_A_DAY = 40;
const DAY_MS = 86_400_000;
/** Age after which an upload without a record is abandoned. */
const ORPHAN_MS = 3_600_000;
const SWEEP = "files.sweep";

/** Images decoded at once in this process, of one driver one: each takes memory, and one thread of four. */
const decoding = createFairQueue({ atOnce: 2, each: 1, waiting: 24, waitMs: 20_000 });

/** Stores an image of a driver. A profile image replaces the previous one. */
export async function keepFile(
  deps: FilesDeps,
  userId: string,
  category: Category,
  bytes: Buffer,
): Promise<Outcome<FileRecord, "FILE_NOT_AN_IMAGE" | "TOO_MANY_FILES" | "UNAVAILABLE">> {
  const { database, clock, outbox, blobs } = deps;
  const at = clock.now();
  const id = newId("fil", at);
  const since = new Date(at.getTime() - DAY_MS);
  const allowed = await database.transact(async (tx) => {
    await lockFiles(tx, userId);
    return noteTry(tx, { userId, id, at, since, most: MOST_A_DAY });
  });
  if (!allowed) return refuse("TOO_MANY_FILES");
  const leave = await decoding(userId);
  if (!leave) return refuse("UNAVAILABLE");
  const image = await readImage(bytes, SHAPES[category]).finally(leave);
  if (!image) return refuse("FILE_NOT_AN_IMAGE");
  const row: FileRow = {
    user_id: userId,
    id,
    category,
    bytes: image.bytes.length,
    width: image.width,
    height: image.height,
    created_at: at,
  };
  // The bytes are stored before their record: if the service stops in between, a sweep removes them.
  const sweepAt = new Date(at.getTime() + ORPHAN_MS);
  await database.transact((tx) => outbox.enqueue(tx, SWEEP, { id }, sweepAt));
  await blobs.put(row.id, image.bytes);
  await database.transact(async (tx) => {
    await lockFiles(tx, userId);
    await insertFile(tx, row);
    if (category !== "CUSTOMER") return;
    for (const other of await listOwn(tx, userId, category)) {
      if (other.id !== id) await discard(deps, tx, userId, other.id);
    }
  });
  return done(toWire(row));
}

async function discard({ outbox }: FilesDeps, tx: Tx, userId: string, id: string) {
  const removed = await removeOwn(tx, userId, id);
  if (removed) await outbox.enqueue(tx, SWEEP, { id });
  return removed !== null;
}

/** Removes every image of a driver, also those in tickets; returns how many. */
export async function dropFiles(deps: FilesDeps, tx: Tx, userId: string): Promise<number> {
  await lockFiles(tx, userId);
  const all = [
    ...(await listOwn(tx, userId, "CUSTOMER")),
    ...(await listOwn(tx, userId, "TICKET")),
    ...(await listOwn(tx, userId, "CHECK_IN")),
  ];
  for (const { id } of all) await discard(deps, tx, userId, id);
  return all.length;
}

/** Removes one image of a driver; does nothing where there is none. */
export async function dropFile(deps: FilesDeps, tx: Tx, at: { userId: string; id: string }) {
  await lockFiles(tx, at.userId);
  await discard(deps, tx, at.userId, at.id);
}

/** Removes bytes without a record. */
export async function sweepFile(deps: FilesDeps, { id }: { id: string }): Promise<void> {
  if (!(await isKnown(deps.database.db, id))) await deps.blobs.remove(id);
}

export async function filesOf(
  deps: FilesDeps,
  userId: string,
  category: Category,
): Promise<FileRecord[]> {
  return (await listOwn(deps.database.db, userId, category)).map(toWire);
}

/** The bytes of a driver's file; null: there is none of that id. */
export async function readFileOf(
  deps: FilesDeps,
  userId: string,
  id: string,
): Promise<Buffer | null> {
  return (await findOwn(deps.database.db, userId, id)) ? deps.blobs.get(id) : null;
}

export function deleteFile(
  deps: FilesDeps,
  userId: string,
  id: string,
): Promise<Outcome<{ deleted: true }, "NOT_FOUND" | "FILE_IN_TICKET">> {
  return deps.database.transact(async (tx) => {
    await lockFiles(tx, userId);
    if (await deps.isNeeded(tx, userId, id)) return refuse("FILE_IN_TICKET");
    return (await discard(deps, tx, userId, id)) ? done({ deleted: true }) : refuse("NOT_FOUND");
  });
}

/** Whether all of these are a driver's photos of this category. */
export async function arePhotosFor(
  on: Queryable,
  category: Category,
  userId: string,
  ids: readonly string[],
): Promise<boolean> {
  const found = await Promise.all(ids.map((id) => findOwn(on, userId, id)));
  return found.every((file) => file?.category === category);
}

const toWire = (row: FileRow): FileRecord => ({
  id: row.id,
  url: `/api/cms/v1/files/${row.id}/download`,
  category: row.category,
  width: row.width,
  height: row.height,
  created_at: row.created_at.toISOString(),
});

import { createHash } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { writeFileSync } from "node:fs";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { OperatorNow } from "../../stations/index.ts";
import type { Queryable } from "../../../platform/database/database.ts";
import { newSecret } from "../../../platform/ids.ts";
import type { IndexData } from "./index-data.ts";
import { addToken, isKnown } from "./snapshot-token.store.ts";
import type { Column } from "./slots.ts";

/** An index in a file, so that a start has only to read what changed since. */
export type Snapshot = {
  data: IndexData;
  /** Their names are in what was rendered. */
  operators: readonly OperatorNow[];
  /** When all of it was last read from the database: what is not used any more goes only then. */
  readAt: Date;
  /** It has every change up to this version, and may have later ones. */
  version: number;
};

const KINDS = { Float64Array, Uint32Array, Int32Array, Uint16Array, Uint8Array };
/** An array in the file: its zeros at the end are left out. */
type Part = { kind: keyof typeof KINDS; length: number; stored: number };
type Head = { parts: readonly Part[]; rest: unknown };

const DAY_MS = 86_400_000;
/** Older ones are not used. */
export const MOST_DAYS = 7;
/** The length of the head. */
const PREFIX = 4;
/** Bytes that are hashed at once. */
const PORTION = 1 << 20;

/** By what they run on. */
const makers = new Map<string, string>();

/** What renders and packs a location. Another release, or another table of time zones, may do it otherwise. */
export function maker(): string {
  const runtime = process.version + process.versions.tz;
  const known = makers.get(runtime);
  if (known) return known;
  const folders = [
    new URL("..", import.meta.url),
    new URL("../../stations/", import.meta.url),
    new URL(".", import.meta.resolve("@voltmarg/rules")),
  ];
  let crc = crc32(runtime);
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((each) => /(?<!\.test)\.[jt]s$/.test(each)).toSorted())
      crc = crc32(readFileSync(new URL(name, folder)), crc32(name, crc));
  }
  makers.set(runtime, String(crc));
  return String(crc);
}

/**
 * Writes a file that is whole or not there, whatever happens meanwhile. Its SHA-256 stands in the database from then on: a
 * database that was restored from before, or another one, does not know it, and nobody else can make one. `made` is written
 * before anything is awaited.
 */
export async function writeSnapshot(db: Queryable, path: string, made: Snapshot): Promise<void> {
  const temporary = temporaryOf(path);
  try {
    writeDown(temporary, made);
    const file = await open(temporary, "r+");
    let sha = "";
    try {
      await file.sync();
      sha = await shaOf(file);
      removeLeft(path, (await file.stat()).mtimeMs - DAY_MS / 24);
    } finally {
      await file.close();
    }
    await addToken(db, { maker: maker(), sha });
    await replace(path, temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Beside the file, so that it can take its place. */
export const temporaryOf = (path: string) => `${path}.${newSecret()}.part`;

/** Puts one file in place of another. */
export async function replace(path: string, by: string): Promise<void> {
  await rename(by, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function writeDown(path: string, made: Snapshot): void {
  const arrays: Column[] = [];
  const rest = takeOut(made, arrays);
  const stored = arrays.map((array) => withoutZeros(bytesOf(array)));
  const parts = arrays.map((array, nth): Part => {
    const kind = array.constructor.name as Part["kind"];
    return { kind, length: array.length, stored: stored[nth]!.length };
  });
  const head = serialize({ parts, rest } satisfies Head);
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(head.length, 0);
  const file = openSync(path, "wx", 0o600);
  try {
    for (const bytes of [prefix, head, ...stored]) writeFileSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

const ZEROS = new Uint8Array(1 << 16);

/** Without the zeros at the end, of which there are many: by large steps, as everything else waits. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  const step = ZEROS.length;
  let end = bytes.length;
  while (end >= step && Buffer.compare(bytes.subarray(end - step, end), ZEROS) === 0) end -= step;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return bytes.subarray(0, end);
}

/** What was written last, if it is of this database and this release; throws what is wrong with it. */
export async function readSnapshot(db: Queryable, path: string, now: Date): Promise<Snapshot> {
  const file = await open(path, "r");
  try {
    // Nothing is read of what this service did not write.
    if (!(await isOurs(db, file))) throw new Error(NOT_OURS);
    let at = 0;
    const fill = <T extends Uint8Array>(into: T): T => {
      for (let done = 0; done < into.length;) {
        const count = readSync(file.fd, into, done, into.length - done, at);
        if (count === 0) throw new Error("it is cut off");
        done += count;
        at += count;
      }
      return into;
    };
    const size = fill(Buffer.alloc(PREFIX)).readUInt32LE(0);
    const head = deserialize(fill(Buffer.alloc(size))) as Head;
    const arrays = head.parts.map(({ kind, length, stored }) => {
      const array = new KINDS[kind](length);
      fill(bytesOf(array).subarray(0, stored));
      return array;
    });
    const made = putBack(head.rest, arrays) as Snapshot;
    if (isOld(made, now)) throw new Error("it is old");
    return made;
  } finally {
    await file.close();
  }
}

/** Nobody would use it. */
export const isOld = ({ readAt }: Pick<Snapshot, "readAt">, now: Date): boolean =>
  now.getTime() - readAt.getTime() > MOST_DAYS * DAY_MS;

export const NOT_OURS = "this release did not make it for this database, or it is damaged";

/** Whether this release wrote the file for this database, and nobody changed it. */
export async function isOurs(db: Queryable, file: FileHandle): Promise<boolean> {
  return isKnown(db, { maker: maker(), sha: await shaOf(file) });
}

async function shaOf(file: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  const bytes = Buffer.allocUnsafe(PORTION);
  for (let at = 0, count = -1; count !== 0; at += count) {
    count = (await file.read(bytes, 0, PORTION, at)).bytesRead;
    hash.update(bytes.subarray(0, count));
  }
  return hash.digest("hex");
}

const bytesOf = (array: Column) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

/** The same with a number in place of each array. */
export function takeOut(value: unknown, arrays: Column[]): unknown {
  if (ArrayBuffer.isView(value)) return { array: arrays.push(value as Column) - 1 };
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([k, inner]) => [k, takeOut(inner, arrays)]));
}

function putBack(value: unknown, arrays: readonly Column[]): unknown {
  if (!isPlain(value)) return value;
  if (typeof value["array"] === "number") return arrays[value["array"]];
  return Object.fromEntries(Object.entries(value).map(([k, inner]) => [k, putBack(inner, arrays)]));
}

/** What a process that was killed while it wrote has left; what is newer may still be written. */
function removeLeft(path: string, olderMs: number): void {
  for (const name of readdirSync(dirname(path))) {
    const left = join(dirname(path), name);
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".part")) continue;
    const { mtimeMs } = statSync(left, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (mtimeMs < olderMs) rmSync(left, { force: true });
  }
}

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
};

const KINDS = { Float64Array, Uint32Array, Int32Array, Uint16Array, Uint8Array };
/** An array in the file: its zeros at the end are left out. */
type Part = { kind: keyof typeof KINDS; length: number; stored: number; crc: number };
type Head = { token: string; maker: string; parts: readonly Part[]; rest: unknown };

const DAY_MS = 86_400_000;
/** Older ones are not used. */
const MOST_DAYS = 7;
/** Length of the head and its checksum. */
const PREFIX = 8;

/** What renders and packs a location. Another release, or another table of time zones, may do it otherwise. */
function maker(): string {
  const folders = [
    new URL("..", import.meta.url),
    new URL("../../stations/", import.meta.url),
    new URL(".", import.meta.resolve("@voltmarg/rules")),
  ];
  let crc = crc32(process.version + process.versions.tz);
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((each) => /(?<!\.test)\.[jt]s$/.test(each)).toSorted())
      crc = crc32(readFileSync(new URL(name, folder)), crc32(name, crc));
  }
  return String(crc);
}

/**
 * Writes a file that is whole or not there, whatever happens meanwhile. Its token stands in the database from then on: a
 * database that was restored from before, or another one, does not know it.
 */
export async function writeSnapshot(db: Queryable, path: string, made: Snapshot): Promise<void> {
  const token = newSecret();
  const temporary = `${path}.${token}.part`;
  try {
    writeDown(temporary, made, token);
    removeLeft(path, statSync(temporary).mtimeMs - DAY_MS / 24);
    await addToken(db, token, MOST_DAYS);
    renameSync(temporary, path);
    synchronise(dirname(path));
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeDown(path: string, made: Snapshot, token: string): void {
  const arrays: Column[] = [];
  const rest = takeOut(made, arrays);
  const stored = arrays.map((array) => {
    const bytes = bytesOf(array);
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end--;
    return bytes.subarray(0, end);
  });
  const parts = arrays.map((array, nth): Part => {
    const kind = array.constructor.name as Part["kind"];
    return { kind, length: array.length, stored: stored[nth]!.length, crc: crc32(stored[nth]!) };
  });
  const head = serialize({ token, maker: maker(), parts, rest } satisfies Head);
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(head.length, 0);
  prefix.writeUInt32LE(crc32(head), 4);
  const file = openSync(path, "wx", 0o600);
  try {
    for (const bytes of [prefix, head, ...stored]) writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What was written last, if it is of this database and this release; throws what is wrong with it. */
export async function readSnapshot(db: Queryable, path: string, now: Date): Promise<Snapshot> {
  const file = openSync(path, "r");
  try {
    const prefix = read(file, PREFIX);
    const size = prefix.readUInt32LE(0);
    if (size > statSync(path).size) throw new Error("it is cut off");
    const bytes = read(file, size);
    if (crc32(bytes) !== prefix.readUInt32LE(4)) throw new Error("its head is damaged");
    const head = deserialize(bytes) as Head;
    if (head.maker !== maker()) throw new Error("another release made it");
    if (!(await isKnown(db, head.token))) throw new Error("this database does not know it");
    const arrays = head.parts.map(({ kind, length, stored, crc }) => {
      const array = new KINDS[kind](length);
      const into = bytesOf(array).subarray(0, stored);
      if (crc32(fill(file, into)) !== crc) throw new Error("it is damaged");
      return array;
    });
    const made = putBack(head.rest, arrays) as Snapshot;
    if (now.getTime() - made.readAt.getTime() > MOST_DAYS * DAY_MS) throw new Error("it is old");
    return made;
  } finally {
    closeSync(file);
  }
}

const bytesOf = (array: Column) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const read = (file: number, size: number) => fill(file, Buffer.alloc(size));

function fill<T extends Uint8Array>(file: number, into: T): T {
  for (let at = 0; at < into.length;) {
    const count = readSync(file, into, at, into.length - at, null);
    if (count === 0) throw new Error("it is cut off");
    at += count;
  }
  return into;
}

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

function synchronise(folder: string): void {
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
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

import { isAscii, writeText } from "./ascii.ts";
import { MOST_PIECES, type Pieces } from "./pieces.ts";

/**
 * A location's JSON as the index keeps it. One byte says what comes next:
 * up to 191: so many bytes of its own text, which follow;
 * 192 to 247: a piece it shares with others, by the number that the rest of this byte and the next two make;
 * PLUG: what a plug's price, power and status come to for this driver;
 * STATUS: an EVSE's status, whose number follows; the text before ends with the instant since when, unquoted.
 * It begins with the location's id, and between pieces come its name, latitude and longitude.
 */
export const MOST_OWN = 191;
const PIECE = 192;
/** Bytes that name a piece. */
export const PIECE_SIZE = 3;
export const PLUG = 248;
export const STATUS = 249;

export function writePiece(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = PIECE + (number >>> 16);
  bytes[at + 1] = (number >>> 8) & 255;
  bytes[at + 2] = number & 255;
}

/** The number of the piece at `at`. */
export const pieceAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! - PIECE) << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;

// Quotes, backslashes, control characters and halves of characters.
const ESCAPED = /["\\]|[^ -\ud7ff\ue000-\uffff]/;
/** A string as it stands in JSON between its quotes. */
export const inner = (text: string) =>
  ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;

/** Begins an item; the record's own text goes on with the id. */
export const BEFORE_ID = `{"id":"`;
/** Length of an instant in JSON, without quotes. */
export const INSTANT = 24;

/** A shared text as far as it is written, and what followed it in other records: so it need not be put together again. */
type Shared = { text: string; next: Map<string, Shared> | null; number: number | null };

/** Writes one record after the other into the same memory. */
export function createRecordWriter(pieces: Pieces) {
  let bytes = Buffer.from(new ArrayBuffer(4096));
  let used = 0;
  let length = 0;
  const nothing: Shared = { text: "", next: null, number: null };
  let pending = nothing;
  let known = 0;
  const room = (size: number) => {
    if (used + size <= bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer((used + size) * 2));
    larger.set(bytes);
    bytes = larger;
  };
  const flush = () => {
    if (pending === nothing) return;
    const before = pending;
    pending = nothing;
    const number = (before.number ??= pieces.numberOf(before.text));
    if (number === null) return own(before.text);
    length += pieces.bytes[number]!.length;
    room(PIECE_SIZE);
    writePiece(bytes, used, number);
    used += PIECE_SIZE;
  };
  const own = (text: string) => {
    flush();
    if (text === "") return;
    // At most three bytes for a character, and one before each part.
    room(text.length * 4 + 1);
    const size = writeText(bytes, used + 1, text);
    length += size;
    if (size <= MOST_OWN) {
      bytes[used] = size;
      used += size + 1;
      return;
    }
    // Rare: in parts, each behind its length.
    const whole = Buffer.from(text);
    for (let at = 0; at < size; at += MOST_OWN) {
      const part = whole.subarray(at, at + MOST_OWN);
      bytes[used] = part.length;
      bytes.set(part, used + 1);
      used += part.length + 1;
    }
  };
  /** `written`: how it stands in the record. */
  const shared = (text: string, written?: (text: string) => string) => {
    let next = pending.next?.get(text);
    if (!next) {
      next = { text: pending.text + (written?.(text) ?? text), next: null, number: null };
      if (++known <= MOST_PIECES) (pending.next ??= new Map()).set(text, next);
    }
    pending = next;
  };
  return {
    begin: () => {
      used = 0;
      pending = nothing;
      length = 0;
    },
    /** Text that only this location has. */
    own,
    /** Text that others have as well; what is added next to it is the same piece. */
    shared,
    /** The same, as a string in JSON. */
    sharedValue: (value: string | null) => {
      if (value === null) return shared("null");
      shared(`"`);
      shared(value, inner);
      shared(`"`);
    },
    /** What is added from here on is another piece, as it goes with many others. */
    cut: flush,
    plug: () => {
      flush();
      room(1);
      bytes[used++] = PLUG;
    },
    status: (number: number) => {
      flush();
      room(2);
      bytes[used++] = STATUS;
      bytes[used++] = number;
      length += LONGEST_STATUS;
    },
    /** What another writer made; `size`: of its JSON. */
    copy: (made: Uint8Array, size: number) => {
      flush();
      room(made.length);
      bytes.set(made, used);
      used += made.length;
      length += size;
    },
    /** The record until the next one begins; `length`: of its JSON at most, without what depends on the driver. */
    end: () => {
      flush();
      return { bytes: bytes.subarray(0, used), length: length + BEFORE_ID.length };
    },
  };
}

/** `","status":"INOPERATIVE","charging_info":{"since":"…"}` and some more. */
const LONGEST_STATUS = 100;

/** Where the reading of a record stands, and the writing of what it says. */
export type Cursor = { at: number; to: number };

/** Copies the own text at the cursor; the cursor moves on. */
export function copyOwn(record: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { at, to } = cursor;
  while (record[at]! <= MOST_OWN) {
    for (const end = at + 1 + record[at++]!; at < end;) out[to++] = record[at++]!;
  }
  cursor.at = at;
  cursor.to = to;
}

const scratch = Buffer.from(new ArrayBuffer(1 << 16));

/** The own text of a record that begins at `at`: the id (0), or the name (1). */
export function ownText(record: Uint8Array, at: number, nth: 0 | 1): string {
  const cursor = { at, to: 0 };
  copyOwn(record, scratch, cursor);
  if (nth === 1) {
    cursor.at += PIECE_SIZE;
    cursor.to = 0;
    copyOwn(record, scratch, cursor);
  }
  const text = scratch.toString("utf8", 0, cursor.to);
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Whether the record that begins at `at` is of this id, which is one of ours: short. */
export const isId = (record: Uint8Array, at: number, id: string): boolean =>
  isAscii(record, at + 1, at + 1 + record[at]!, id) ?? ownText(record, at, 0) === id;

import { describe, expect, test } from "vitest";
import { createPieces, type Pieces } from "./pieces.ts";
import {
  copyOwn,
  createRecordWriter,
  inner,
  isId,
  MOST_OWN,
  ownText,
  pieceAt,
  PLUG,
  STATUS,
  writePiece,
} from "./record.ts";

type Writer = ReturnType<typeof createRecordWriter>;
const PIECE = 192;
const BEFORE_ID = `{"id":"`.length;

function written(write: (to: Writer) => void, pieces: Pieces = createPieces([])) {
  const writer = createRecordWriter(pieces);
  writer.begin();
  write(writer);
  const { bytes, length } = writer.end();
  return { bytes: [...bytes], length: length - BEFORE_ID, texts: pieces.texts };
}
const codes = (text: string) => [...Buffer.from(text)];

test.each([0, 1, 255, 256, 65_535, 65_536, 2 ** 19 - 1])("piece %i has three bytes", (number) => {
  const bytes = new Uint8Array(5);
  writePiece(bytes, 1, number);
  expect(pieceAt(bytes, 1)).toBe(number);
  expect([bytes[0], bytes[4]]).toEqual([0, 0]);
  expect(bytes[1]).toBe(PIECE + Math.floor(number / 65_536));
});

test.each([
  [`a "b"`, String.raw`a \"b\"`],
  ["a\\b", String.raw`a\\b`],
  ["a\nb", String.raw`a\nb`],
  ["a\u001fb", String.raw`a\u001fb`],
  ["a b~é पुणे", "a b~é पुणे"],
  ["\ud7ff\ue000\uffff", "\ud7ff\ue000\uffff"],
  ["\ud800", String.raw`\ud800`],
  ["\udfff", String.raw`\udfff`],
  ["😀", "😀"],
  ["", ""],
])("%j stands in JSON as %s", (text, json) => {
  expect(inner(text)).toBe(json);
  expect(JSON.parse(`"${inner(text)}"`)).toBe(text);
});

describe("[L-1] a record", () => {
  test("has its own texts behind their lengths", () => {
    expect(written(({ own }) => own("ab"))).toMatchObject({
      bytes: [2, ...codes("ab")],
      length: 2,
    });
    expect(written(({ own }) => own(""))).toMatchObject({ bytes: [], length: 0 });
    expect(written(({ own }) => own("पु"))).toMatchObject({ bytes: [6, ...codes("पु")], length: 6 });
  });

  test.each([
    [MOST_OWN - 1, [MOST_OWN - 1]],
    [MOST_OWN, [MOST_OWN]],
    [MOST_OWN + 1, [MOST_OWN, 1]],
    [2 * MOST_OWN, [MOST_OWN, MOST_OWN]],
    [2 * MOST_OWN + 1, [MOST_OWN, MOST_OWN, 1]],
    [9_000, [...Array<number>(47).fill(MOST_OWN), 23]],
  ])("has a text of %i bytes in parts", (size, parts) => {
    const text = "pune".repeat(size).slice(0, size);
    const { bytes, length } = written(({ own }) => own(text));
    const found: number[] = [];
    let read = "";
    for (let at = 0; at < bytes.length; at += bytes[at]! + 1) {
      found.push(bytes[at]!);
      read += Buffer.from(bytes.slice(at + 1, at + 1 + bytes[at]!)).toString();
    }
    expect(found).toEqual(parts);
    expect(read).toBe(text);
    expect(length).toBe(size);
  });

  test("has texts it shares as one piece, until it is cut", () => {
    const { bytes, length, texts } = written(({ shared, sharedValue, cut, own }) => {
      shared(`,"city":`);
      sharedValue('Pu"ne');
      cut();
      shared(`,"state":`);
      sharedValue(null);
      own("x");
      shared("}");
    });
    expect(texts).toEqual([String.raw`,"city":"Pu\"ne"`, `,"state":null`, "}"]);
    expect(bytes).toEqual([PIECE, 0, 0, PIECE, 0, 1, 1, ...codes("x"), PIECE, 0, 2]);
    expect(length).toBe(texts.join("").length + 1);
  });

  test("does not repeat a piece that another record has, and begins anew", () => {
    const pieces = createPieces([]);
    const writer = createRecordWriter(pieces);
    for (let nth = 0; nth < 2; nth++) {
      writer.begin();
      writer.own(`loc_${nth}`);
      writer.shared(`","name":"`);
      const { bytes, length } = writer.end();
      expect([...bytes]).toEqual([5, ...codes(`loc_${nth}`), PIECE, 0, 0]);
      expect(length).toBe(BEFORE_ID + 5 + 10);
    }
    // What was not ended is dropped.
    writer.shared("left over");
    writer.begin();
    expect(writer.end()).toEqual({ bytes: Buffer.alloc(0), length: BEFORE_ID });
    expect(pieces.texts).toEqual([`","name":"`]);
  });

  test("has a text as its own where there is no room for another piece", () => {
    const full: Pieces = { bytes: [], texts: [], numberOf: () => null };
    expect(written(({ shared }) => shared("abc"), full)).toMatchObject({
      bytes: [3, ...codes("abc")],
      length: 3,
    });
  });

  test("has plugs, statuses and what another writer made", () => {
    const { bytes, length } = written((to) => {
      to.shared("a");
      to.status(7);
      to.shared("b");
      to.copy(Uint8Array.from([1, 65]), 20);
      to.shared("c");
      to.plug();
    });
    const piece = (number: number) => [PIECE, 0, number];
    expect(bytes).toEqual([...piece(0), STATUS, 7, ...piece(1), 1, 65, ...piece(2), PLUG]);
    expect(length).toBe(1 + 100 + 1 + 20 + 1);
  });

  test("grows with what is written", () => {
    const { bytes } = written((to) => {
      for (let nth = 0; nth < 1_000; nth++) {
        to.own("abc");
        to.plug();
        to.status(nth % 5);
        to.shared("x");
        to.copy(Uint8Array.from([1, 66]), 1);
      }
    });
    const each = (nth: number) => [3, ...codes("abc"), PLUG, STATUS, nth % 5, PIECE, 0, 0, 1, 66];
    expect(bytes).toEqual(Array.from({ length: 1_000 }, (_, nth) => each(nth)).flat());
  });
});

describe("[L-1] the id and the name of a record", () => {
  const recordOf = (id: string, name: string) =>
    Uint8Array.from([
      9,
      9,
      ...written(({ own, shared }) => {
        own(inner(id));
        shared(`","name":"`);
        own(inner(name));
        shared(`","coordinates":`);
      }).bytes,
    ]);

  test.each([
    ["loc_1", "Palace"],
    ["loc_पु", "पुणे 😀"],
    ["loc_2", `The "Hub" \\ 2`],
    ["loc_3", "long ".repeat(100)],
  ])("%s, %s are read again", (id, name) => {
    const record = recordOf(id, name);
    expect([ownText(record, 2, 0), ownText(record, 2, 1)]).toEqual([id, name]);
    expect(isId(record, 2, id)).toBe(true);
    for (const other of [id.slice(0, -1), `${id}x`, `x${id.slice(1)}`, ""])
      expect(isId(record, 2, other)).toBe(false);
  });

  test("are copied to where the writing stands, and both move on", () => {
    const record = recordOf("ab", "name");
    const out = new Uint8Array(6);
    const cursor = { at: 2, to: 3 };
    copyOwn(record, out, cursor);
    expect([...out]).toEqual([0, 0, 0, ...codes("ab"), 0]);
    expect(cursor).toEqual({ at: 5, to: 5 });
  });
});

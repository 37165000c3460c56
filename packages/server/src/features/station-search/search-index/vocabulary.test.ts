import { describe, expect, test } from "vitest";
import { createVocabulary, emptyVocabulary, packSounds, soundStep } from "./vocabulary.ts";

describe("[L-10] the sounds of a word as a number", () => {
  const place = (nth: number) => 32 ** (5 - nth);
  test.each([
    ["", 0],
    ["a", 1 * place(0)],
    ["z", 26 * place(0)],
    ["C", 27 * place(0)],
    ["7", 28 * place(0)],
    ["ab", 1 * place(0) + 2 * place(1)],
    ["bbbbbb", 2 * (place(0) + place(1) + place(2) + place(3) + place(4) + place(5))],
  ])("of %j are %i", (key, packed) => {
    expect(packSounds(key)).toBe(packed);
  });

  test("are the first six", () => {
    expect(packSounds("pnkrstm")).toBe(packSounds("pnkrst"));
    expect(packSounds("pnkrst")).not.toBe(packSounds("pnkrs"));
  });

  test.each([
    [0, 32 ** 6],
    [1, 32 ** 5],
    [5, 32],
    [6, 1],
    [7, 1],
  ])("differ by less than a step where the first %i are the same", (sounds, step) => {
    expect(soundStep(sounds)).toBe(step);
  });
});

describe("[L-10] the vocabulary", () => {
  test("gives each new word the next number, and keeps it", () => {
    const vocabulary = createVocabulary(emptyVocabulary());
    const words = ["pune", "पुणे", "", "411001", "~1234", "pun"];
    expect(words.map((word) => vocabulary.numberOf(word))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(words.map((word) => vocabulary.numberOf(word))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(vocabulary.size).toBe(6);
    expect(words.map((_, number) => vocabulary.wordAt(number))).toEqual(words);
  });

  test("knows how a word sounds; numbers and codes are as they are written", () => {
    const vocabulary = createVocabulary(emptyVocabulary());
    const soundsOf = (word: string) => vocabulary.soundsAt(vocabulary.numberOf(word));
    expect(soundsOf("pune")).toBe(packSounds("pn"));
    expect(soundsOf("पुणे")).toBe(packSounds("pn"));
    expect(soundsOf("sector7")).toBe(0);
    expect(soundsOf("~abcd")).toBe(0);
  });

  test("grows beyond its first thousand words and bytes, and is the same when handed over", () => {
    const data = emptyVocabulary();
    const vocabulary = createVocabulary(data);
    const word = (nth: number) => `${nth % 3 === 0 ? "पुणे" : "pune"}${nth}`;
    for (let nth = 0; nth < 3_000; nth++) expect(vocabulary.numberOf(word(nth))).toBe(nth);
    const again = createVocabulary(structuredClone(data));
    for (const one of [vocabulary, again]) {
      expect(one.size).toBe(3_000);
      for (let nth = 0; nth < 3_000; nth++) {
        expect(one.wordAt(nth)).toBe(word(nth));
        expect(one.numberOf(word(nth))).toBe(nth);
      }
    }
  });

  test.each([
    ["pune", "pune", 4, true],
    ["pune", "punekar", 4, true],
    ["pune", "punekar", 5, false],
    ["pune", "pane", 1, true],
    ["pune", "pane", 2, false],
    ["pune", "june", 1, false],
    ["pune", "", 0, true],
    ["पुणे", "मुंबई", 1, true],
    ["पुणे", "pune", 1, false],
    ["pune", "पुणे", 1, false],
    ["pपु", "pमु", 2, true],
    ["pपु", "qमु", 2, false],
  ])("%s may begin like %s, by %i letters: %j", (word, like, letters, may) => {
    const vocabulary = createVocabulary(emptyVocabulary());
    vocabulary.numberOf("before");
    const number = vocabulary.numberOf(word);
    vocabulary.numberOf("karafter");
    expect(vocabulary.mayBegin(number, like, letters)).toBe(may);
  });
});

import { matchText } from "@voltmarg/testkit/match-text";
import { describe, expect, test } from "vitest";
import {
  codeWord,
  errorsForgiven,
  joinedLikeness,
  likeness,
  matchAll,
  mayBeFirst,
  typedWord,
  typedWords,
  wholeCode,
  wordsOf,
  type TextMatch,
} from "./words.ts";

describe("[L-10] the words of a text", () => {
  test.each([
    ["E-Charge 24x7, Hub", ["e", "charge", "24x7", "hub"]],
    ["Café Zürich", ["cafe", "zurich"]],
    ["गुड़गांव गुड\u093cगांव", ["गुडगांव", "गुडगांव"]],
    ["पु\u200dणे", ["पुणे"]],
    ["०१२३४५६७८९", ["0123456789"]],
    ["٠١٢٣٤٥٦٧٨٩", ["0123456789"]],
    ["۰۱۲۳۴۵۶۷۸۹", ["0123456789"]],
    ["%_ -", []],
    ["… – 🔌", []],
    ["", []],
  ])("of %j are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe("[L-10] a charger's code", () => {
  test.each([
    ["abc", null],
    ["abcd", "~abcd"],
    ["a*bc", null],
    ["ab*cd", "~abcd"],
    ["IN*ABC*E1234", "~inabce1234"],
    ["IN*ABC*E12345", "~nabce12345"],
    ["", null],
  ])("%j is found by its end, %j", (code, word) => {
    expect(codeWord(code)).toBe(word);
  });

  test.each([
    ["IN*ABC*E123", "inabce123"],
    ["IN*ABC*E12345", "nabce12345"],
    ["in*abcd", "inabcd"],
    ["IN*abc", null],
    ["I*abcde", null],
    ["INABCDE", null],
    ["at IN*ABCD", null],
    ["IN*ABCD here", null],
    ["IN****", null],
  ])("%j, typed as a whole, is looked for as %j", (text, word) => {
    expect(wholeCode(text)).toBe(word);
  });

  test.each([
    ["123", false],
    ["1234", true],
    ["abc4", true],
    ["abcd", false],
  ])("%j may be the end of one: %j", (text, isEnd) => {
    expect(typedWord(text).isEnd).toBe(isEnd);
    expect(likeness(`~in${text}`, typedWord(text))).toBe(isEnd ? 1 : null);
    expect(likeness(`~${text}x`, typedWord(text))).toBe(null);
  });
});

test("a word is heard up to 60 letters, and none with a number in it", () => {
  const long = "nako".repeat(15);
  expect(typedWord(long).key).toHaveLength(30);
  expect(typedWord(`${long}n`).key).toBe("");
  expect(typedWord("sector12").key).toBe("");
  expect(typedWord("sector").key).toBe("sktr");
});

describe("[L-10] typing errors", () => {
  test.each([
    ["abc", 0],
    ["abcd", 1],
    ["abcdefg", 1],
    ["abcdefgh", 2],
    ["abcdefg1", 0],
    ["", 0],
  ])("in %j are forgiven up to %i", (typed, errors) => {
    expect(errorsForgiven(typed)).toBe(errors);
  });

  test.each([
    ["garden", "garden", 0],
    ["garden", "gard", 1],
    ["garden", "gadren", 2],
    ["garden", "garen", 2],
    ["garden", "garbden", 2],
    ["garden", "garben", 2],
    ["garden", "gabten", null],
    ["garden", "barden", null],
    ["gard", "garde", 2],
    ["gar", "garde", null],
    ["gardenia", "garbn", null],
    ["gardenia", "gardn", 2],
    ["charging", "chorbing", 2],
    ["charging", "chorbinm", null],
    ["lab", "lad", null],
    ["411001", "411002", null],
    ["411001", "4110", 1],
    ["poona", "pune", 1],
    ["pune", "poona", 1],
  ] as const)("%s answers %s: %j", (word, typed, like) => {
    expect(likeness(word, typedWord(typed))).toBe(like);
  });
});

describe("[L-10] words that sound alike", () => {
  test.each([
    ["eu", "oo", null],
    ["nokia", "naka", 3],
    ["nokiar", "naka", null],
    ["nokirat", "nakara", 3],
    ["पुणे", "pune", 1],
    ["pune", "पुणे", 1],
    ["پونے", "पुणे", 1],
    ["पुणेकर", "punek", 3],
  ] as const)("%s answers %s: %j", (word, typed, like) => {
    expect(likeness(word, typedWord(typed))).toBe(like);
  });
});

describe("[L-10] two words that are typed as one", () => {
  test.each([
    ["indira", "nagar", "indiranagar", 1],
    ["indira", "nagar", "indiran", 1],
    ["indira", "nagar", "indira", null],
    ["indira", "nagar", "nagar", null],
    ["ab", "cd", "abc", null],
    ["ab", "cd", "abcd", 1],
    ["indira", "nagar", "indranagar", 3],
    ["indira", "nagar", "indranag", 3],
    ["indira", "nagar", "indoro", null],
    ["indira", "nagar", "indranagarx", null],
    ["इंदिरा", "नगर", "indranagar", 1],
    ["इंदिरा", "नगर", "indranag", 3],
    ["noki", "rat", "nakar", null],
    ["noki", "rat", "nakarat", 3],
    ["ind", "~nagar", "indnagar", null],
    ["~ind", "nagar", "indnagar", null],
    ["sector", "12", "sector12", null],
  ] as const)("%s %s answers %s: %j", (first, second, typed, like) => {
    expect(joinedLikeness(first, second, typedWord(typed))).toBe(like);
  });

  test.each([
    ["indira", "indiranagar", true],
    ["naka", "naka", false],
    ["naka", "nakab", true],
    ["nok", "nakab", false],
    ["nok", "nakabat", true],
    ["lok", "nakabat", false],
    ["~ind", "indiranagar", false],
    ["sector", "sector12", false],
  ])("%s may be the first of %s: %j", (word, typed, may) => {
    expect(mayBeFirst(word, typedWord(typed))).toBe(may);
  });

  test("each word is looked for, then each two that follow each other", () => {
    expect(typedWords(["a", "b", "c"]).map(({ text }) => text)).toEqual([
      "a",
      "b",
      "c",
      "ab",
      "bc",
    ]);
    expect(typedWords([])).toEqual([]);
  });
});

describe("[L-10] all typed words together", () => {
  const found = (cost: number, forgiven = false): TextMatch => ({ cost, forgiven });
  /** How `count` words, then each two of them as one, are found. */
  const all = (count: number, answers: readonly (TextMatch | null)[]) =>
    matchAll(count, (nth) => answers[nth]!);

  test("no word is found everywhere, and one nowhere is none", () => {
    expect(all(0, [])).toEqual(found(0));
    expect(all(1, [found(4, true)])).toEqual(found(4, true));
    expect(all(1, [null])).toBe(null);
    expect(all(2, [found(1), null, null])).toBe(null);
    expect(all(2, [null, found(1), null])).toBe(null);
  });

  test("costs add up, and two as one cost as much as two", () => {
    expect(all(2, [found(1), found(5, true), null])).toEqual(found(6, true));
    expect(all(2, [null, null, found(1)])).toEqual(found(2));
    expect(all(3, [found(1), null, null, null, found(2)])).toEqual(found(5));
    expect(all(3, [null, null, found(4), found(1), null])).toEqual(found(6));
    expect(all(3, [null, null, null, found(1), found(1)])).toBe(null);
  });

  test("the cheaper way counts, and one without an error before any with one", () => {
    expect(all(2, [found(2), found(2), found(1)])).toEqual(found(2));
    expect(all(2, [found(2), found(2), found(3)])).toEqual(found(4));
    expect(all(2, [found(4), found(5), found(1, true)])).toEqual(found(9));
    expect(all(2, [found(1, true), found(1), found(4)])).toEqual(found(8));
  });
});

describe("[L-1] a location", () => {
  const place = { name: ["indira", "nagar", "gardan"], other: ["pune", "garden"] };
  test.each([
    [["indira"], 0, false],
    [["indi"], 1, false],
    [["pune"], 1, false],
    [["pun"], 2, false],
    [["indria"], 4, true],
    [["puen"], 5, true],
    [["garden"], 1, false],
    [["indiranagar"], 1, false],
    [["indranagar"], 4, true],
    [["indira", "pune"], 1, false],
    [["indira", "puen"], 5, true],
    [[], 0, false],
  ])("is found by %j at a cost of %i, with an error: %j", (typed, cost, forgiven) => {
    expect(matchText(place, typed)).toEqual({ cost, forgiven });
  });

  test("is not found by a word it does not have, nor by its name's end and its city as one", () => {
    expect(matchText(place, ["mumbai"])).toBe(null);
    expect(matchText(place, ["indira", "mumbai"])).toBe(null);
    expect(matchText({ name: ["indira"], other: ["nagar"] }, ["indiranagar"])).toBe(null);
  });
});

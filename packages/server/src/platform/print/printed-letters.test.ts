import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileNames, namesOfIndia } from "@voltmarg/testkit/names-of-india";
import { letterings, type Weight } from "./font-files.ts";
import { isPrintable, printedLetters, printedText, printProblems } from "./printed-letters.ts";
import { shapeText } from "./shape-text.ts";

const idsOf = (text: string, weight: Weight) =>
  printedLetters(text).flatMap((letter) =>
    shapeText(letter.text, letter.lettering, weight).map(({ id }) => id),
  );

/** Of Vedic chant, of old inscriptions, and what Unicode has only since 2021. */
const RARE = /[\u088f\u0c5c\u0c5d\u0cdc\u0cdd\ua8f2-\ua8fe]/;
/** The letters of a language's script that no font has. */
function missing(language: string): string[] {
  const { script } = new Intl.Locale(language).maximize();
  const ofScript = new RegExp(`(?=\\p{L})\\p{sc=${script}}`, "u");
  return Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => ofScript.test(letter) && !RARE.test(letter) && !isPrintable(letter),
  );
}

describe("[B-3] the letters of printed names", () => {
  test.each(Object.entries(namesOfIndia))("a name in %s is printed as written", (_, name) => {
    expect(isPrintable(name)).toBe(true);
    expect(printedText(name)).toBe(name.normalize("NFC"));
    for (const weight of ["regular", "semibold"] as const)
      expect(idsOf(name, weight)).not.toContain(0);
  });

  test("each script of a language of the Eighth Schedule has a font with its letters", () => {
    const languages = Object.keys(namesOfIndia).filter((tag) => tag !== "en");
    expect(languages.filter((language) => missing(language).length > 0)).toEqual([]);
    expect(missing("lep").length, "Lepcha, which has none").toBeGreaterThan(30);
  });

  test.each([
    ["Ravi 😀", "Ravi ?"],
    ["充电站 Pune", "? Pune"],
    ["สมชาย", "?"],
    ["Иван Ravi", "? Ravi"],
    [hostileNames["two hundred marks"], "x"],
    [hostileNames.zalgo, "He"],
    [hostileNames["halves of letters"], "?Ravi?"],
    ["\ufdfd", "?"],
    ["\u3164", ""],
    ["\u200d", ""],
  ])("%j is not printable, and is printed as %j", (name, as) => {
    expect([isPrintable(name), printedText(name)]).toEqual([false, as]);
  });

  test.each([
    ["𝐑𝐚𝐯𝐢 №5", "Ravi No5"],
    ["Ravi\u200e \u202eKumar\u00ad\t\n", "Ravi Kumar"],
    ["A\u2011B", "A-B"],
    ["e\u0301", "é"],
    ["Śrī Kṛṣṇa", "Śrī Kṛṣṇa"],
    ["ऱ्\u200dय क्\u200dष", "ऱ्\u200dय क्\u200dष"],
  ])("%j is printed by letters that mean the same: %j", (name, as) => {
    expect([isPrintable(name), printedText(name)]).toEqual([true, as]);
  });

  test("a field that has not changed is not refused", () => {
    const before = { name: "Ravi 😀", city: "Pune" };
    expect(printProblems({ name: "Ravi 😀", city: "Pune 😀" }, before)).toMatchObject([
      { path: "city", rule: "NOT_PRINTABLE" },
    ]);
    expect(printProblems({ name: null, city: undefined }, before)).toEqual([]);
  });

  test("whatever a name is, each of its letters is drawn", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        for (const { text: letter, lettering } of printedLetters(text)) {
          expect(letterings).toContain(lettering);
          expect(shapeText(letter, lettering, "semibold").map(({ id }) => id)).not.toContain(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

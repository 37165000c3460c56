import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileNames, namesOfIndia } from "@voltmarg/testkit/names-of-india";
import { printedLetters } from "../../../platform/print/printed-letters.ts";
import { shapeText } from "../../../platform/print/shape-text.ts";
import { setText } from "./set-text.ts";

const glyphsOf = (text: string, width: number) =>
  setText(text, "regular", width).flatMap(({ runs }) =>
    runs.flatMap((run) => shapeText(run.text, run.lettering, run.weight, run.rightToLeft)),
  );
/** The runs from left to right; those that are read from right to left after "<". */
const seen = (text: string) =>
  setText(text, "regular", 1000).map(({ runs }) =>
    runs.map(({ text: run, rightToLeft }) => (rightToLeft ? `<${run}` : run)),
  )[0];

describe("[B-3] a line of several scripts", () => {
  test.each([
    ["محمد علی", ["<محمد علی"]],
    ["دکان نمبر 21، لال چوک", ["<، لال چوک", "21", "<دکان نمبر "]],
    ["نئی دہلی (مرکز) 110001", ["110001", "<) ", "<مرکز", "<(", "<نئی دہلی "]],
    ["محمد علی · 20 Nov 2026, 18:00", ["<محمد علی", " ", "· 20 Nov 2026, 18:00"]],
    ["علی, 21BH1234AA", ["<علی", ", 21BH1234AA"]],
    // The last letter has a mark.
    ["وَنُنَ a علی", ["<وَنُنَ", " ", "a ", "<علی"]],
    ["علی 21", ["21", "<علی "]],
    ["Shop (علی) ₹500.00", ["Shop (", "<علی", ") ", "₹", "500.00"]],
  ])("%s is seen in its order", (text, runs) => {
    expect(seen(text)).toEqual(runs);
  });

  test("letters of Urdu are joined", () => {
    const apart = Array.from(
      "علی",
      (letter) => shapeText(letter, "arabic", "regular", true)[0]?.id,
    );
    const joined = shapeText("علی", "arabic", "regular", true).map(({ id }) => id);
    expect(joined).toHaveLength(3);
    expect(joined).not.toEqual(apart.toReversed());
  });

  test("brackets in Urdu open to the left", () => {
    const [ltr] = shapeText("(", "latin", "regular", false);
    const [rtl] = shapeText("(", "latin", "regular", true);
    expect(rtl?.id).toBe(shapeText(")", "latin", "regular", false)[0]?.id);
    expect(rtl?.id).not.toBe(ltr?.id);
  });

  test.each([
    ["an override", "Ravi \u202e", "₹500.00"],
    ["an isolate that is never closed", "Ravi \u2067", "₹500.00"],
    ["Urdu", "علی", "₹500.00 paid"],
  ])("an amount after %s is read from left to right", (_, name, amount) => {
    const runs = setText(`${name} ${amount}`, "regular", 1000)[0]!.runs;
    const ltr = runs.filter(({ rightToLeft }) => !rightToLeft).map(({ text }) => text);
    expect(ltr.join("")).toContain(amount);
  });

  test("long Urdu is broken between words, and each line begins at its right", () => {
    const text = "یہ ایک بہت لمبا نام ہے جو دو سطروں میں ٹوٹے گا";
    const lines = setText(text, "regular", 8);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((line) => line.text).join(" ")).toBe(text);
    for (const { runs } of lines) expect(runs).toHaveLength(1);
  });

  /** Names of all scripts, hostile ones and anything else beside each other. */
  const anything = fc
    .array(
      fc.oneof(
        fc.constantFrom(...Object.values(namesOfIndia), ...Object.values(hostileNames)),
        fc.constantFrom(
          " ",
          "(",
          "₹1,234.50",
          "\u202e",
          "\u0301",
          " \u0610",
          "\u064e",
          "علی",
          "۔",
          "।",
          "\u200d",
          "्",
          "12",
        ),
        fc.string({ unit: "binary", maxLength: 6 }),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  test("whatever is written, nothing is missing, too wide, too high or too low", () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 4, max: 40 }), (text, width) => {
        for (const { id, ink } of glyphsOf(text, width)) {
          expect(id).not.toBe(0);
          expect(ink?.top ?? 0).toBeLessThan(1250);
          expect(ink?.bottom ?? 0).toBeGreaterThan(-800);
        }
        const lines = setText(text, "regular", width);
        for (const { text: run, rightToLeft } of lines.flatMap(({ runs }) => runs))
          if (/\p{L}/u.test(run)) expect(rightToLeft, run).toBe(/\p{sc=Arabic}/u.test(run));
        for (const line of lines)
          if (line.width > width) expect(printedLetters(line.text)).toHaveLength(1);
        const drawn = lines.map((line) => line.text).join("");
        const asked = printedLetters(text).map((letter) => letter.text);
        expect(drawn.replaceAll(" ", "")).toBe(asked.join("").replaceAll(" ", ""));
      }),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, test } from "vitest";
import { foldName } from "./fold-name.ts";

describe("names that look the same to drivers", () => {
  test.each([
    ["Girivolt", "GIRI VOLT"],
    ["Girivolt", "Girivolt Pvt. Ltd."],
    ["Girivolt", "G1r1v0lt"],
    ["Girivolt", "Gіrivоlt"],
    ["Girivolt", "Gírivölt"],
    ["Zenith Ebus MNY", "\u0396\u0395\u039d\u0399\u03a4\u0397 \u0395\u0392US \u039c\u039d\u03a5"],
    ["Circle", "\u03f2ir\u03f2le"],
    ["Tata Power", "Tata-Power Limited"],
  ])("%s and %s are equal", (one, other) => {
    expect(foldName(other)).toBe(foldName(one));
  });

  test.each([
    ["Girivolt", "Nabhdeep"],
    ["Charge One", "Charge Two"],
    ["Company", "Private Limited"],
    ["बिजली", "चार्ज"],
  ])("%s and %s differ", (one, other) => {
    expect(foldName(other)).not.toBe(foldName(one));
    expect(foldName(other)).not.toBe("");
  });
});

describe("a letter that looks like a Latin one", () => {
  test.each([
    ["a", "аα"],
    ["b", "в"],
    ["c", "с"],
    ["e", "еε"],
    ["h", "һн"],
    ["j", "ј"],
    ["k", "кκ"],
    ["l", "1i|ıіιӏ"],
    ["m", "м"],
    ["n", "ηп"],
    ["o", "0оο"],
    ["p", "рρ"],
    ["s", "5ѕ"],
    ["t", "тτ"],
    ["u", "υ"],
    ["v", "ν"],
    ["x", "хχ"],
    ["y", "уγ"],
  ])("counts as %s: %s", (letter, likes) => {
    for (const like of likes) expect(foldName(`zz${like}zz`), like).toBe(`zz${letter}zz`);
  });

  test.each(["2", "3", "4", "6", "7", "8", "9", "d", "f", "g", "q", "r", "w", "z"])(
    "is none of %s",
    (letter) => {
      expect(foldName(letter)).toBe(letter);
    },
  );
});

describe("the legal form of a company", () => {
  test.each([
    "private",
    "Pvt.",
    "limited",
    "LTD",
    "LLP",
    "Inc.",
    "corporation",
    "corp",
    "company",
    "Co.",
  ])("%s is no part of its name, but part of a longer word", (form) => {
    expect(foldName(`Zed ${form}`)).toBe("zed");
    expect(foldName(`${form} Zed`)).toBe("zed");
    const word = form.replace(".", "");
    expect(foldName(`Zed${word}z`)).toBe(foldName("Zed") + foldName(`${word}z`));
    expect(foldName(`Zed ${word}z`)).not.toBe("zed");
  });

  test("is its name when there is nothing else", () => {
    expect(foldName("Co")).toBe("co");
    expect(foldName("Pvt. Ltd.")).toBe("pvtltd");
  });
});

test("case, accents, width, spaces and punctuation are no part of a name", () => {
  expect(foldName("  É-V & Z\u00a0ed’s ")).toBe("evzeds");
  expect(foldName("ＺＥＤ")).toBe("zed");
  expect(foldName("")).toBe("");
  expect(foldName(" - ")).toBe("");
});

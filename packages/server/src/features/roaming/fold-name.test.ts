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

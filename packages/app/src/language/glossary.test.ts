import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { expect, test } from "vitest";
import { readCatalogue } from "../../test/catalogue.ts";
import { GENERAL } from "../offline/push-text.ts";

test.each(["en", "hi", "ur"] as const)(
  "%s has one word for one thing, and none that drivers misread",
  async (language) => {
    const texts = [...(await readCatalogue(language)), ...Object.entries(GENERAL[language])];
    const found = texts.flatMap(([message, said]) =>
      forbiddenWords(language, said).map((fault) => `${message}: ${fault}`),
    );
    expect(found).toEqual([]);
  },
);

test("a forbidden word is found, and only as that word", () => {
  const found = (language: "en" | "hi" | "ur", text: string) =>
    forbiddenWords(language, text).map((fault) => /“(.+)”/.exec(fault)![1]);
  expect(found("hi", "आपका चार्ज शुरू हो गया है।")).toEqual(["चार्ज"]);
  expect(found("hi", "आपकी चार्जिंग इस चार्जर पर शुरू हो गई है।")).toEqual([]);
  expect(found("hi", "EV चार्ज करने का तरीका, रिवर्स चार्ज")).toEqual([]);
  expect(found("hi", "चार्जिंग शुरू हुई, फिर चार्जिंग रुका")).toEqual(["चार्जिंग रुका"]);
  expect(found("hi", "राशि और सीमा")).toEqual(["राशि", "सीमा"]);
  expect(found("hi", "रूप")).toEqual(["रूप"]);
  expect(found("hi", "रूपया")).toEqual([]);
  expect(found("ur", "آپ کا چارج شروع ہوا")).toEqual(["چارج"]);
  expect(found("ur", "آپ کی چارجنگ اس چارجر پر شروع ہوئی")).toEqual([]);
  expect(found("ur", "بینک کھاتے میں")).toEqual(["کھاتے"]);
  expect(found("ur", "وہ دکھاتے ہیں کہ یہ محفوظ ہے")).toEqual([]);
  expect(found("en", "Choose a connector")).toEqual(["connector"]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const english = readFileSync(new URL("../locales/en.po", import.meta.url), "utf8");
const texts = [...english.matchAll(/^msgid "(.+)"$/gm)].map(([, text]) => text!);

/** Words that press, shame or promise what is not known: false urgency and confirm shaming (CCPA, 2023). */
const PRESSING =
  /\b(?:hurry|last chance|only today|today only|limited time|don't miss|running out|selling fast|act now|others are (?:looking|waiting)|are you sure you don't|no,? i (?:don't|hate|prefer)|i don't (?:want|care))\b|only \S+ left|!!/i;

test("[M-8] no text of the app presses a driver, or makes a refusal sound foolish", () => {
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.filter((text) => PRESSING.test(text))).toEqual([]);
  const pressing = ["Hurry, 2 plugs free!", "Only 1 left", "No, I don't like to save money"];
  expect(pressing.every((text) => PRESSING.test(text))).toBe(true);
});

import { expect, test } from "vitest";
import { filledIn, textOf } from "./fill-in.ts";

const TEMPLATE = {
  key: "x",
  title: "X",
  category: null,
  en: "Hello",
  hi: "नमस्ते",
  ur: null,
  version: 1,
  updated_at: "",
  updated_by: "",
};

test("[D-17] a text is in the driver's language, and in English where there is none", () => {
  expect(["hi", "ur", "en", "ta"].map((language) => textOf(TEMPLATE, language))).toEqual([
    "नमस्ते",
    "Hello",
    "Hello",
    "Hello",
  ]);
});

test.each([
  ["Ticket {ticket} at {station}", "Ticket 10042 at Baner Hub"],
  ["{ticket}{ticket}", "1004210042"],
  ["{me} {unknown} {__proto__} {constructor}", "{me} {unknown} {__proto__} {constructor}"],
])("[D-17] %j becomes %j", (template, text) => {
  expect(filledIn(template, { ticket: "10042", station: "Baner Hub", me: null })).toBe(text);
});

test("[D-17] a value is put in once, as it is", () => {
  const station = "$& {ticket} <b>Hub</b>";
  expect(filledIn("At {station}.", { station, ticket: "1" })).toBe(`At ${station}.`);
});

import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { unitCopy } from "../ui/copy.ts";
import { ago, distance, inr, kw, km, signedInr, when } from "../ui/format.ts";
import { isolated, isolatedText } from "./bidi-isolation.ts";
import { chooseLanguage, speak } from "./language.ts";
import { language } from "./current-language.ts";
import { refusal } from "./service-copy.ts";
import { words } from "./words.ts";
import { Refusal } from "../api/http/refusal.ts";

const page = { lang: "en-IN", dir: "ltr" };
Object.assign(globalThis, { document: { documentElement: page } });

afterEach(async () => {
  await speak("en");
});

const FSI = "\u2068";
const PDI = "\u2069";

test("words follow the language, are made once for each, and read like a plain object", async () => {
  let made = 0;
  const copy = words(() => ({ made: ++made, locale: i18n.locale }));
  expect([copy.made, copy.made, copy.locale]).toEqual([1, 1, "en"]);
  await speak("hi");
  expect([copy.made, copy.locale]).toEqual([2, "hi"]);
  expect(Object.keys(copy)).toEqual(["made", "locale"]);
  expect({ ...copy }).toEqual({ made: 2, locale: "hi" });
  expect("locale" in copy).toBe(true);
});

test("a language changes the page's language and direction, and words at once", async () => {
  expect(unitCopy.minute).toBe("min");
  expect(await chooseLanguage("ur")).toBe(true);
  expect(page).toEqual({ lang: "ur-IN", dir: "rtl" });
  expect([language(), unitCopy.minute]).toEqual(["ur", "منٹ"]);
  await speak("hi");
  expect(page).toEqual({ lang: "hi-IN", dir: "ltr" });
  expect(unitCopy.minute).toBe("मिनट");
});

test("numbers keep Latin digits and India's grouping, dates are in the language", async () => {
  await speak("hi");
  expect(inr(12_345_600)).toBe("₹1,23,456.00");
  expect(km(1234)).toBe("1,234 किमी");
  const { weekday, date, time } = when("2026-11-19T20:00:00Z", "Asia/Kolkata");
  expect([weekday, time]).toEqual(["शुक्र", "01:30"]);
  expect(date).toMatch(/^शुक्र 20 नव/);
  expect(ago("2026-11-20T10:00:00Z", Date.parse("2026-11-20T10:05:00Z"))).toBe("5 मिनट पहले");
});

test("in a line from right to left amounts, units and signs keep their order", async () => {
  await speak("ur");
  expect(inr(-29_998)).toBe(`${FSI}−₹299.98${PDI}`);
  expect(signedInr(50_000)).toBe(`${FSI}+₹500.00${PDI}`);
  expect(kw(52.44)).toBe(`${FSI}52.4 kW${PDI}`);
  expect(distance(1.14)).toBe(`${FSI}1.1 کلومیٹر${PDI}`);
});

test("what is filled into such a line is isolated, in plurals too", () => {
  const plural = [["n", "plural", { one: ["#", " of ", ["who"]], other: ["#"] }]];
  expect(isolated({ a: ["Hello ", ["name"]], b: plural as never, c: ["plain"] })).toEqual({
    a: ["Hello ", FSI, ["name"], PDI],
    b: [["n", "plural", { one: ["#", " of ", FSI, ["who"], PDI], other: ["#"] }]],
    c: ["plain"],
  });
  expect(isolated({ d: ["UPI، کارڈ"], e: ["50 kW اور"], f: ["اس میں ₹1,050.50۔"] })).toEqual({
    d: ["\u200F", "UPI، کارڈ"],
    e: ["\u200F", `${FSI}50 kW${PDI} اور`],
    f: [`اس میں ${FSI}₹1,050.50${PDI}۔`],
  });
  // A line of filled-in pieces alone has no letter that says its direction.
  expect(isolated({ moment: [["date"], "، ", ["time"]] })).toEqual({
    moment: ["\u200F", FSI, ["date"], PDI, "، ", FSI, ["time"], PDI],
  });
});

test("pieces from left to right keep their order in the service's sentences, where it has not seen to that itself", () => {
  const on = (text: string) => text.replaceAll(FSI, "<").replaceAll(PDI, ">");
  expect(on(isolatedText("AC کے لیے Type 2، یا 15 A ساکٹ: ₹1.18/min"))).toBe(
    "AC کے لیے <Type 2>، یا <15 A> ساکٹ: <₹1.18/min>",
  );
  expect(on(isolatedText(`اس میں ${FSI}₹50${PDI} رہتے ہیں`))).toBe("اس میں <₹50> رہتے ہیں");
});

test("a refusal is the service's sentence in English, its code's in other languages, and the sentence where the code is new", async () => {
  const problem = { code: "OTP_WRONG", message: "That OTP is wrong." } as const;
  expect(new Refusal("OTP_WRONG", 400, problem).message).toBe(problem.message);
  await speak("hi");
  expect(new Refusal("OTP_WRONG", 400, problem).message).toBe("यह OTP गलत है।");
  expect(new Refusal("TOMORROWS" as never, 400, { message: "As it came." }).message).toBe(
    "As it came.",
  );
});

test("a refusal says its figures in every language", async () => {
  await speak("hi");
  expect(refusal("COMPANY_LIMIT_REACHED", { left_minor: 12_000 })).toContain("₹120.00");
});

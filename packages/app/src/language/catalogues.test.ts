import { beforeAll, expect, test } from "vitest";
import { readCatalogue } from "../../test/catalogue.ts";

type Catalogue = Map<string, string>;

const all: Record<"en" | "hi" | "ur", Catalogue> = { en: new Map(), hi: new Map(), ur: new Map() };
beforeAll(async () => {
  for (const locale of ["en", "hi", "ur"] as const) all[locale] = await readCatalogue(locale);
});

/** What is filled in, each once. */
const filledIn = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))].toSorted();

/** Names, codes, units and examples that are Latin in every script. */
const LATIN =
  /\b(?:WhatsApp|Google|GST(?:IN)?|[CSI]GST|PDF|CSV|UPI|UBC|QR|SMS|OTP|EV|kWh|kW|kB|MB|AC|DC|DEV|INT|TEST|PROD|INR|IST|JPEG|PNG|GIF|WebP|https|name@example\.in|test\.example\.in|MH 12 QT)\b|[CSI]GST/g;

/** Latin words that a translation has left over. */
function leftOver(text: string): string[] {
  const written = text
    .replaceAll(/\{\w+, plural,/g, "")
    .replaceAll(/\b(?:one|other) (?=\{)/g, "")
    .replaceAll(/\{\w+\}/g, "")
    .replaceAll(LATIN, "");
  return written.match(/[A-Za-z]{2,}/g) ?? [];
}

const FULL_STOPS = { hi: "।", ur: "۔" } as const;

/** Also of a plural, which ends with its braces. */
const ends = (text: string, mark: string) => text.replace(/[}]+$/, "").endsWith(mark);

/** What is wrong with a translation; empty: nothing. */
function faults(locale: "hi" | "ur", message: string, translation: string): string[] {
  if (translation.trim() === "") return ["missing"];
  const found: string[] = [];
  if (filledIn(message).join() !== filledIn(translation).join())
    found.push("fills in other values");
  if (leftOver(translation).length > 0) found.push(`left over: ${leftOver(translation).join(" ")}`);
  if (/!/.test(translation)) found.push("exclaims");
  if (/[०-९۰-۹٠-٩]/.test(translation)) found.push("other digits");
  if (ends(message, ".") !== ends(translation, FULL_STOPS[locale]))
    found.push("a sentence in one, none in the other");
  const script = locale === "hi" ? /[\u0600-\u06FF]/ : /[\u0900-\u097F]/;
  if (script.test(translation)) found.push("another script");
  return found;
}

test.each(["hi", "ur"] as const)(
  "%s says all that English says, with the same values",
  (locale) => {
    expect(all.en.size).toBeGreaterThan(1000);
    expect([...all[locale].keys()]).toEqual([...all.en.keys()]);
    const found = [...all[locale]].flatMap(([message, translation]) =>
      faults(locale, message, translation).map((fault) => `${message}: ${fault}`),
    );
    expect(found).toEqual([]);
  },
);

test("a fault is found", () => {
  expect(faults("hi", "Wallet", "")).toEqual(["missing"]);
  expect(faults("hi", "Pay {amount}", "दें")).toEqual(["fills in other values"]);
  expect(faults("hi", "Pay {amount}", "{amounts} दें")).toEqual(["fills in other values"]);
  expect(faults("hi", "Wallet", "वॉलेट wallet")).toEqual(["left over: wallet"]);
  expect(faults("ur", "Done.", "ہو گیا")).toEqual(["a sentence in one, none in the other"]);
  expect(faults("ur", "15 min", "۱۵ منٹ")).toEqual(["other digits"]);
  expect(faults("ur", "Wallet", "वॉलेट")).toEqual(["another script"]);
  expect(faults("hi", "Pay {amount}", "{amount} दें")).toEqual([]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { findTyped, soundKey, soundText } from "./sound-key.ts";

test.each([
  ["Nexon", "nekson", "नेक्सॉन", "نیکسون"],
  ["Bangalore", "Bengaluru", "बेंगलुरु", "بنگلور"],
  ["Pune", "Poona", "पुणे", "پونے"],
  ["Mumbai", "मुंबई", "ممبئی"],
  ["Delhi", "दिल्ली", "دہلی", "dilli"],
  ["Kolkata", "Calcutta", "कोलकाता", "کولکاتا"],
  ["Chennai", "चेन्नई", "چنئی"],
  ["Ather", "एथर", "ایتھر"],
  ["Ola", "ओला", "اولا"],
  ["Chetak", "चेतक", "چیتک"],
  ["Tiago", "टियागो", "ٹیاگو"],
  ["Punch", "पंच", "پنچ"],
  ["Mahindra", "महिंद्रा", "مہندرا"],
  ["Windsor", "विंडसर", "ونڈسر"],
  ["Citroen", "सिट्रोएन"],
  ["Indiranagar", "इंदिरानगर", "اندرانگر", "Indranagar"],
  ["४५", "45", "۴۵"],
])("[L-12] %s sounds the same however it is written", (...written) => {
  expect(new Set(written.map(soundKey)).size, written.map(soundKey).join(" ")).toBe(1);
  expect(soundKey(written[0])).not.toBe("");
});

test.each([
  ["nexon 45", "Tata Nexon.ev 45 kWh LR", 2],
  ["nekson", "Tata Nexon.ev 45 kWh LR", 1],
  ["नेक्सॉन", "Tata Nexon.ev 45 kWh LR", 1],
  ["Indira nagar", "Indiranagar", 1],
  ["Indiranagar", "100 Feet Road, Indira Nagar", 1],
  ["nexon 30", "Tata Nexon.ev 45 kWh LR", 0],
  // One sound alone finds nothing but what is written so.
  ["be", "Mahindra BE 6", 2],
  ["be", "Bajaj Chetak", 0],
  ["", "Bajaj Chetak", 2],
])("[L-12] %j in %j", (typed, text, found) => {
  expect(findTyped(typed, soundText(text))).toBe(found);
});

test("[L-12] any text is found by itself, and a key has nothing but letters and digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(findTyped(text, soundText(text))).toBe(2);
      expect(soundKey(text)).toMatch(/^[a-zC0-9]*$/);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { speak } from "../language/language.ts";
import { languageTag } from "../language/current-language.ts";
import { byMonth } from "./by-month.ts";
import {
  ago,
  clock,
  decimal,
  duration,
  initials,
  inr,
  kw,
  listed,
  mobile,
  moreKm,
  signedInr,
  timeWithDay,
  when,
  wholeInr,
} from "./format.ts";

/** Without the marks that hold a number and its unit together. */
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });

test("money is grouped the Indian way, with two decimals and a real minus", () => {
  expect(inr(12_345_600)).toBe("₹1,23,456.00");
  expect(inr(-29_998)).toBe("−₹299.98");
  expect(signedInr(50_000)).toBe("+₹500.00");
  expect(signedInr(0)).toBe("₹0.00");
  expect(wholeInr(100_000)).toBe("₹1,000");
});

test("numbers keep their unit on the same line", () => {
  expect(kw(52.44)).toBe("52.4 kW");
});

test.each([
  ["en", ["1 h", "1 h 20 min", "2 h", "16 min"]],
  ["hi", ["1 घंटा", "1 घंटा 20 मिनट", "2 घंटे", "16 मिनट"]],
  ["ur", ["1 گھنٹہ", "1 گھنٹہ 20 منٹ", "2 گھنٹے", "16 منٹ"]],
] as const)("one hour is one, and more are more, in %s", async (spoken, said) => {
  await speak(spoken);
  expect([60, 80, 120, 16].map((minutes) => plain(duration(minutes)))).toEqual(said);
  await speak("en");
});

test("a time says its day when that is not today's at the place", () => {
  const now = Date.parse("2026-11-20T17:00:00Z");
  const inMinutes = (minutes: number) => timeWithDay(now + minutes * 60_000, "Asia/Kolkata", now);
  // It is 22:30 there.
  expect([inMinutes(30), inMinutes(120), inMinutes(26 * 60), inMinutes(60 * 60)]).toEqual([
    "23:00",
    "tomorrow 00:30",
    `${when("2026-11-21T19:00:00Z", "Asia/Kolkata").date}, 00:30`,
    "Mon 23 Nov, 10:30",
  ]);
});

test("times are those of the place, not of the phone", () => {
  const at = when("2026-11-19T20:00:00Z", "Asia/Kolkata");
  expect([at.day, at.weekday, at.time, at.month, at.fullDate]).toEqual([
    "20",
    "Fri",
    "01:30",
    "November 2026",
    "Fri 20 Nov 2026",
  ]);
  expect(when("2026-11-19T18:30:00Z", "Asia/Kolkata").time).toBe("00:00");
});

test.each(["en", "hi", "ur"] as const)(
  "what is written by hand is what Intl says, in %s",
  async (spoken) => {
    await speak(spoken);
    const tag = spoken === "en" ? "en-GB" : languageTag();
    try {
      fc.assert(
        fc.property(
          fc.date({
            min: new Date("1990-01-01"),
            max: new Date("2040-01-01"),
            noInvalidDate: true,
          }),
          fc.constantFrom("Asia/Kolkata", "Europe/Amsterdam", "Asia/Kathmandu"),
          (instant, timeZone) => {
            const intl = (options: Intl.DateTimeFormatOptions) =>
              new Intl.DateTimeFormat(tag, { ...options, timeZone })
                .format(instant)
                .replace(/[,،]/g, "");
            const at = when(instant.toISOString(), timeZone);
            const date = { weekday: "short", day: "numeric", month: "short" } as const;
            const isThisYear = at.year === when(new Date().toISOString(), timeZone).year;
            const { dateTime, ...parts } = at;
            expect(dateTime.replaceAll(/[\u2068\u2069]/g, "")).toContain(at.date);
            expect(parts).toEqual({
              day: intl({ day: "numeric" }),
              weekday: intl({ weekday: "short" }),
              month: intl({ month: "long", year: "numeric" }),
              time: intl({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
              exactTime: intl({
                hour: "2-digit",
                minute: "2-digit",
                second: "2-digit",
                hourCycle: "h23",
              }),
              date: intl(isThisYear ? date : { ...date, year: "numeric" }),
              year: intl({ year: "numeric" }),
              fullDate: intl({ ...date, year: "numeric" }),
            });
          },
        ),
        { numRuns: 300 },
      );
    } finally {
      await speak("en");
    }
  },
);

test.each(["en", "hi", "ur"] as const)(
  "numbers written by hand are what Intl writes, in %s",
  async (spoken) => {
    await speak(spoken);
    const intl = (value: number, least: number, most: number) =>
      new Intl.NumberFormat(languageTag(), {
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      }).format(value);
    const value = fc.oneof(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.integer({ min: -100_000_000, max: 100_000_000 }).map((n) => n / 1000),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.constantFrom(-0, 1e-7, 1.005, 2.5, 0.05, -0.01, 99_999.995),
    );
    try {
      fc.assert(
        fc.property(value, fc.nat(2), fc.nat(2), (number, least, more) => {
          expect(decimal(number, least, least + more)).toBe(intl(number, least, least + more));
        }),
        { numRuns: 2000 },
      );
    } finally {
      await speak("en");
    }
  },
);

test("a duration is minutes and seconds, hours only when there are some", () => {
  expect([clock(667), clock(5), clock(3723), clock(-1)]).toEqual([
    "11:07",
    "0:05",
    "1:02:03",
    "0:00",
  ]);
});

test("ages are words", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  const before = (seconds: number) => ago(new Date(now - seconds * 1000).toISOString(), now);
  expect([before(5), before(150), before(10_800), before(90_000)]).toEqual([
    "just now",
    "2 min ago",
    "3 h ago",
    "1 day ago",
  ]);
  // Never "60 min ago" or "24 h ago".
  expect([60, 3599, 3600, 86_399, 86_400].map(before)).toEqual([
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "23 h ago",
    "1 day ago",
  ]);
});

test("[R-20] what is added has its sign before the number, also between Urdu words", async () => {
  const noBreak = "\u00a0";
  expect(moreKm(120.6).replaceAll(noBreak, " ")).toBe("+121 km");
  await speak("ur");
  try {
    expect(moreKm(29).replaceAll(noBreak, " ")).toBe("\u2068\u2068+29\u2069 کلومیٹر\u2069");
  } finally {
    await speak("en");
  }
});

test("numbers and names of people", () => {
  expect(mobile("+919876543210")).toBe("+91 98765 43210");
  expect(mobile("+4412345")).toBe("+4412345");
  expect([initials("Aditi Kulkarni"), initials("a b c"), initials("  "), initials(null)]).toEqual([
    "AK",
    "AC",
    "",
    "",
  ]);
});

test("[B-3] only a month that is in hand completely may be summed", () => {
  const days = ["2026-11-20T00:00:00Z", "2026-11-01T00:00:00Z", "2026-10-31T10:00:00Z"];
  expect(
    byMonth(days, (instant) => instant, false).map((month) => [month.name, month.complete]),
  ).toEqual([
    ["November 2026", true],
    ["October 2026", false],
  ]);
  expect(byMonth(days, (instant) => instant, true).at(-1)?.complete).toBe(true);
});

test("a list has the comma of its language", async () => {
  await speak("en");
  expect(listed(["a", "b", "c"])).toBe("a, b, c");
  expect([listed(["a"]), listed([])]).toEqual(["a", ""]);
  await speak("ur");
  expect(listed(["a", "b"])).toBe("a\u060c b");
  await speak("en");
});

import { afterEach, expect, test } from "vitest";
import { speak } from "../language/language.ts";
import { deviceOf } from "../../test/device.ts";
import { clockTime, hoursSpan, timeOfDay } from "./clock-time.ts";
import { when } from "./format.ts";

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });
afterEach(async () => {
  deviceOf("en-GB");
  await speak("en");
});

const bare = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "").replaceAll("\u00a0", " ");
const hours = ["00:05", "04:00", "09:30", "12:00", "14:30", "16:00", "18:59", "19:00", "24:00"];

test("where a device counts to twelve, a time says the part of its day", async () => {
  deviceOf("en-IN");
  expect(hours.map(clockTime).map(bare)).toEqual([
    "12:05 am",
    "4:00 am",
    "9:30 am",
    "12:00 pm",
    "2:30 pm",
    "4:00 pm",
    "6:59 pm",
    "7:00 pm",
    "12:00 am",
  ]);
  await speak("hi");
  expect(hours.map(clockTime)).toEqual([
    "रात 12:05",
    "सुबह 4:00",
    "सुबह 9:30",
    "दोपहर 12:00",
    "दोपहर 2:30",
    "शाम 4:00",
    "शाम 6:59",
    "रात 7:00",
    "रात 12:00",
  ]);
  await speak("ur");
  expect(bare(clockTime("14:30"))).toBe("دوپہر 2:30");
});

test("elsewhere it counts to 24, in every language", async () => {
  deviceOf("en-GB");
  for (const language of ["en", "hi", "ur"] as const) {
    await speak(language);
    expect(hours.map(clockTime)).toEqual(hours);
    expect(timeOfDay(6, 5, 7)).toBe("06:05:07");
  }
});

test("hours are said as the language says them", async () => {
  deviceOf("en-IN");
  expect(bare(hoursSpan("06:00", "23:00"))).toBe("6:00 am–11:00 pm");
  await speak("hi");
  expect(hoursSpan("06:00", "23:00")).toBe("सुबह 6:00 – रात 11:00 बजे");
});

test("a place in another zone has its own time", () => {
  deviceOf("en-GB");
  expect(when("2026-11-20T12:00:07Z", "Europe/Amsterdam").exactTime).toBe("13:00:07");
  expect(when("2026-11-20T12:00:07Z", "Asia/Kolkata").time).toBe("17:30");
});

test("devices of India and the United States count to twelve, as their locale says", () => {
  const languages = "as bn brx doi en gu hi kn kok ks mai ml mni mr ne or pa sa sat sd ta te ur";
  for (const tag of ["en-US", "es-US", ...languages.split(" ").map((each) => `${each}-IN`)]) {
    deviceOf(tag);
    const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions();
    expect([tag, clockTime("14:30").startsWith("14")]).toEqual([tag, hourCycle === "h23"]);
  }
});

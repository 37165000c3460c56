import type { Trip } from "@voltmarg/contract";
import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { atIndia, instantOf, isDeparture } from "./departure.ts";
import { askAgain, askFromHere, askOf, draftOf, rememberAsk, useTripForm } from "./trip-draft.ts";

const stored = installStorage();
beforeEach(() => stored.clear());

const [pune, mumbai] = [
  { latitude: 18.52, longitude: 73.86, name: "Pune" },
  { latitude: 19.12, longitude: 72.89, name: "Mumbai" },
];
const { draft } = useTripForm.getState();
const filled = { ...draft, from: pune, to: mumbai, now: "45" };

test("[T-1] the form asks for what is in it, and for nothing while something is missing or wrong", () => {
  expect(askOf(filled)).toEqual({
    start: pune,
    end: mumbai,
    charge_percent: 45,
    arrive_percent: 15,
    people: 1,
    luggage_kg: 0,
    air_conditioning: true,
    preference: "QUICKEST",
    style: "USUAL",
  });
  const wrong = [
    { from: null },
    { to: null },
    { now: "0" },
    { now: null },
    { end: "91" },
    { people: "" },
    { luggage: "501" },
    { odometer: "2000001" },
    { odometer: "12.5" },
  ];
  for (const part of wrong) expect(askOf({ ...filled, ...part }), JSON.stringify(part)).toBeNull();
});

test("[T-12] the odometer is said once: not again with another charge, nor on the next visit", () => {
  expect(askOf(filled)).not.toHaveProperty("odometer_km");
  const ask = askOf({ ...filled, odometer: "0" })!;
  expect(ask.odometer_km).toBe(0);
  expect(draftOf(ask).odometer).toBe("");
  rememberAsk("trp_2", ask);
  const trip = { id: "trp_2", plan: { start: pune, end: mumbai } } as unknown as Trip;
  expect(askAgain(trip)).not.toHaveProperty("odometer_km");
  useTripForm.setState({ draft: { ...filled, odometer: "12480" } });
  const unknown = { ...trip, id: "trp_3" };
  expect(askFromHere(unknown, pune, 40)).not.toHaveProperty("odometer_km");
  useTripForm.setState({ draft });
});

test("[T-1] a departure is a time of India's clock, between now and thirty days from now", () => {
  const now = Date.parse("2026-11-25T20:00:00.000Z");
  expect(atIndia(now)).toBe("2026-11-26T01:30");
  expect(instantOf("2026-11-26T01:30")).toBe("2026-11-25T20:00:00.000Z");
  expect(askOf({ ...filled, departs: "2026-11-26T07:00" })!.departs_at).toBe(
    "2026-11-26T01:30:00.000Z",
  );
  const days = ["", "2026-11-26T01:30", "2026-12-25T12:00", "2026-11-25T12:00", "2026-12-27T12:00"];
  expect(days.map((day) => isDeparture(day, now))).toEqual([true, true, true, false, false]);
});

test("[T-11] a trip is planned again in its place: as it was asked for, or from here with the charge there is", () => {
  const trip = {
    id: "trp_1",
    plan: { start: pune, end: mumbai, preference: "CHEAPEST" },
  } as unknown as Trip;
  expect(askAgain(trip)).toBeNull();
  const here = { latitude: 18.8, longitude: 73.3, name: "Where I am" };
  expect(askFromHere(trip, here, 40)).toMatchObject({
    start: here,
    end: mumbai,
    charge_percent: 40,
    preference: "CHEAPEST",
    replaces: "trp_1",
  });
  const ask = { ...askOf({ ...filled, people: "4" })!, departs_at: "2026-11-26T01:30:00.000Z" };
  rememberAsk("trp_1", { ...ask, replaces: "trp_1" });
  const before = Date.parse("2026-11-25T20:00:00.000Z");
  expect(askAgain(trip, before)).toEqual({ ...ask, replaces: "trp_1" });
  // A departure that has passed is now.
  expect(askAgain(trip, before + 86_400_000)).not.toHaveProperty("departs_at");
  expect(askFromHere(trip, here, 40)).toMatchObject({ people: 4, charge_percent: 40 });
  expect(draftOf(ask)).toMatchObject({ from: pune, to: mumbai, now: "45", people: "4" });
});

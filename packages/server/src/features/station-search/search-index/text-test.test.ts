import type { EvseRow, LocationRow } from "../../stations/index.ts";
import { indexed } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { expect, test } from "vitest";
import { createLocationIndex, type LocationIndex } from "./location-index.ts";
import { textTest } from "./text-test.ts";
import { locationWords, matchText } from "@voltmarg/testkit/match-text";
import { wordsOf } from "./words.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
type Station = { row: LocationRow; evses: EvseRow[] };

function stationOf(nth: number, name: string, city: string, code?: string): Station {
  const { row } = randomStation(randomFrom(1), `loc_${nth}`, 1);
  const body = { ...row.body, address: "", city, postal_code: "411001" };
  const evse: EvseRow = {
    location_id: row.id,
    uid: "E",
    position: 0,
    status: "AVAILABLE",
    status_since: NOW,
    last_updated: NOW,
    version: 1,
    body: {
      uid: "E",
      status: "AVAILABLE",
      last_updated: NOW.toISOString(),
      connectors: [],
      ...(code === undefined ? {} : { evse_id: code }),
    },
  };
  return { row: { ...row, name, body, operator_name: "Volt Marg" }, evses: [evse] };
}

const STATIONS: Station[] = [
  ["Indira Nagar", "Pune"],
  ["Indiranagar", "Bengaluru"],
  ["Indira", "Nagar"],
  ["इंदिरा नगर", "पुणे"],
  ["Indoor Nagaland Hub", "Poona"],
  ["Nagar Indira", "Bangalore"],
  ["Nokia Ratnagiri 12", "Nanded"],
  ["Sector 12", "Gurgaon"],
  ["E A Mall", "Ooty"],
  ["Garden", "Gardan", "IN*ABC*E12345"],
  ["Gardan", "Garden", "IN*ABC*E2345X"],
].map(([name, city, code], nth) => stationOf(nth, name!, city!, code));

const TYPED = [
  "indira",
  "indiranagar",
  "indranagar",
  "indranag",
  "indira nagar",
  "nagar indira",
  "nagarindira",
  "indiran",
  "nagarpune",
  "nagpune",
  "indirapune",
  "इंदिरानगर",
  "पुणे",
  "pune",
  "poona",
  "bangalore",
  "bengaluru",
  "gurugram",
  "nokiarat",
  "nakarat",
  "nakarathagari",
  "naka",
  "ratnagiri",
  "rutnagari",
  "sector12",
  "sector 12",
  "12",
  "e",
  "ea",
  "eamall",
  "amall",
  "garden",
  "gradne",
  "gadren",
  "12345",
  "2345x",
  "2345",
  "inabce12345",
  "nabce12345",
  "411001",
  "4110",
  "volt",
  "voltmarg",
  "pune411001",
  "mumbai",
  "pune mumbai",
  "indira nagar pune volt",
  "",
];

const put = (index: LocationIndex, station: Station) => {
  const { row, evses } = indexed(station);
  index.put(row, evses, 1, NOW);
};
const answers = (index: LocationIndex, typed: string) => {
  const asked = textTest(index, wordsOf(typed));
  return STATIONS.map(({ row }) => {
    const slot = index.slotOf(row.id);
    return slot === undefined ? undefined : asked(slot);
  });
};

test.each(TYPED)("[L-10] %j finds in the index what it finds word by word", (typed) => {
  const index = createLocationIndex();
  for (const station of STATIONS) put(index, station);
  const expected = STATIONS.map(({ row, evses }) =>
    matchText(locationWords(row, evses), wordsOf(typed)),
  );
  expect(answers(index, typed)).toEqual(expected);
  // And again, by what was remembered.
  expect(answers(index, typed)).toEqual(expected);
});

test("[L-10] a station that comes later is found by a text that was asked before", () => {
  const index = createLocationIndex();
  for (const typed of TYPED) answers(index, typed);
  for (const station of STATIONS) {
    put(index, station);
    const slot = index.slotOf(station.row.id)!;
    const words = locationWords(station.row, station.evses);
    for (const typed of TYPED)
      expect(textTest(index, wordsOf(typed))(slot), typed).toEqual(
        matchText(words, wordsOf(typed)),
      );
  }
});

test("[L-10] two words as one are found by exact cost, not across the name's end", () => {
  const index = createLocationIndex();
  for (const station of STATIONS) put(index, station);
  expect(answers(index, "indiranagar").slice(0, 4)).toEqual([
    { cost: 1, forgiven: false },
    { cost: 0, forgiven: false },
    null,
    { cost: 1, forgiven: false },
  ]);
  expect(answers(index, "garden").slice(-2)).toEqual([
    { cost: 0, forgiven: false },
    { cost: 1, forgiven: false },
  ]);
});

test("[L-10] each index has its own words", () => {
  const [one, other] = [createLocationIndex(), createLocationIndex()];
  put(one, STATIONS[0]!);
  put(other, STATIONS[7]!);
  expect(answers(one, "sector")[0]).toBe(null);
  expect(answers(other, "sector")[7]).toEqual({ cost: 0, forgiven: false });
});

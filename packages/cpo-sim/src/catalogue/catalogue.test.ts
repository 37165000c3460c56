import { write, writing } from "@voltmarg/ocpi";
import { describe, expect, test } from "vitest";
import { cities } from "./cities.ts";
import { createCatalogue } from "./catalogue.ts";

const catalogues = (locations: number, seed: string | number = "voltmarg") =>
  [0, 1].map((operator) => createCatalogue({ seed, operator, operators: 2, locations }));
const everything = (locations: number) =>
  catalogues(locations).flatMap((each) =>
    Array.from({ length: each.count }, (_, position) => each.at(position)),
  );

describe("twelve hundred locations", () => {
  const locations = everything(1200);

  test("every location is valid OCPI, and has a unique id and an address that fits a CDR", () => {
    expect(locations).toHaveLength(1200);
    expect(new Set(locations.map(({ id }) => id)).size).toBe(1200);
    const evseIds = locations.flatMap(({ evses }) => evses!.map(({ evse_id }) => evse_id!));
    expect(new Set(evseIds).size).toBe(evseIds.length);
    for (const location of locations) {
      expect(write(writing.location, location)).toEqual(location);
      expect(location.address!.length).toBeLessThanOrEqual(45);
      expect(location.state!.length).toBeLessThanOrEqual(20);
      expect(location.postal_code).toMatch(/^[1-8]\d{5}$/);
      for (const { evse_id } of location.evses!)
        expect(evse_id).toMatch(/^IN\*(URJ|ZPV)\*E\d{6}\*\d$/);
    }
  });
  test("at least 60 cities, stations near the centre of each; Pune has many", () => {
    expect(new Set(locations.map(({ city }) => city)).size).toBeGreaterThanOrEqual(60);
    const inPune = locations.filter(({ city }) => city === "Pune").length;
    expect(inPune).toBeGreaterThanOrEqual(70);
    expect(inPune).toBeLessThanOrEqual(95);
    for (const { city, coordinates, state } of locations) {
      const known = cities.find(({ name }) => name === city)!;
      expect(state).toBe(known.state);
      expect(Math.abs(Number(coordinates.latitude) - known.latitude)).toBeLessThan(0.15);
      expect(Math.abs(Number(coordinates.longitude) - known.longitude)).toBeLessThan(0.15);
    }
  });
  test("a quarter have the bays of OCPI 2.3.0, of every kind, and a number to call", () => {
    const known = locations.filter(({ parking_places }) => parking_places);
    expect(known.length / locations.length).toBeCloseTo(0.25, 1);
    for (const { evses, parking_places, help_phone } of known) {
      const ids = evses!.flatMap(({ parking }) => parking!.map(({ parking_id }) => parking_id));
      expect(ids).toEqual(parking_places!.map(({ id }) => id));
      expect(help_phone).toMatch(/^\+91 20 2612 \d{4}$/);
    }
    const bays = known.flatMap(({ parking_places }) => parking_places!);
    const types = new Set(bays.flatMap(({ vehicle_types }) => vehicle_types!));
    for (const type of ["MOTORCYCLE", "DISABLED", "BUS"]) expect(types).toContain(type);
    expect(bays.some(({ max_vehicle_height }) => max_vehicle_height === 210)).toBe(true);
  });
  test("with alwaysOpen only the hours differ", () => {
    const [usual, open] = [false, true].map((alwaysOpen) =>
      createCatalogue({ seed: "voltmarg", operator: 0, operators: 2, locations: 1200, alwaysOpen }),
    );
    for (let position = 0; position < 600; position++)
      expect(open!.at(position)).toEqual({
        ...usual!.at(position),
        opening_times: { twentyfourseven: true },
      });
  });
  test("the whole range of plugs, hours and states occurs", () => {
    const evses = locations.flatMap((location) => location.evses!);
    const standards = new Set(
      evses.flatMap(({ connectors }) => connectors.map(({ standard }) => standard)),
    );
    expect(standards).toEqual(
      new Set([
        "DOMESTIC_M",
        "IEC_60309_2_single_16",
        "GBT_DC",
        "LECCS",
        "LEVDC",
        "IEC_62196_T2",
        "IEC_62196_T2_COMBO",
        "CHADEMO",
      ]),
    );
    const free = evses.filter(({ status }) => status === "AVAILABLE").length / evses.length;
    expect(free).toBeGreaterThan(0.75);
    expect(new Set(evses.map(({ status }) => status)).size).toBeGreaterThanOrEqual(5);
    expect(
      locations.some(({ opening_times }) =>
        opening_times!.regular_hours?.some((each) => each.period_begin === "18:00"),
      ),
    ).toBe(true);
    expect(locations.some(({ opening_times }) => opening_times!.exceptional_closings)).toBe(true);
    const hidden = locations.filter(({ publish }) => !publish);
    expect(hidden.length).toBeGreaterThan(3);
    expect(hidden.length).toBeLessThan(30);
    for (const { publish_allowed_to } of hidden) expect(publish_allowed_to).toHaveLength(1);
    const used = new Set(
      evses.flatMap(({ connectors }) => connectors.flatMap(({ tariff_ids }) => tariff_ids!)),
    );
    const known = catalogues(1200).flatMap(({ tariffs }) =>
      tariffs.map((tariff) => write(writing.tariff, tariff).id),
    );
    expect([...used].toSorted()).toEqual(known.toSorted());
  });
});

test("a location depends on the seed alone, not on when or in which order it is requested", () => {
  const [one] = catalogues(1200);
  const [again] = catalogues(1200);
  const [other] = catalogues(1200, "other");
  one!.at(5);
  expect(one!.at(77)).toEqual(again!.at(77));
  expect(one!.at(77)).not.toEqual(other!.at(77));
});

test("ids map back to positions, up to 300,000 locations", () => {
  for (const each of catalogues(300_000)) {
    for (const position of [0, 1, 77_777, each.count - 1]) {
      const { id, evses } = each.at(position);
      expect(each.positionOf(id)).toBe(position);
      expect(each.positionOf(evses![0]!.uid)).toBe(position);
    }
    expect(each.count).toBe(150_000);
  }
  const [urjapath, zapvahan] = catalogues(1200);
  expect(urjapath!.positionOf(zapvahan!.at(0).id)).toBeNull();
  expect(urjapath!.positionOf("URJ-001200")).toBeNull();
  expect(urjapath!.positionOf("nonsense")).toBeNull();
});

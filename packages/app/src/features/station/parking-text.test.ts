import { expect, test } from "vitest";
import { connector, evse } from "../../../test/location.ts";
import { bayWords, parkingOf } from "./parking-text.ts";

const at = (uid: string) => ({ ...evse("AVAILABLE", [connector()]), uid });
const car = { evse_uids: [] as string[], vehicle_types: ["PERSONAL_VEHICLE"] };

test("[R-10] a bay says what a driver should know before they come, and nothing that is not said", () => {
  expect(bayWords(car)).toEqual([]);
  expect(bayWords({ ...car, reservation_required: false, roofed: false, lighting: false })).toEqual(
    [],
  );
  expect(
    bayWords({
      ...car,
      max_vehicle_height_cm: 215.9,
      max_vehicle_length_cm: 500,
      max_vehicle_width_cm: 230,
      max_vehicle_weight_kg: 3500,
      time_limit_min: 90,
      reservation_required: true,
      drive_through: true,
      roofed: true,
      lighting: true,
    }),
  ).toEqual([
    "Up to 2.15 m high",
    "Up to 5 m long",
    "Up to 2.3 m wide",
    "Up to 3,500 kg",
    "At most 1 h 30 min",
    "The bay must be booked beforehand",
    "Drive through, no reversing",
    "Covered",
    "Lit at night",
  ]);
});

test.each([
  [["PERSONAL_VEHICLE"], true, ["Only for cars"]],
  [["MOTORCYCLE"], true, ["Only for two-wheelers"]],
  [["MOTORCYCLE"], false, ["For two-wheelers"]],
  [["MOTORCYCLE", "PERSONAL_VEHICLE"], false, ["For two-wheelers, cars"]],
  [["SEMI_TRACTOR", "RIGID"], undefined, ["For trucks"]],
  [["PERSONAL_VEHICLE", "DISABLED"], false, ["Accessible bay"]],
  [["PERSONAL_VEHICLE", "DISABLED"], true, ["Only for cars", "Accessible bay"]],
  [["DISABLED"], true, ["Accessible bay", "Only with a disability permit"]],
  [["THREE_WHEELER"], false, []],
  [["THREE_WHEELER", "MOTORCYCLE"], true, ["Only for certain vehicles"]],
  [[], true, []],
])("[R-10] a bay for %j, for no others: %s, says %j", (vehicle_types, restricted_to_type, said) => {
  expect(bayWords({ ...car, vehicle_types, restricted_to_type })).toEqual(said);
});

test("[R-10] what holds at all chargers is said once, what differs at its chargers", () => {
  const [one, two, three] = ["1", "2", "3"].map(at);
  const low = { ...car, max_vehicle_height_cm: 210 };
  const wide = { ...low, vehicle_types: ["DISABLED"] };
  const bays = [
    { ...low, evse_uids: ["1"] },
    { ...low, evse_uids: ["2"] },
    { ...wide, evse_uids: ["3"] },
  ];
  expect(parkingOf(bays, [one!, two!, three!])).toEqual({
    all: ["Up to 2.1 m high"],
    some: [{ evses: [three], words: ["Accessible bay"] }],
  });
  expect(parkingOf(bays.slice(0, 2), [one!, two!])).toEqual({
    all: ["Up to 2.1 m high"],
    some: [],
  });
  // Of the third charger's bay nothing is known.
  expect(parkingOf(bays.slice(0, 2), [one!, two!, three!])).toEqual({
    all: [],
    some: [{ evses: [one, two], words: ["Up to 2.1 m high"] }],
  });
});

test("[R-10] a bay that names no charger is of all; one of a charger that is not there is not shown", () => {
  expect(parkingOf([{ ...car, roofed: true }], [at("1"), at("2")]).all).toEqual(["Covered"]);
  expect(parkingOf([{ ...car, roofed: true, evse_uids: ["9"] }], [at("1")])).toEqual({
    all: [],
    some: [],
  });
  expect(parkingOf([], [at("1")])).toEqual({ all: [], some: [] });
});

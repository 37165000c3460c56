import type { Location } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { car } from "../../test/location.ts";
import { freeFirst } from "./free-first.ts";

const NOW = Date.parse("2026-11-20T05:00:00Z");

/** A station with one 60 kW plug at 14.16 rupees a kWh, GST included. */
const station = (change: Partial<Location> = {}, plug: object = {}): Location =>
  ({
    id: "s",
    distance: 1,
    time_zone: "Asia/Kolkata",
    operator: { id: "o1", name: "Nagar Vidyut", party_id: "NV", phone: null },
    isOpened: true,
    state_on_map: "available",
    updated_at: new Date(NOW - 60_000).toISOString(),
    evses: [
      {
        uid: "e",
        status: "AVAILABLE",
        connectors: [
          {
            id: "1",
            standard: "IEC_62196_T2_COMBO",
            power_type: "DC",
            max_electric_power: 60_000,
            voltage: 500,
            amperage: 120,
            tariff: {
              id: "t",
              country_code: "IN",
              party_id: "NV",
              currency: "INR",
              elements: [
                { price_components: [{ type: "ENERGY", price: 12, vat: 18, step_size: 1 }] },
              ],
              last_updated: "2026-01-01T00:00:00Z",
            },
            ...plug,
          },
        ],
      },
    ],
    ...change,
  }) as unknown as Location;

const [evse] = station().evses;
const TAKEN = { evses: [{ ...evse!, status: "CHARGING" as const }] };

test("[L-6] free before taken, then the nearer; a distance not known comes last", () => {
  const order = freeFirst(
    [
      station({ id: "far", distance: 3 }),
      station({ id: "taken", distance: 0.5, ...TAKEN }),
      station({ id: "nowhere", distance: null }),
      station({ id: "near", distance: 1 }),
    ],
    { vehicle: undefined, me: null, now: NOW },
  );
  expect(order.map(({ id }) => id)).toEqual(["near", "far", "nowhere", "taken"]);
});

test("[L-6] among stations that are alike in both, the order stays", () => {
  const one = station({ id: "a", distance: 2 });
  const order = freeFirst([one, station({ id: "b", distance: 2 })], {
    vehicle: undefined,
    me: null,
    now: NOW,
  });
  expect(order.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("[L-6] a free plug that does not fit the vehicle makes no station come first", () => {
  const other = { ...evse!.connectors[0]!, standard: "CHADEMO" };
  const mixed = station({
    id: "mixed",
    distance: 1,
    evses: [
      { ...evse!, status: "CHARGING" },
      { ...evse!, uid: "o", connectors: [other] },
    ],
  });
  const far = station({ id: "far", distance: 9 });
  const order = (vehicle: typeof car | undefined) =>
    freeFirst([mixed, far], { vehicle, me: null, now: NOW }).map(({ id }) => id);
  expect([order(undefined), order(car)]).toEqual([
    ["mixed", "far"],
    ["far", "mixed"],
  ]);
});

import type { Location, Vehicle } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { car } from "../../test/location.ts";
import { isAsked, wishOf } from "./as-asked.ts";
import { asked, type Filter, NO_FILTER } from "./filter.ts";

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

const passes = (one: Location, filter: Filter, vehicle: Vehicle | undefined) =>
  isAsked(one, wishOf(asked(filter, vehicle)), vehicle, NOW);

test.each([
  ["nothing", {}, true],
  ["fast", { fast: true }, true],
  ["its power", { powers: ["fast"] }, true],
  ["more power", { powers: ["ultra"] }, false],
  ["its standard", { standards: ["IEC_62196_T2_COMBO", "CHADEMO"] }, true],
  ["another standard", { standards: ["CHADEMO"] }, false],
  ["direct current", { current: "DC" }, true],
  ["alternating current", { current: "AC" }, false],
  ["its operator", { operators: [{ id: "o1", name: "x" }] }, true],
  ["another operator", { operators: [{ id: "o2", name: "x" }] }, false],
  ["its price", { rupees: 15 }, true],
  ["a lower price", { rupees: 14 }, false],
  ["open", { openNow: true }, true],
] as const)("[L-10] of what was seen before, %s", (_, part, kept) => {
  expect(passes(station(), { ...NO_FILTER, ...(part as object) }, undefined)).toBe(kept);
});

test.each([
  [{ openNow: true }, { isOpened: false }, false],
  [{ openNow: false }, { isOpened: false }, true],
  [
    {
      operators: [
        { id: "o2", name: "x" },
        { id: "o1", name: "x" },
      ],
    },
    {},
    true,
  ],
] as const)("[L-10] %j of a station with %j", (part, change, kept) => {
  const filter = { ...NO_FILTER, ...(part as object) };
  expect(passes(station(change), filter, undefined)).toBe(kept);
});

test("[L-10] a price at the limit passes, one a paisa above does not", () => {
  const at = (price: number) =>
    station(
      {},
      {
        tariff: {
          ...station().evses[0]!.connectors[0]!.tariff,
          elements: [{ price_components: [{ type: "ENERGY", price, vat: 0, step_size: 1 }] }],
        },
      },
    );
  const filter = { ...NO_FILTER, rupees: 14 };
  expect(passes(at(14), filter, undefined)).toBe(true);
  expect(passes(at(14.01), filter, undefined)).toBe(false);
  expect(passes(station({ evses: [] }), filter, undefined)).toBe(false);
});

test("[L-10] a plug is fast from 50 kW on, and of a class or a current by its own", () => {
  const plug = (watts: number | null, power_type = "DC") =>
    station({}, { max_electric_power: watts, voltage: null, amperage: null, power_type });
  const ask = (one: Location, part: object) => passes(one, { ...NO_FILTER, ...part }, undefined);
  expect(ask(plug(50_000), { fast: true })).toBe(true);
  expect(ask(plug(49_900), { fast: true })).toBe(false);
  expect(ask(plug(null), { powers: ["slow"] })).toBe(false);
  expect(ask(plug(7_400, "AC_1_PHASE"), { powers: ["slow", "fast"], current: "AC" })).toBe(true);
  expect(ask(plug(7_400, "AC_3_PHASE"), { current: "DC" })).toBe(false);
});

test("[L-10] what does not fit the vehicle is left out until it is asked for", () => {
  const chademo = station({}, { standard: "CHADEMO" });
  const all = { ...NO_FILTER, fits: false };
  expect(passes(station(), NO_FILTER, car)).toBe(true);
  expect(passes(chademo, NO_FILTER, car)).toBe(false);
  expect(passes(chademo, all, car)).toBe(true);
});

test.each([
  [{}, true, true],
  [{ fits: false }, true, true],
  [{ fast: true }, false, false],
  [{ powers: ["fast"] }, false, false],
  [{ standards: ["CHADEMO"] }, false, false],
  [{ current: "DC" }, false, false],
  [{ openNow: true, operators: [{ id: "o1", name: "x" }] }, true, true],
])("[L-10] a station whose plugs are not known, asked %j", (part, anybody, driver) => {
  const none = station({ evses: [] });
  const filter = { ...NO_FILTER, fits: false, ...(part as object) };
  expect(passes(none, filter, undefined)).toBe(anybody);
  expect(passes(none, filter, car)).toBe(driver);
  expect(passes(none, { ...filter, fits: true }, car)).toBe(false);
});

test("[L-10] what is not known passes nothing that asks for it", () => {
  const ask = (part: object) => ({ ...NO_FILTER, ...part });
  expect(passes(station({ isOpened: null }), ask({ openNow: true }), undefined)).toBe(false);
  const noPower = { max_electric_power: null, voltage: null, amperage: null };
  expect(passes(station({}, noPower), ask({ fast: true }), undefined)).toBe(false);
  expect(passes(station({}, { tariff: null }), ask({ rupees: 30 }), undefined)).toBe(false);
  expect(passes(station({ evses: [] }), ask({ current: "DC" }), undefined)).toBe(false);
  expect(passes(station({ evses: [] }), NO_FILTER, undefined)).toBe(true);
});

test("[L-10] one and the same plug must have it all", () => {
  const [evse] = station().evses;
  const slow = { ...evse!.connectors[0]!, max_electric_power: 7_400, standard: "CHADEMO" };
  const both = station({ evses: [{ ...evse!, connectors: [...evse!.connectors, slow] }] });
  const filter = { ...NO_FILTER, fast: true, standards: ["CHADEMO"] };
  expect(passes(both, filter, undefined)).toBe(false);
});

import type { Connector } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { aboutPerKwh, leadPrice, nextPrice, priceLine, readable } from "./lead-price.ts";

const component = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
const plug = (elements: object[], more: object = {}) =>
  ({
    power_type: "DC",
    max_electric_power: 60_000,
    powerInKwh: 60,
    tariff: {
      id: "t",
      country_code: "IN",
      party_id: "URJ",
      currency: "INR",
      last_updated: "2026-01-01T00:00:00Z",
      elements,
      ...more,
    },
  }) as unknown as Connector;
const zone = "Asia/Kolkata";
/** 16:00 in India. */
const at = new Date("2026-11-20T10:30:00Z");
const short = (connector: Connector) => leadPrice(connector, undefined, zone, at)?.short ?? null;
const evening = {
  price_components: [component("ENERGY", 17.5)],
  restrictions: { start_time: "18:00", end_time: "22:00" },
};

test("[E-4] energy leads, then time, then the fee, each with GST", () => {
  const parts = [component("FLAT", 20), component("TIME", 60), component("ENERGY", 16)];
  expect(short(plug([{ price_components: parts }]))).toBe("₹18.88/kWh");
  expect(short(plug([{ price_components: parts.slice(0, 2) }]))).toBe("₹1.18/min");
  // A price once is compared by a charge of 15 kWh.
  expect(leadPrice(plug([{ price_components: parts.slice(0, 1) }]), undefined, zone, at)).toEqual({
    amount: "₹1.57",
    unit: "per kWh, all in",
    short: "₹1.57/kWh, all in",
    more: "₹23.60 once",
    perKwhMinor: 157,
  });
});

test("[E-4] what comes on top of the price shown first stands beside it", () => {
  const parts = [component("FLAT", 20), component("TIME", 60), component("ENERGY", 16)];
  const more = (some: object[]) =>
    leadPrice(plug([{ price_components: some }]), undefined, zone, at)?.more;
  expect(more(parts)).toBe("+ ₹1.18/min + ₹23.60 once");
  expect(more([parts[2]!, component("FLAT", 0)])).toBeNull();
});

test("[E-4] where fees or time are known, a kWh all in all is shown first, and what it is made of", () => {
  const fee = plug([{ price_components: [component("FLAT", 20), component("ENERGY", 16)] }]);
  // ₹23.60 on 15 kWh.
  expect(leadPrice(fee, undefined, zone, at)).toEqual({
    amount: "₹20.45",
    unit: "per kWh, all in",
    short: "₹20.45/kWh, all in",
    more: "₹18.88/kWh +\u00a0₹23.60 once",
    perKwhMinor: 2045,
  });
  const timed = plug([{ price_components: [component("TIME", 60), component("ENERGY", 16)] }]);
  const car = { max_dc_intake: 30, battery_capacity: 40 } as never;
  expect(leadPrice(timed, car, zone, at)).toMatchObject({
    amount: "₹21.24",
    more: "₹18.88/kWh +\u00a0₹1.18/min",
  });
  expect(aboutPerKwh(timed, car, zone, at)).toBe("about ₹21.24/kWh for your vehicle");
  // Without a vehicle nobody knows how long a kWh takes.
  expect(leadPrice(timed, undefined, zone, at)).toMatchObject({
    amount: "₹18.88",
    perKwhMinor: null,
  });
  expect(aboutPerKwh(timed, undefined, zone, at)).toBeNull();
});

test("[E-4] a plug asked for at several hours and zones says the price of each", () => {
  const connector = plug([evening, { price_components: [component("ENERGY", 14)] }]);
  const price = (timeZone: string, hours: number) =>
    leadPrice(connector, undefined, timeZone, new Date(at.getTime() + hours * 3_600_000))?.short;
  expect([price(zone, 0), price(zone, 3), price("Asia/Tokyo", 0), price(zone, 0)]).toEqual([
    "₹16.52/kWh",
    "₹20.65/kWh",
    "₹20.65/kWh",
    "₹16.52/kWh",
  ]);
});

test("[E-4] the line of a plug leaves nothing out that a charge pays", () => {
  const parts = [component("FLAT", 20), component("TIME", 60), component("ENERGY", 16)];
  const line = (connector: Connector) => priceLine(connector, undefined, zone, at);
  expect(line(plug([{ price_components: parts }]))).toBe(
    "₹18.88/kWh +\u00a0₹1.18/min +\u00a0₹23.60 once",
  );
  expect(line(plug([{ price_components: [component("FLAT", 0)] }]))).toBe("Free of charge");
  expect(line(plug([]))).toBeNull();
});

test("[E-4] free is said only of what is free; a zero never leads", () => {
  const nothing = { price_components: [component("FLAT", 0)] };
  expect(short(plug([nothing]))).toBe("Free of charge");
  // ₹50 for the whole charge.
  expect(short(plug([nothing], { min_price: { excl_vat: 50 } }))).toBe("₹3.33/kWh, all in");
  const timed = { price_components: [component("ENERGY", 0), component("TIME", 60)] };
  expect(short(plug([timed]))).toBe("₹1.18/min");
  expect(short(plug([]))).toBeNull();
});

test("[E-4] a price that depends on power is the one for this car", () => {
  const slow = { price_components: [component("ENERGY", 10)], restrictions: { max_power: 30 } };
  const connector = plug([slow, { price_components: [component("ENERGY", 20)] }]);
  expect(short(connector)).toBe("₹23.60/kWh");
  const car = { max_dc_intake: 25, battery_capacity: 40, range: 300 };
  expect(leadPrice(connector, car as never, zone, at)?.short).toBe("₹11.80/kWh");
});

test("[E-4] the next change within a day of the price that leads", () => {
  const day = { price_components: [component("ENERGY", 14)] };
  expect(nextPrice(plug([evening, day]), undefined, zone, at)).toEqual({
    time: "18:00",
    price: "₹20.65/kWh",
  });
  expect(nextPrice(plug([day]), undefined, zone, at)).toBeNull();
  expect(nextPrice(plug([evening]), undefined, zone, at)).toBeNull();
  const inTheEvening = new Date("2026-11-20T14:00:00Z");
  expect(nextPrice(plug([evening]), undefined, zone, inTheEvening)).toEqual({
    time: "22:00",
    price: "no price of this kind",
  });
});

test("[E-4] parking that changes is no change of the price that leads", () => {
  const parking = {
    price_components: [component("PARKING_TIME", 60)],
    restrictions: { start_time: "20:00", end_time: "23:00" },
  };
  const connector = plug([parking, { price_components: [component("ENERGY", 14)] }]);
  expect(nextPrice(connector, undefined, zone, at)).toBeNull();
});

test("[E-4] a tariff that cannot be read has no price; a fault of ours is not hidden as one", () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  expect(readable(failing(new RangeError("a price of NaN")))).toBeNull();
  expect(() => readable(failing(new TypeError("of undefined")))).toThrow("of undefined");
});

import type { Tariff } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { positionOf } from "./position-of.ts";
import { turnOf } from "./turn-of.ts";

const ZONE = "Asia/Kolkata";
const at = (time: string) => new Date(`2026-11-20T${time}+05:30`);
const energy = (price: number) => [{ type: "ENERGY" as const, price, vat: 18, step_size: 1 }];
/** 22 rupees from 18:00 to 23:00, else 18. */
const tariff = (): Tariff => ({
  id: "tar_1",
  country_code: "IN",
  party_id: "AAA",
  currency: "INR",
  elements: [
    { price_components: energy(22), restrictions: { start_time: "18:00", end_time: "23:00" } },
    { price_components: energy(18) },
  ],
  last_updated: "2026-11-01T00:00:00.000Z",
});

test("[E-5] a price's next change is known to its minute, and is another one after it", () => {
  const one = tariff();
  const up = { at: "2026-11-20T12:30:00.000Z", unit: "KWH", difference_minor: 472 };
  const down = { at: "2026-11-20T17:30:00.000Z", unit: "KWH", difference_minor: -472 };
  expect(turnOf(one, ZONE, at("17:59:00.000"))).toEqual({ price_turn: up });
  expect(turnOf(one, ZONE, at("17:59:59.999"))).toEqual({ price_turn: up });
  expect(turnOf(one, ZONE, at("18:00:00.000"))).toEqual({ price_turn: down });
  expect(turnOf(one, ZONE, at("23:00:00.000"))).toEqual({});
  expect(turnOf(one, ZONE, at("17:59:00.000"))).toEqual({ price_turn: up });
});

test("[E-5] it is the clock of the station that counts, in the same minute as well", () => {
  const one = tariff();
  const turn = (zone: string) => turnOf(one, zone, at("17:00:00.000")).price_turn?.at;
  expect(turn(ZONE)).toBe("2026-11-20T12:30:00.000Z");
  expect(turn("UTC")).toBe("2026-11-20T18:00:00.000Z");
  expect(turn(ZONE)).toBe("2026-11-20T12:30:00.000Z");
});

test("[E-5] it is reckoned once a minute for all plugs of a tariff", () => {
  const one = tariff();
  const first = turnOf(one, ZONE, at("17:00:00.000"));
  expect(turnOf(one, ZONE, at("17:00:59.999"))).toBe(first);
  expect(turnOf(one, ZONE, at("17:01:00.000"))).not.toBe(first);
  expect(turnOf(tariff(), ZONE, at("17:00:00.000"))).not.toBe(first);
});

test("a place needs both its latitude and its longitude, and zero is one", () => {
  expect(positionOf({ latitude: 0, longitude: 0 })).toEqual({ latitude: 0, longitude: 0 });
  expect(positionOf({ latitude: 18.5 })).toBe(null);
  expect(positionOf({ longitude: 73.8 })).toBe(null);
  expect(positionOf({})).toBe(null);
});

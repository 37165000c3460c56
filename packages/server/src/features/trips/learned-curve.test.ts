import { vehicles } from "@voltmarg/contract";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import type { Driver } from "@voltmarg/testkit/harness";
import { connectorOf, evseOf, locationOf } from "@voltmarg/testkit/partner";
import { openTripWorld, type TripWorld } from "@voltmarg/testkit/trip-world";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const BATTERY = 45;
const MINUTES = 5;

let on: TripWorld;
beforeAll(async () => {
  on = await openTripWorld();
});
afterAll(() => on.close());

/** A session from 10 % on, at 20 kW in a vehicle that is stated to take 30, as its operator sends it. */
async function charge(
  who: Driver,
  stateOfCharge: (percent: number) => number | null = (p) => p,
  at = "EVEN-1",
) {
  const asked = await on.ask(who, at, { selectedMoney: 1_000 });
  await on.tell(asked, { kwh: 0 });
  const kwh = (20 * MINUTES) / 60;
  const charging_periods = Array.from({ length: 20 }, (_, nth) => {
    const percent = stateOfCharge(10 + (((nth + 1) * kwh * 0.9) / BATTERY) * 100);
    return {
      start_date_time: new Date(asked.start + nth * MINUTES * 60_000).toISOString(),
      dimensions: [
        { type: "ENERGY", volume: kwh },
        ...(percent === null ? [] : [{ type: "STATE_OF_CHARGE", volume: percent }]),
      ],
    };
  });
  on.world.clock.advance(20 * MINUTES * 60_000);
  await on.tell(asked, { kwh: kwh * 20, status: "COMPLETED", more: { charging_periods } });
  await on.world.drain();
}
async function plan(who: Driver) {
  await on.hear();
  const { plan: made } = await on.plan(who);
  const power = made.assumptions.find(({ of }) => /CURVE|POWER/.test(of))!;
  return { minutes: made.charge_minutes, kwh: made.kwh, power };
}

/** Changes the driver's car. */
async function carOf(who: Driver) {
  const as = { params: { userId: who.id }, token: await on.tokenOf(who) };
  const { id } = (await on.world.call(vehicles.listVehicles, as)).body.content[0]!;
  return async (more: object) =>
    on.world.call(vehicles.updateVehicle, {
      params: { userId: who.id, id },
      body: { ...NEXON, range: 320, ...more },
      token: await on.tokenOf(who),
    });
}

describe("[T-13] a trip by what a driver's own sessions showed of the vehicle", () => {
  test("three sessions that told the battery change the minutes at stops; fewer do not", async () => {
    const who = await on.driver(1_000_000);
    const other = await on.driver(1_000_000);
    const before = await plan(who);
    expect(before.power.of).toBe("CURVE");
    await charge(who);
    await charge(who);
    for (let nth = 0; nth < 3; nth += 1) await charge(other);
    expect(await plan(who)).toEqual(before);
    await charge(who);
    const after = await plan(who);
    expect(after.power).toEqual({ of: "LEARNED_CURVE", value: 20 });
    expect(after.minutes).toBeGreaterThan(before.minutes * 1.2);
    expect(after.kwh).toBeCloseTo(before.kwh, 0);
  });

  test("sessions of another vehicle and at other plugs do not count", async () => {
    for (const [id, plug] of [
      ["AC", { standard: "IEC_62196_T2", power_type: "AC_3_PHASE", max_electric_power: 22_000 }],
      ["OTHER", { standard: "CHADEMO" }],
    ] as const) {
      const connectors = [connectorOf({ tariff_ids: ["EVEN"], ...plug })];
      const evses = [evseOf(`${id}-1`, { connectors })];
      await on.operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, { evses }));
      const found = await on.world.database.pool.query<{ id: string }>(
        "select id from location where ocpi_id = $1",
        [id],
      );
      on.places.set(id, found.rows[0]!.id);
    }
    const who = await on.driver(1_000_000);
    const before = await plan(who);
    const became = await carOf(who);
    await charge(who);
    await became({ model: "Curvv EV" });
    for (let nth = 0; nth < 2; nth += 1) await charge(who);
    await became({});
    for (const at of ["AC-1", "OTHER-1"])
      for (let nth = 0; nth < 2; nth += 1) await charge(who, (percent) => percent, at);
    await charge(who);
    expect(await plan(who)).toEqual(before);
    await charge(who);
    expect((await plan(who)).power.of).toBe("LEARNED_CURVE");
  });

  test.each([
    ["tell none", () => null],
    ["always tell 0 %", () => 0],
    ["always tell 100 %", () => 100],
    ["tell a battery that empties", (percent: number) => 100 - percent],
  ])("three sessions that %s change nothing", async (_, told) => {
    const who = await on.driver(1_000_000);
    const before = await plan(who);
    for (let nth = 0; nth < 3; nth += 1) await charge(who, told);
    expect(await plan(who)).toEqual(before);
  });

  test("is forgotten when the vehicle becomes another one, not when it gets its number", async () => {
    const who = await on.driver(1_000_000);
    for (let nth = 0; nth < 3; nth += 1) await charge(who);
    const save = await carOf(who);
    const { body } = await save({ registration: "MH 12 QT 4417" });
    expect(body.data).not.toHaveProperty("seen_curve");
    expect((await plan(who)).power.of).toBe("LEARNED_CURVE");
    await save({ model: "Curvv EV" });
    expect((await plan(who)).power.of).toBe("CURVE");
  });
});

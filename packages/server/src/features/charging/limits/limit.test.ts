import { byTwo } from "@voltmarg/testkit/by-two";
import { charging, provider, vehicles, wallet, type EstimationInfo } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  START,
  startHarness,
  type Driver,
  type FreePlug,
  type Harness,
} from "@voltmarg/testkit/harness";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../../platform/database/database.ts";
import { findStopLead } from "../stop/stop-latency.store.ts";

async function readyDriver(world: Harness): Promise<Driver> {
  const driver = await world.signUp();
  await world.call(vehicles.addVehicle, {
    params: { userId: driver.id },
    body: NEXON,
    token: driver.token,
  });
  await world.topUp(driver, 200_000);
  return driver;
}
const billOf = async (world: Harness, driver: Driver) => {
  const { body } = await world.call(charging.searchCdrs, {
    params: { userId: driver.id },
    token: driver.token,
  });
  return body.content[0];
};

describe("[S-7] with the simulated operator, thirty times as fast as real time", () => {
  let world: Harness;
  beforeAll(async () => {
    world = await startHarness({ locations: 60, env: { DEMO_SPEED: "30" } });
  });
  afterAll(() => world.stop());

  const fast = (plug: FreePlug) =>
    plug.connector.power_type === "DC" && (plug.connector.powerInKwh ?? 0) >= 30;

  async function chargeFor(rupees: number): Promise<number> {
    const driver = await readyDriver(world);
    const plug = await world.freePlug(driver, fast);
    await world.call(charging.startSession, {
      body: {
        location_id: plug.location.id,
        evse_uid: plug.evse.uid,
        connector_id: plug.connector.id,
        estimation_info: { selectedMoney: rupees },
      },
      token: driver.token,
    });
    for (let i = 0; i < 100; i++) {
      await world.pass(1, 0.1);
      const bill = await billOf(world, driver);
      if (!bill) continue;
      expect(bill).toMatchObject({ stop_reason: "LIMIT", dispute: null });
      return bill.amount_minor / 100;
    }
    throw new Error("the charge did not end");
  }

  test("the first session reaches an amount within a rupee, and later ones do not exceed it", async () => {
    const first = await chargeFor(60);
    expect(first).toBeGreaterThan(57);
    expect(first).toBeLessThan(62);
    for (const rupees of [60, 100, 250]) {
      const paid = await chargeFor(rupees);
      expect(paid).toBeLessThanOrEqual(rupees);
      expect(paid).toBeGreaterThan(rupees - 4);
    }
  });
});

describe("[S-7] with an operator controlled by the test", () => {
  let world: Harness;
  let operator: Partner;
  const places = new Map<string, string>();
  const KW = 48;

  const perKwh = (price: number, restrictions?: object) => ({
    price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }],
    ...(restrictions ? { restrictions } : {}),
  });
  const TARIFFS = {
    EVEN: [perKwh(20)],
    // Three times the price from the second kWh on.
    KWH: [perKwh(60, { min_kwh: 2 }), perKwh(20)],
    // From 12:05 in India's time.
    CLOCK: [perKwh(60, { start_time: "12:05", end_time: "23:00" }), perKwh(20)],
    // After four minutes.
    TIME: [perKwh(60, { min_duration: 240 }), perKwh(20)],
    // Full kWh only.
    STEPS: [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1000 }] }],
    // ₹41.30 with GST for a session of any length.
    WHOLE: [{ price_components: [{ type: "FLAT", price: 35, vat: 18, step_size: 1 }] }],
    PARKING: [
      {
        price_components: [
          { type: "ENERGY", price: 1, vat: 18, step_size: 1 },
          { type: "PARKING_TIME", price: 600, vat: 18, step_size: 1 },
        ],
      },
    ],
  };

  beforeAll(async () => {
    world = await startHarness({ locations: 0, operators: false });
    operator = await openPartner(world, "TST");
    for (const [id, elements] of Object.entries(TARIFFS)) {
      await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariffOf(id, { elements }));
      const connectors = [connectorOf({ tariff_ids: [id] })];
      await operator.call(
        "PUT",
        `/locations/IN/TST/${id}`,
        locationOf(id, { evses: [evseOf(`${id}-1`, { connectors })] }),
      );
    }
    const found = await rows(
      world.database.db,
      sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
    );
    for (const { id, ocpi_id } of found) places.set(ocpi_id, id);
  });
  afterAll(async () => {
    await world.stop();
    await operator.close();
  });
  beforeEach(async () => {
    world.clock.set(new Date(START));
    await sql`delete from stop_lead`.execute(world.database.db);
  });

  /** The car takes KW until it is full after so many seconds; the operator reports the meter at intervals, and stops late. */
  async function chargeFor(
    info: Partial<EstimationInfo>,
    more: {
      at?: keyof typeof TARIFFS;
      every?: number;
      stopTakes?: number;
      fullAfter?: number;
      startsUp?: number;
    } = {},
  ) {
    const { at = "EVEN", every = 30, stopTakes = 1, fullAfter = Infinity, startsUp = 0 } = more;
    const driver = await readyDriver(world);
    const body = {
      location_id: places.get(at)!,
      evse_uid: `${at}-1`,
      connector_id: "1",
      estimation_info: info,
    };
    const { body: started } = await world.call(charging.startSession, {
      body,
      token: driver.token,
    });
    await world.service.outbox.drain();
    const id = `s-${started.data.id.slice(-8)}`;
    const start = world.clock.now().getTime();
    const isoAt = (second: number) => new Date(start + second * 1000).toISOString();
    const words: number[] = [];
    /** A period from each meter report to the next, and one more when the car is full. */
    const periodsAt = (second: number) => {
      const cuts = [0, ...words.filter((word) => word > 0 && word < second), second];
      if (fullAfter < second) cuts.push(fullAfter);
      const sorted = [...new Set(cuts)].toSorted((a, b) => a - b);
      return sorted.slice(0, -1).map((from, i) => {
        const to = sorted[i + 1]!;
        const time = {
          type: from < fullAfter ? "TIME" : "PARKING_TIME",
          volume: (to - from) / 3600,
        };
        const energy = {
          type: "ENERGY",
          volume: Math.round((kwhAt(to) - kwhAt(from)) * 10_000) / 10_000,
        };
        return {
          start_date_time: isoAt(from),
          dimensions: from < fullAfter ? [energy, time] : [time],
        };
      });
    };
    // Starting up is linear, so that half of its time is lost.
    const kwhAt = (second: number) => {
      const charged = Math.min(second, fullAfter);
      const slow = Math.min(charged, startsUp);
      const lost = startsUp > 0 ? slow - slow ** 2 / (2 * startsUp) : 0;
      return Math.round((KW * (charged - lost) * 10_000) / 3600) / 10_000;
    };
    const tell = (second: number, session: object) =>
      operator.call("PUT", `/sessions/IN/TST/${id}`, {
        ...sessionOf(id, { authorization_reference: started.data.id, start_date_time: isoAt(0) }),
        kwh: kwhAt(second),
        ...(second > 0 ? { charging_periods: periodsAt(second) } : {}),
        last_updated: isoAt(second),
        ...session,
      });
    const isStopped = () =>
      operator.commands.some(
        ({ kind, body: sent }) => kind === "STOP_SESSION" && sent.session_id === id,
      );
    let nextReport = 0;
    let endsAt = Infinity;
    while (endsAt === Infinity || world.clock.now().getTime() < start + endsAt * 1000) {
      const second = (world.clock.now().getTime() - start) / 1000;
      if (second >= nextReport) {
        await tell(second, {});
        words.push(second);
        nextReport += every;
      }
      await world.service.outbox.drain();
      if (endsAt === Infinity && isStopped()) endsAt = second + stopTakes;
      if (second > 3_000) throw new Error("nobody stopped the charge");
      // To the next event: a meter report, the planned check, the end.
      const look = await lookOf(started.data.id);
      const next = Math.min(nextReport, look > 0 ? (look - start) / 1000 : Infinity, endsAt);
      world.clock.set(new Date(start + Math.max(next, second + 0.001) * 1000));
    }
    const end = endsAt;
    await tell(end, { status: "COMPLETED", end_date_time: isoAt(end) });
    // The operator's total does not matter here: the driver pays the promised price.
    await operator.call("POST", "/cdrs", {
      ...cdrOf(`c-${id}`, { session_id: id, authorization_reference: started.data.id }),
      start_date_time: isoAt(0),
      end_date_time: isoAt(end),
      charging_periods: periodsAt(end),
      total_energy: kwhAt(end),
      total_time: end / 3600,
      total_cost: { excl_vat: 90_000, incl_vat: 106_200 },
    });
    const bill = await billOf(world, driver);
    if (!bill) throw new Error("no bill");
    return bill;
  }
  /** Epoch milliseconds of a session's next check; 0: none is planned. */
  async function lookOf(id: string): Promise<number> {
    const [row] = await rows(
      world.database.db,
      sql<{ at: Date | null }>`select limit_due_at as at from session where id = ${id}`,
    );
    const at = row?.at?.getTime() ?? 0;
    return at > world.clock.now().getTime() ? at : 0;
  }
  // One second at the highest price.
  const A_SECOND = (KW / 3600) * 60 * 118;

  test("an amount is reached from below if the operator stops as fast as expected", async () => {
    const bill = await chargeFor({ selectedMoney: 100 });
    expect(bill.amount_minor).toBeLessThanOrEqual(10_000);
    expect(bill.amount_minor).toBeGreaterThan(9_900);
    expect(bill.stop_reason).toBe("LIMIT");
  });

  test("an amount that buys no energy is refused with the least that does, and holds nothing", async () => {
    const driver = await readyDriver(world);
    const ask = {
      body: {
        location_id: places.get("WHOLE")!,
        evse_uid: "WHOLE-1",
        connector_id: "1",
        estimation_info: { selectedMoney: 15 } as EstimationInfo,
      },
      token: driver.token,
    };
    const { body } = await world.refused(charging.startSession, ask);
    expect(body).toMatchObject({ code: "AMOUNT_TOO_SMALL", least_minor: 4_200 });
    const { data } = (
      await world.call(wallet.getWallet, { params: { userId: driver.id }, token: driver.token })
    ).body;
    expect(data.held_minor).toBe(0);
    ask.body.estimation_info.selectedMoney = 42;
    expect((await world.call(charging.startSession, ask)).body.data.status).toBe("PENDING");
  });

  test("so are an energy, a time and a range", async () => {
    const energy = await chargeFor({ selectedPower: 4 });
    expect(energy.total_energy).toBeLessThanOrEqual(4);
    expect(energy.total_energy).toBeGreaterThan(3.96);
    const time = await chargeFor({ selectedTime: 5 });
    expect(time.total_time_s).toBeLessThanOrEqual(300);
    expect(time.total_time_s).toBeGreaterThan(297);
    const range = await chargeFor({ selectedRange: 50 });
    const kwh = (50 * NEXON.battery_capacity) / NEXON.range;
    expect(range.total_energy).toBeLessThanOrEqual(kwh);
    expect(range.total_energy).toBeGreaterThan(kwh - 0.06);
  });

  test("a car that starts up slowly does not exceed the amount", async () => {
    const bill = await chargeFor({ selectedMoney: 50 }, { every: 90, startsUp: 12 });
    expect(bill.amount_minor).toBeLessThanOrEqual(5_000);
    expect(bill.amount_minor).toBeGreaterThan(4_900);
  });

  test("an operator that is slow to stop exceeds it once, at no cost for the driver, and then not again", async () => {
    const first = await chargeFor({ selectedMoney: 100 }, { stopTakes: 8 });
    expect(first.amount_minor).toBe(10_000);
    const over = first.lines.find(({ dimension }) => dimension === "ABOVE_AGREED");
    expect(over?.incl_vat_minor).toBeLessThan(-100);
    expect(await findStopLead(world.database.db, operator.operatorId)).toMatchObject({
      mean: 8,
      samples: 1,
    });
    for (let i = 0; i < 3; i++) {
      const bill = await chargeFor({ selectedMoney: 100 }, { stopTakes: 8 });
      expect(bill.amount_minor).toBeLessThanOrEqual(10_000);
      expect(bill.amount_minor).toBeGreaterThan(9_800);
    }
  });

  test("the stop latency of one operator does not affect another", async () => {
    await chargeFor({ selectedMoney: 50 }, { stopTakes: 8 });
    expect(await findStopLead(world.database.db, "opr_other")).toBeNull();
  });

  test("a session that ends without our stop does not change the latency", async () => {
    await sql`insert into stop_lead values (${operator.operatorId}, 1, 0, 5, now())`.execute(
      world.database.db,
    );
    const driver = await readyDriver(world);
    const { body } = await world.call(charging.startSession, {
      body: {
        location_id: places.get("EVEN")!,
        evse_uid: "EVEN-1",
        connector_id: "1",
        estimation_info: { selectedMoney: 500 },
      },
      token: driver.token,
    });
    await world.service.outbox.drain();
    const told = sessionOf("s-self", { authorization_reference: body.data.id });
    await operator.call("PUT", "/sessions/IN/TST/s-self", told);
    world.clock.advance(600_000);
    await operator.call("PUT", "/sessions/IN/TST/s-self", {
      ...told,
      status: "COMPLETED",
      end_date_time: "2026-11-20T06:40:00Z",
      last_updated: "2026-11-20T06:40:00Z",
    });
    expect(await findStopLead(world.database.db, operator.operatorId)).toMatchObject({
      samples: 5,
    });
  });

  test.each(["KWH", "CLOCK", "TIME"] as const)(
    "a price that turns dearer by %s after the last word of the meter does not pass the amount",
    async (at) => {
      const bill = await chargeFor({ selectedMoney: 150 }, { at, every: 90 });
      expect(bill.amount_minor).toBeLessThanOrEqual(15_000);
      expect(bill.amount_minor).toBeGreaterThan(15_000 - 2 * A_SECOND);
      expect(new Set(bill.lines.map(({ price }) => price))).toEqual(new Set(["20", "60"]));
    },
  );

  test("a price step that would exceed the amount is not begun", async () => {
    const bill = await chargeFor({ selectedMoney: 100 }, { at: "STEPS", every: 90 });
    expect(bill.amount_minor).toBe(4 * 2_360);
  });

  test("a parking fee counts towards the amount", async () => {
    const bill = await chargeFor(
      { selectedMoney: 60 },
      { at: "PARKING", every: 90, fullAfter: 300 },
    );
    expect(bill.amount_minor).toBeLessThanOrEqual(6_000);
    expect(bill.amount_minor).toBeGreaterThan(5_900);
    expect(bill.total_parking_time_s).toBe(0);
    expect(bill.lines.map(({ dimension }) => dimension)).toEqual(["ENERGY", "PARKING_TIME"]);
  });

  test("[E-4] at a retail price the amount is the driver's, not the operator's", async () => {
    await byTwo(world, provider.putRetailRule, { body: { markup_percent: 50 } });
    const bill = await chargeFor({ selectedMoney: 100 });
    await byTwo(world, provider.deleteRetailRule, { query: {} });
    expect(bill.amount_minor).toBeLessThanOrEqual(10_000);
    expect(bill.amount_minor).toBeGreaterThan(9_850);
    expect(bill.lines[0]?.price).toBe("30");
  });
});

import { charging, vehicles, wallet, type Session } from "@voltmarg/contract";
import { sql } from "../../platform/database/database.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type FreePlug, type Harness } from "@voltmarg/testkit/harness";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";

let world: Harness;
beforeAll(async () => {
  world = await startHarness();
});
afterAll(() => world.stop());

async function readyDriver(minor = 50_000): Promise<Driver> {
  const driver = await world.signUp();
  await world.call(vehicles.addVehicle, {
    params: { userId: driver.id },
    body: NEXON,
    token: driver.token,
  });
  if (minor > 0) await world.topUp(driver, minor);
  return driver;
}

const bodyFor = (plug: FreePlug, rupees = 100) => ({
  location_id: plug.location.id,
  evse_uid: plug.evse.uid,
  connector_id: plug.connector.id,
  estimation_info: { selectedMoney: rupees },
});

const start = async (driver: Driver, plug: FreePlug, rupees?: number): Promise<Session> =>
  (
    await world.call(charging.startSession, {
      body: bodyFor(plug, rupees),
      token: driver.token,
    })
  ).body.data;

const latest = async (driver: Driver): Promise<Session> => {
  const { body } = await world.call(charging.latestSession, {
    params: { userId: driver.id },
    token: driver.token,
  });
  if (!body.data) throw new Error("no session");
  return body.data;
};

const balance = async (driver: Driver) =>
  (await world.call(wallet.getWallet, { params: { userId: driver.id }, token: driver.token })).body
    .data;

const fast = (plug: FreePlug) =>
  plug.connector.power_type === "DC" && (plug.connector.powerInKwh ?? 0) >= 30;

type SimCdr = {
  session_id: string;
  total_cost: { incl_vat: number };
  authorization_reference: string;
};
type SimCommand = { kind: string; authorization_reference?: string };

describe("a session", () => {
  test("[S-1] [S-2] [S-3] [B-1] [E-4] runs from start to a bill that equals the capture and the CDR", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    const asked = await start(driver, plug, 300);
    expect(asked.status).toBe("PENDING");
    const held = await balance(driver);
    expect(held.balance_minor).toBe(50_000);
    expect(held.held_minor).toBeGreaterThanOrEqual(35_000);

    await world.pass(6);
    const early = await latest(driver);
    expect(early.status).toBe("ACTIVE");
    await world.pass(60, 2);
    const later = await latest(driver);
    expect(later.step).toBe("FLOWING");
    expect(later.kwh!).toBeGreaterThan(early.kwh ?? 0);
    expect(later.cost_minor!).toBeGreaterThan(0);

    await world.call(charging.stopSession, {
      body: { session_id: asked.id },
      token: driver.token,
    });
    await world.pass(10);
    const over = await latest(driver);
    expect(over.step).toBe("BILLED");

    const bill = (
      await world.call(charging.getCdr, { params: { id: over.cdr_id! }, token: driver.token })
    ).body.data;
    const cdrs = await world.control<SimCdr[]>("/control/cdrs");
    const theirs = cdrs.find((c) => c.authorization_reference === asked.id)!;
    expect(bill.amount_minor).toBe(Math.round(theirs.total_cost.incl_vat * 100));
    expect(bill.amount_minor).toBeGreaterThan(0);
    expect(bill.net_minor + bill.cgst_minor + bill.sgst_minor).toBe(bill.amount_minor);

    const after = await balance(driver);
    expect(after.held_minor).toBe(0);
    expect(after.balance_minor).toBe(50_000 - bill.amount_minor);
    expect(bill.balance_after_minor).toBe(after.balance_minor);
    const history = (
      await world.call(charging.searchCdrs, { params: { userId: driver.id }, token: driver.token })
    ).body;
    expect(history.content.map((c) => c.id)).toEqual([bill.id]);
    const { content: movements } = (
      await world.call(wallet.listMovements, {
        params: { userId: driver.id },
        token: driver.token,
      })
    ).body;
    expect(Object.fromEntries(movements.map((m) => [m.kind, m.hold_status]))).toEqual({
      TOP_UP: null,
      HOLD: "CAPTURED",
      CHARGE: null,
    });
    const perSession = await world.call(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
      query: { per: "session" },
    });
    expect(perSession.body.content).toMatchObject([
      { kind: "CHARGE", held_minor: held.held_minor, place: over.location.name },
      { kind: "TOP_UP", held_minor: null, place: null },
    ]);
  });

  test("[S-2] [S-7] pushes lost while the service was down are pulled when it is back", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    const asked = await start(driver, plug, 300);
    await world.pass(60, 2);
    const before = await latest(driver);
    await sql`delete from meter_value where session_id = ${asked.id} and at < ${world.clock.now()}`.execute(
      world.database.db,
    );
    await world.service.resume();
    await world.drain();
    await world.pass(2);
    const after = await latest(driver);
    expect(after.cost_minor!).toBeGreaterThanOrEqual(before.cost_minor!);
    expect(after.curve.length).toBeGreaterThan(1);
    await world.call(charging.stopSession, { body: { session_id: asked.id }, token: driver.token });
    await world.pass(10);
    expect((await latest(driver)).step).toBe("BILLED");
  });

  test("a car that takes more energy than its driver entered is billed", async () => {
    const driver = await world.signUp();
    await world.call(vehicles.addVehicle, {
      params: { userId: driver.id },
      body: { ...NEXON, max_dc_intake: 10 },
      token: driver.token,
    });
    await world.topUp(driver, 50_000);
    const plug = await world.freePlug(
      driver,
      (p) => p.connector.power_type === "DC" && (p.connector.max_electric_power ?? 0) >= 100_000,
    );
    const asked = await start(driver, plug, 100);
    await world.pass(60, 2);
    await world.call(charging.stopSession, { body: { session_id: asked.id }, token: driver.token });
    await world.pass(10);
    expect((await latest(driver)).step).toBe("BILLED");
  });

  test("[S-7] stops by itself at the chosen money and the bill stays within a rupee of it", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await start(driver, plug, 60);
    await world.pass(500, 5);
    const over = await latest(driver);
    expect(over.step).toBe("BILLED");
    const bill = (
      await world.call(charging.getCdr, { params: { id: over.cdr_id! }, token: driver.token })
    ).body.data;
    expect(bill.stop_reason).toBe("LIMIT");
    expect(bill.amount_minor).toBeGreaterThan(5_700);
    expect(bill.amount_minor).toBeLessThan(6_300);
  });

  test("[S-1] a refused start shows the refusal and releases its hold at once", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await world.control("/control/scenario", {
      name: "rejects",
      evse_uid: plug.evse.uid,
      times: 1,
    });
    await start(driver, plug);
    await world.drain();
    const failed = await latest(driver);
    expect(failed).toMatchObject({
      status: "FAILED",
      failure: { code: "REJECTED", not_charged: true },
      hold: { status: "RELEASED" },
    });
    expect(await balance(driver)).toMatchObject({ balance_minor: 50_000, held_minor: 0 });
  });

  test("[S-1] a car that is not plugged in has its own message", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await world.control("/control/scenario", {
      name: "not_plugged_in",
      evse_uid: plug.evse.uid,
      times: 1,
    });
    await start(driver, plug);
    await world.pass(5);
    expect(await latest(driver)).toMatchObject({
      step: "NOT_PLUGGED",
      failure: { code: "NOT_PLUGGED", not_charged: true },
      hold: { status: "RELEASED" },
    });
  });

  test("[S-1] without an answer the hold stays until the operator, when asked, has no such session", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await world.control("/control/scenario", {
      name: "never_answers",
      evse_uid: plug.evse.uid,
      times: 1,
    });
    await start(driver, plug);
    await world.pass(5);
    expect(await latest(driver)).toMatchObject({ status: "PENDING", hold: { status: "HELD" } });
    await world.pass(60);
    expect(await latest(driver)).toMatchObject({ step: "UNKNOWN", hold: { status: "HELD" } });
    await world.pass(15);
    expect(await latest(driver)).toMatchObject({
      step: "EXPIRED",
      failure: { code: "NO_ANSWER", not_charged: true },
      hold: { status: "RELEASED" },
    });
  });

  test("[S-1] after a lost callback the session is found and continues", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await world.control("/control/scenario", {
      name: "lost_callback",
      evse_uid: plug.evse.uid,
      times: 1,
    });
    const asked = await start(driver, plug);
    await world.pass(20);
    expect((await latest(driver)).status).toBe("ACTIVE");
    await world.call(charging.stopSession, { body: { session_id: asked.id }, token: driver.token });
    await world.pass(10);
    expect((await latest(driver)).step).toBe("BILLED");
  });

  test("[S-1] a session that appears after the operator's timeout continues, with its money held throughout", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    await world.control("/control/scenario", {
      name: "late_session",
      evse_uid: plug.evse.uid,
      times: 1,
    });
    const asked = await start(driver, plug);
    await world.pass(20);
    expect(await latest(driver)).toMatchObject({ step: "UNKNOWN", failure: null });
    expect((await balance(driver)).held_minor).toBe(asked.hold!.amount_minor);
    await world.pass(40);
    const late = await latest(driver);
    expect(late).toMatchObject({ status: "ACTIVE", failure: null, hold: { status: "HELD" } });
    expect((await balance(driver)).held_minor).toBe(asked.hold!.amount_minor);
    await world.call(charging.stopSession, { body: { session_id: asked.id }, token: driver.token });
    await world.pass(10);
    const over = await latest(driver);
    const bill = (
      await world.call(charging.getCdr, { params: { id: over.cdr_id! }, token: driver.token })
    ).body.data;
    expect(await balance(driver)).toMatchObject({
      balance_minor: 50_000 - bill.amount_minor,
      held_minor: 0,
    });
  });

  test("[S-1] [B-2] fifty parallel starts make one session, one hold and one command", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${world.url}${charging.startSession.path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${driver.token}`, "content-type": "application/json" },
          body: JSON.stringify(bodyFor(plug)),
        }).then((r) => r.status),
      ),
    );
    expect(answers.filter((s) => s === 200)).toHaveLength(1);
    expect(answers.filter((s) => s === 409)).toHaveLength(49);
    await world.drain();
    const session = await latest(driver);
    const commands = await world.control<SimCommand[]>("/control/commands");
    expect(commands.filter((c) => JSON.stringify(c).includes(session.id))).toHaveLength(1);
    expect(session.hold?.amount_minor).toBe((await balance(driver)).held_minor);
  });

  test("[B-2] [M-6] a start with too little money is refused with the missing amount", async () => {
    const driver = await readyDriver(0);
    const plug = await world.freePlug(driver, fast);
    const refused = await world.refused(charging.startSession, {
      body: bodyFor(plug),
      token: driver.token,
    });
    expect(refused.status).toBe(402);
    expect(refused.body.code).toBe("INSUFFICIENT_BALANCE");
    expect(refused.body.missing_minor).toBeGreaterThanOrEqual(15_000);
  });

  test("an idempotency key replays the same start and refuses another body", async () => {
    const driver = await readyDriver();
    const plug = await world.freePlug(driver, fast);
    const send = (rupees: number) => ({
      body: bodyFor(plug, rupees),
      headers: { "idempotency-key": "one-intent-0001" },
      token: driver.token,
    });
    const first = await world.call(charging.startSession, send(100));
    const again = await world.call(charging.startSession, send(100));
    expect(again.body.data.id).toBe(first.body.data.id);
    expect((await world.refused(charging.startSession, send(200))).body.code).toBe(
      "IDEMPOTENCY_KEY_REUSED",
    );
  });
});

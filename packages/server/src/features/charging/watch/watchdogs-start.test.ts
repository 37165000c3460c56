import { charging } from "@voltmarg/contract";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sql } from "../../../platform/database/database.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(() => {
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
  own.operator.shelf.sessions = [];
  own.operator.fails = undefined;
  // So that updates of one test are older than the next test's start.
  own.world.clock.advance(1_000);
});

const starts = ({ id }: OwnCharge) =>
  own.operator.commands.filter(
    ({ kind, body }) => kind === "START_SESSION" && body.authorization_reference === id,
  ).length;
/** A start given up while its operator could not be asked: the driver got no "you were not charged". */
const givenUp = async (minor?: number): Promise<OwnCharge> => {
  const charge = await own.ask(await own.driver(minor));
  own.operator.fails = () => 503;
  await own.world.pass(105, 5);
  own.operator.fails = undefined;
  expect(await own.show(charge)).toMatchObject({ step: "EXPIRED", hold: { status: "RELEASED" } });
  return charge;
};

test("[S-1] the session of an accepted start is found by asking the operator", async () => {
  const charge = await own.ask(await own.driver());
  own.operator.shelf.sessions = [own.session(charge)];
  await own.world.pass(45, 5);
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", hold: { status: "HELD" } });
  expect(starts(charge)).toBe(1);
});

test("[S-1] [S-7] a session that was found by asking is watched: a lost stop is sent again", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-1", { selectedMoney: 50 });
  own.world.clock.advance(20_000);
  own.operator.shelf.sessions = [own.session(charge)];
  await own.world.pass(25, 5);
  own.operator.answer = { result: "REJECTED", timeout: 30 };
  await own.world.pass(600, 10);
  expect(own.stops(charge)).toBeGreaterThan(2);
  own.operator.shelf.sessions = [own.session(charge, { kwh: 1, status: "COMPLETED" })];
  await own.world.pass(120, 5);
  expect((await own.show(charge)).step).toBe("ENDED");
});

test.each([
  ["drops our reference", {}],
  ["has a reference made by its operator", { authorization_reference: "another" }],
])(
  "[S-1] a session that %s is matched by driver, plug and time, and not by fewer of them",
  async (_what, found) => {
    const charge = await own.ask(await own.driver());
    const told = (more: object) => {
      const { authorization_reference: _, ...session } = own.session(charge) as Record<
        string,
        unknown
      >;
      return {
        ...session,
        cdr_token: { ...(session.cdr_token as object), uid: charge.driver.id },
        ...more,
      };
    };
    for (const more of [
      { evse_uid: "EVEN-2" },
      { cdr_token: { ...(told({}).cdr_token as object), uid: "usr_other" } },
      { start_date_time: "2026-11-20T05:00:00Z" },
    ]) {
      const less = told({ ...found, ...more });
      await own.operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, less);
      expect((await own.show(charge)).status).toBe("PENDING");
    }
    await own.operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, told(found));
    expect((await own.show(charge)).status).toBe("ACTIVE");
  },
);

test("[S-1] a start of which the operator has no session fails a minute after its timeout, and the driver is notified", async () => {
  own.operator.answer = { result: "ACCEPTED", timeout: 120 };
  const charge = await own.ask(await own.driver());
  await own.world.pass(115, 5);
  expect((await own.show(charge)).status).toBe("PENDING");
  await own.world.pass(60, 5);
  expect(await own.show(charge)).toMatchObject({ step: "UNKNOWN", hold: { status: "HELD" } });
  await own.world.pass(15, 5);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "NO_ANSWER", not_charged: true },
    hold: { status: "RELEASED" },
  });
  expect((await own.told(charge.driver))[0]).toContain("no money is on hold any more");
  expect(starts(charge)).toBe(1);
});

test.each([
  [1, 60, 75],
  [6, 60, 75],
  [0, 85, 105],
  [-5, 85, 105],
  [45, 100, 120],
  [1_000, 355, 375],
])(
  "[S-1] a start that its operator takes %i seconds for is not given up after %i and is after %i",
  async (timeout, before, after) => {
    own.operator.answer = { result: "ACCEPTED", timeout };
    const charge = await own.ask(await own.driver());
    await own.world.pass(before, 5);
    expect(await own.show(charge)).toMatchObject({ status: "PENDING", hold: { status: "HELD" } });
    await own.world.pass(after - before, 5);
    expect(await own.show(charge)).toMatchObject({ failure: { code: "NO_ANSWER" } });
  },
);

test("[S-1] a start whose command has no answer waits half a minute for one, and a minute more", async () => {
  own.operator.onCommand = () => null;
  const charge = await own.ask(await own.driver());
  delete own.operator.onCommand;
  await own.world.pass(85, 5);
  expect(await own.show(charge)).toMatchObject({ status: "PENDING", hold: { status: "HELD" } });
  await own.world.pass(20, 5);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "NO_ANSWER", not_charged: true },
    hold: { status: "RELEASED" },
  });
});

test('[S-1] where the operator cannot be asked, the start fails a minute after the timeout, without "you were not charged"', async () => {
  const charge = await own.ask(await own.driver());
  own.operator.fails = () => 503;
  await own.world.pass(85, 5);
  expect(await own.show(charge)).toMatchObject({ status: "PENDING", hold: { status: "HELD" } });
  await own.world.pass(20, 5);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "NO_ANSWER", not_charged: false },
    hold: { status: "RELEASED" },
  });
  own.operator.fails = undefined;
  await own.world.pass(120, 30);
});

test("[S-1] a session that appears after that continues if nothing prevents it", async () => {
  const charge = await givenUp();
  await own.tell(charge);
  expect(await own.show(charge)).toMatchObject({
    status: "ACTIVE",
    failure: null,
    hold: { status: "HELD" },
  });
  expect((await own.told(charge.driver))[0]).toContain("started after all");
  expect(own.stops(charge)).toBe(0);
  await own.send(own.record(charge, 0.5, 60));
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 98_820, held_minor: 0 });
});

async function stoppedAndBilled(charge: OwnCharge): Promise<void> {
  await own.tell(charge);
  await own.world.drain();
  expect(await own.show(charge)).toMatchObject({ step: "STOPPING" });
  expect(own.stops(charge)).toBe(1);
  await own.tell(charge, { kwh: 0.5, status: "COMPLETED" });
  await own.send(own.record(charge, 0.5, 60));
  expect((await own.show(charge)).step).toBe("BILLED");
  expect((await own.bills(charge.driver))[0]).toMatchObject({ amount_minor: 1_180 });
}

test("[S-1] a late session is stopped, and billed by its CDR, if the driver charges elsewhere", async () => {
  const charge = await givenUp(300_000);
  await own.world.pass(60, 30);
  const next = await own.ask(charge.driver, "EVEN-2");
  await stoppedAndBilled(charge);
  // At the same instant as the bill's message, in either order.
  expect((await own.told(charge.driver)).join()).toContain("asked the operator to stop it");
  expect((await own.purse(charge.driver)).balance_minor).toBe(298_820);
  await own.tell(next, { status: "COMPLETED", kwh: 0 });
  await own.send(own.record(next, 0, 60));
});

test("[S-1] a late session is stopped if the money was spent elsewhere", async () => {
  const charge = await givenUp();
  await sql`select * from ledger_move(${charge.driver.id}, 'trf_spent', 'spent', 'x', 'CORRECTION', 'spent',
    ${own.world.clock.now()}, null, null, array[${charge.driver.id}], array['wallet'], array['system'],
    array['suspense'], array[60000::bigint])`.execute(own.world.database.db);
  await stoppedAndBilled(charge);
  expect((await own.purse(charge.driver)).balance_minor).toBe(38_820);
});

test("[S-1] a late session is stopped if it already costs more than was held", async () => {
  const charge = await givenUp();
  await own.world.pass(3_600, 600);
  await own.tell(charge, { kwh: 30 });
  await own.world.drain();
  expect(own.stops(charge)).toBe(1);
  expect((await own.show(charge)).hold?.status).toBe("RELEASED");
});

test("[S-1] a late session is stopped if the driver had cancelled the start", async () => {
  const charge = await own.ask(await own.driver());
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: charge.driver.token,
  });
  own.operator.fails = () => 503;
  await own.world.pass(105, 5);
  own.operator.fails = undefined;
  expect((await own.show(charge)).failure?.code).toBe("CANCELLED");
  await stoppedAndBilled(charge);
});

test('[S-1] after "you were not charged" a late session is stopped, and its CDR is not billed', async () => {
  const charge = await own.ask(await own.driver());
  await own.world.pass(105, 5);
  expect(await own.show(charge)).toMatchObject({ failure: { not_charged: true } });
  await own.tell(charge);
  await own.world.drain();
  expect(own.stops(charge)).toBe(1);
  await own.tell(charge, { kwh: 0.5, status: "COMPLETED" });
  await own.send(own.record(charge, 0.5, 60));
  await own.world.pass(25 * 3_600, 3_600);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", cdr_id: null });
  expect(await own.bills(charge.driver)).toEqual([]);
  expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[S-1] a start at an unreachable operator fails as UNREACHABLE and costs nothing", async () => {
  const driver = await own.driver();
  await own.operator.close();
  const charge = await own.ask(driver);
  expect(await own.show(charge)).toMatchObject({
    status: "FAILED",
    failure: { code: "UNREACHABLE", not_charged: true },
    hold: { status: "RELEASED" },
  });
  expect(await own.purse(driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

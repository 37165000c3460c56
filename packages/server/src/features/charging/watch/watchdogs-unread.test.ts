import { charging } from "@voltmarg/contract";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { stuckCharges } from "./stuck.store.ts";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(async () => {
  own.operator.shelf.sessions = [];
  own.operator.fails = undefined;
  // So that updates of one test are older than the next test's start.
  own.world.clock.advance(1_000);
});

const UNKNOWN_YET = {
  status: "PENDING",
  step: "UNKNOWN",
  failure: null,
  hold: { status: "HELD" },
};
const put = (charge: OwnCharge, body: unknown) =>
  own.operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, body);

/** The number of starts with an unknown outcome, as the back office sees it. */
const unclearNow = async () =>
  (await stuckCharges(own.world.database.db, own.world.clock.now())).unclear;

/** Sessions that cannot be read or assigned, by what is wrong with them. */
const UNREADABLE: [string, (charge: OwnCharge) => Promise<{ code: number }>][] = [
  ["has an invalid id", (charge) => put(charge, { ...own.session(charge), id: {} })],
  ["is no object", (charge) => put(charge, "charging, thank you")],
  ["is not JSON", (charge) => put(charge, '{"id": "s-1", "kwh": ')],
  ["belongs to no known driver", (charge) => put(charge, strange(charge))],
  ["has another id than its URL", (charge) => put(charge, { ...own.session(charge), id: "other" })],
  [
    "came to a URL that does not exist",
    (charge) => own.operator.call("POST", "/sessions", own.session(charge)),
  ],
  [
    "came as a PATCH of an unknown session",
    (charge) =>
      own.operator.call("PATCH", `/sessions/IN/TST/${charge.ocpiId}`, {
        kwh: 1,
        last_updated: own.world.clock.now().toISOString(),
      }),
  ],
];
/** Readable, but with a reference that is not ours. */
const strange = (charge: OwnCharge) => ({
  ...own.session(charge),
  authorization_reference: "of-its-own-making",
});

test.each(UNREADABLE)(
  '[S-1] after a session that %s, the operator is asked, and the start ends without "you were not charged"',
  async (_what, tell) => {
    const charge = await own.ask(await own.driver());
    await tell(charge);
    await own.world.pass(120, 10);
    expect(await own.show(charge)).toMatchObject(UNKNOWN_YET);
    await own.world.pass(840, 30);
    expect(await own.show(charge)).toMatchObject({
      status: "FAILED",
      failure: { code: "NO_ANSWER", not_charged: false },
      hold: { status: "RELEASED" },
    });
    const [told] = await own.told(charge.driver);
    expect(told).toContain("has not said whether charging at Place EVEN started");
    expect(told).not.toContain("did not start");
    expect(await own.purse(charge.driver)).toMatchObject({ held_minor: 0, balance_minor: 100_000 });
  },
);

test("[S-1] a session that becomes readable later continues as that charge", async () => {
  const charge = await own.ask(await own.driver());
  await put(charge, { ...own.session(charge), id: {} });
  await own.world.pass(300, 10);
  expect(await own.show(charge)).toMatchObject(UNKNOWN_YET);
  own.operator.shelf.sessions = [own.session(charge)];
  await own.world.pass(60, 10);
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", hold: { status: "HELD" } });
  await own.tell(charge, { status: "COMPLETED", kwh: 1 });
  await own.send(own.record(charge, 1, 370));
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
});

test("[B-3] the CDR alone is enough to bill it, before and after the start was given up", async () => {
  const [during, after] = [
    await own.ask(await own.driver()),
    await own.ask(await own.driver(), "EVEN-2"),
  ];
  for (const charge of [during, after]) await put(charge, "garbage");
  await own.world.pass(300, 10);
  await own.send(own.record(during, 1, 120));
  expect(await own.show(during)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
  await own.world.pass(900, 30);
  expect(await own.show(after)).toMatchObject({ failure: { not_charged: false } });
  const unclear = await unclearNow();
  await own.send(own.record(after, 1, 120));
  expect((await own.show(after)).step).toBe("BILLED");
  expect((await own.purse(after.driver)).balance_minor).toBe(97_640);
  expect(await unclearNow()).toBe(unclear - 1);
});

test("[S-1] a driver who cancels such a start waits no longer than for any other start", async () => {
  const charge = await own.ask(await own.driver());
  await put(charge, "garbage");
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: charge.driver.token,
  });
  await own.world.pass(105, 5);
  expect(await own.show(charge)).toMatchObject({
    failure: { code: "CANCELLED", not_charged: false },
    hold: { status: "RELEASED" },
  });
});

test('[S-1] a rejected command means "not charged", whatever else was unreadable', async () => {
  own.operator.answer = { result: "REJECTED", timeout: 30 };
  await own.operator.call("PUT", "/sessions/IN/TST/other", "garbage");
  const charge = await own.ask(await own.driver());
  await own.operator.call("PUT", "/sessions/IN/TST/other", "garbage");
  expect(await own.show(charge)).toMatchObject({ failure: { not_charged: true } });
  own.operator.answer = { result: "ACCEPTED", timeout: 30 };
});

test("[S-1] an unreadable session from before the start does not count", async () => {
  const unknownSession = strange({
    ...(await own.ask(await own.driver())),
    ocpiId: "unknownSession",
  });
  await own.operator.call("PUT", "/sessions/IN/TST/before", "garbage");
  await own.operator.call("PUT", "/sessions/IN/TST/unknownSession", unknownSession);
  own.world.clock.advance(1_000);
  const charge = await own.ask(await own.driver(), "EVEN-2");
  // A session that was unknown before the start is still unknown.
  const last_updated = own.world.clock.now().toISOString();
  await own.operator.call("PUT", "/sessions/IN/TST/unknownSession", {
    ...unknownSession,
    last_updated,
  });
  await own.operator.call("PATCH", "/sessions/IN/TST/unknownSession", { kwh: 1, last_updated });
  await own.world.pass(105, 5);
  expect(await own.show(charge)).toMatchObject({ failure: { not_charged: true } });
});

test("[S-1] an unreadable session in a list counts too, even if the next list does not have it", async () => {
  const charge = await own.ask(await own.driver());
  await own.world.pass(35, 5);
  own.operator.shelf.sessions = [{ ...own.session(charge), id: undefined }];
  await own.world.pass(10, 5);
  own.operator.shelf.sessions = [];
  await own.world.pass(75, 5);
  expect(await own.show(charge)).toMatchObject(UNKNOWN_YET);
});

test("[S-1] a session in a list that cannot be stored leaves the start unclear, and the driver who asks is told so", async () => {
  const charge = await own.ask(await own.driver());
  const { pool } = own.world.database;
  await pool.query(`
    create function disk_full() returns trigger language plpgsql as $$ begin raise disk_full; end $$;
    create trigger disk_full before insert on partner_session for each row execute function disk_full()`);
  own.operator.shelf.sessions = [own.session(charge)];
  const asked = await own.world.refused(charging.askForSession, {
    params: { endpoint: own.operator.operatorId, id: charge.id },
    token: charge.driver.token,
  });
  expect(asked.body.code).toBe("OPERATOR_UNREACHABLE");
  await own.world.pass(120, 10);
  expect(await own.show(charge)).toMatchObject(UNKNOWN_YET);
  await pool.query("drop function disk_full cascade");
  await own.world.pass(60, 10);
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", hold: { status: "HELD" } });
});

test("[S-1] without our reference, token, EVSE and time assign one session to a start, and never a second", async () => {
  const charge = await own.ask(await own.driver());
  const bare = (id: string) => {
    const whole = own.session({ ...charge, ocpiId: id }) as Record<string, unknown>;
    const {
      country_code: _c,
      party_id: _p,
      contract_id: _i,
      type: _t,
      ...token
    } = whole["cdr_token"] as Record<string, unknown>;
    const { authorization_reference: _a, ...session } = whole;
    return { ...session, cdr_token: { ...token, uid: charge.driver.id } };
  };
  await put({ ...charge, ocpiId: "one" }, bare("one"));
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE" });
  await put({ ...charge, ocpiId: "two" }, { ...bare("two"), status: "COMPLETED" });
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE" });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

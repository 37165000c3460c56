import { charging, partners } from "@voltmarg/contract";
import { afterEach, beforeAll, expect, test } from "vitest";
import { ledgerFaults, PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});
afterEach(() => {
  own.operator.shelf.sessions = [];
});

/** A session that charged for a minute. Then the operator sends no updates; when asked, it returns the same session. */
async function silent(info?: object): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), "EVEN-1", info);
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge);
  own.operator.shelf.sessions = [own.session(charge)];
  await own.world.drain();
  return charge;
}
const end = async (charge: OwnCharge) => {
  await own.tell(charge, { kwh: 1, status: "COMPLETED" });
  await own.send(own.record(charge, 1, (own.world.clock.now().getTime() - charge.start) / 1000));
};

test("[S-2] after a minute without updates the operator is asked, and its answer is used", async () => {
  const charge = await silent();
  await own.world.pass(90, 10);
  own.operator.shelf.sessions = [own.session(charge, { kwh: 2.5 })];
  await own.world.pass(40, 10);
  expect((await own.show(charge)).kwh).toBe(2.5);
  await end(charge);
});

test("[S-2] it is asked as soon after our clock, which was an hour ahead, was put right", async () => {
  const charge = await silent();
  own.world.clock.advance(3_600_000);
  await own.tell(charge, { kwh: 1.5 });
  const session = own.session(charge, { kwh: 2.5 });
  await own.world.drain();
  own.world.clock.advance(-3_590_000);
  await own.tell(charge, { kwh: 1.6, more: { last_updated: "2026-11-20T08:00:00Z" } });
  own.operator.shelf.sessions = [{ ...session, last_updated: "2026-11-20T08:00:01Z" }];
  await own.world.pass(105, 15);
  expect((await own.show(charge)).kwh).toBe(2.5);
  await end(charge);
});

test("[S-2] the driver can have the operator asked at once, every ten seconds, and no other operator", async () => {
  const charge = await silent();
  const { operator_id: endpoint } = (await own.show(charge)).location;
  const token = await own.tokenOf(charge.driver);
  const ask = async () =>
    (
      await own.world.call(charging.askForSession, {
        params: { endpoint, id: charge.id },
        token,
      })
    ).body.data.kwh;
  own.world.clock.advance(5_000);
  own.operator.shelf.sessions = [own.session(charge, { kwh: 1.75 })];
  expect(await ask()).toBe(1.75);
  own.world.clock.advance(9_000);
  own.operator.shelf.sessions = [own.session(charge, { kwh: 2 })];
  expect(await ask()).toBe(1.75);
  own.world.clock.advance(1_000);
  expect(await ask()).toBe(2);
  const { body } = await own.world.refused(charging.askForSession, {
    params: { endpoint: "opr_other", id: charge.id },
    token,
  });
  expect(body.code).toBe("SESSION_NOT_FOUND");
  await end(charge);
});

test("[S-2] [S-7] without updates the limit runs by our own clock, after 90 s at the full power of the plug", async () => {
  // At the last update it charged at 6 of 60 kW. ₹50 buy 2.119 kWh: 0.1 + 0.15 kWh in 90 s, the rest in 112 s.
  const charge = await own.ask(await own.driver(), "EVEN-1", { selectedMoney: 50 });
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge, { kwh: 0.1 });
  await own.world.pass(195, 1);
  expect(own.stops(charge)).toBe(0);
  await own.world.pass(12, 1);
  expect(own.stops(charge)).toBe(1);
  await end(charge);
});

test("[S-7] however long no update comes, the amount is not exceeded", async () => {
  // ₹500 buy 21.186 kWh: 0.1 + 0.15 in the first 90 s without updates, the rest at 60 kW in 1,256 s.
  const charge = await own.ask(await own.driver(), "EVEN-1", { selectedMoney: 500 });
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge, { kwh: 0.1 });
  own.operator.shelf.sessions = [own.session(charge, { kwh: 0.1 })];
  await own.world.pass(1_330, 10);
  expect(own.stops(charge)).toBe(0);
  await own.world.pass(20, 1);
  expect(own.stops(charge)).toBe(1);
  await end(charge);
});

test("[S-7] an implausible start time does not disable the limit", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-1", { selectedMoney: 50 });
  await own.tell(charge, {
    more: { start_date_time: "1970-01-01T00:00:00Z", charging_periods: [] },
  });
  await own.world.pass(600, 10);
  expect(own.stops(charge)).toBeGreaterThan(0);
  await end(charge);
});

test("[S-2] without updates the driver is notified after 15 min, the session stopped after 30, ended after 45", async () => {
  const charge = await silent({ selectedMoney: 800 });
  await own.world.pass(14 * 60, 60);
  expect(await own.told(charge.driver)).toEqual([]);
  await own.world.pass(2 * 60, 30);
  expect((await own.told(charge.driver))[0]).toContain("has not reported");
  expect(own.stops(charge)).toBe(0);
  await own.world.pass(13 * 60, 60);
  expect(own.stops(charge)).toBe(0);
  await own.world.pass(2 * 60, 30);
  expect((await own.show(charge)).step).toBe("STOPPING");
  expect(own.stops(charge)).toBeGreaterThan(0);
  await own.world.pass(13 * 60, 30);
  expect((await own.show(charge)).status).toBe("ACTIVE");
  await own.world.pass(3 * 60, 30);
  // The stop is sent again after 10 s, 20 s, 40 s and then every minute.
  expect(own.stops(charge)).toBeLessThan(22);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", hold: { status: "HELD" } });
  expect((await own.told(charge.driver))[0]).toContain("has not said how charging");

  // The session was running all the time: it is stopped again, at most once a minute, and its real end is stored.
  own.operator.shelf.sessions = [];
  await own.world.pass(60, 30);
  const before = own.stops(charge);
  for (let i = 0; i < 3; i++) {
    await own.tell(charge, { kwh: 3 + i });
    await own.world.pass(10, 10);
  }
  expect(own.stops(charge)).toBe(before + 1);
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", kwh: 5 });
  await own.tell(charge, { kwh: 5, status: "COMPLETED" });
  expect((await own.show(charge)).end_date_time).not.toBeNull();
  await own.tell(charge, { kwh: 9 });
  expect(await own.show(charge)).toMatchObject({ step: "ENDED", kwh: 5 });
  await own.send(own.record(charge, 5, 2_700));
  expect(await own.show(charge)).toMatchObject({ step: "BILLED", hold: { status: "CAPTURED" } });
});

test("[S-3] a session whose stop the operator never answers ends after 15 min", async () => {
  const charge = await silent();
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  await own.world.pass(14 * 60, 30);
  expect((await own.show(charge)).step).toBe("STOPPING");
  await own.world.pass(3 * 60, 30);
  expect((await own.show(charge)).step).toBe("ENDED");
  await end(charge);
});

test("[S-3] a session that continues after its stop is stopped again and again, and not given up", async () => {
  const charge = await silent({ selectedMoney: 800 });
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: await own.tokenOf(charge.driver),
  });
  for (let minute = 0; minute < 20; minute++) {
    await own.world.pass(60, 30);
    await own.tell(charge);
  }
  expect((await own.show(charge)).step).toBe("STOPPING");
  expect(own.stops(charge)).toBeGreaterThan(15);
  await end(charge);
});

test("[S-3] a session that was given up and then invalidated by its operator costs nothing", async () => {
  const charge = await silent({ selectedMoney: 800 });
  await own.world.pass(47 * 60, 60);
  expect((await own.show(charge)).step).toBe("ENDED");
  await own.tell(charge, { kwh: 1, status: "INVALID" });
  expect(await own.show(charge)).toMatchObject({
    status: "INVALID",
    hold: { status: "RELEASED" },
  });
  await own.world.pass(26 * 3_600, 3_600);
  expect(await own.bills(charge.driver)).toEqual([]);
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[S-2] a session that its operator invalidated gets no stop and no bill, and does not block the next start", async () => {
  const charge = await silent({ selectedMoney: 50 });
  await own.tell(charge, { status: "INVALID" });
  await own.world.pass(26 * 3_600, 900);
  expect(await own.show(charge)).toMatchObject({
    status: "INVALID",
    hold: { status: "RELEASED" },
  });
  expect(own.stops(charge)).toBe(0);
  expect(await own.bills(charge.driver)).toEqual([]);
  const next = await own.ask(charge.driver);
  expect((await own.show(next)).status).toBe("PENDING");
  await own.tell(next);
  await end(next);
});

test("[S-3] an operator that has no time for a stop: the driver is told at once, and it is sent again", async () => {
  const charge = await silent();
  const token = await own.tokenOf(charge.driver);
  const busy = { status: 429, headers: { "retry-after": "300" }, body: "" };
  own.operator.onAnswer = (path) => (path.startsWith("/commands/") ? busy : undefined);
  await own.world.call(charging.stopSession, { body: { session_id: charge.id }, token });
  await own.world.drain();
  expect(own.stops(charge)).toBe(1);
  expect(await own.told(charge.driver)).toContainEqual(
    expect.stringContaining("did not take our request to stop"),
  );
  expect((await own.show(charge)).step).toBe("STOPPING");
  own.operator.onAnswer = undefined;
  await own.world.pass(15, 5);
  expect(own.stops(charge)).toBe(2);
  await end(charge);
});

test("[S-3] a stop that is refused after the session has ended tells the driver nothing", async () => {
  const charge = await silent();
  const token = await own.tokenOf(charge.driver);
  own.operator.onAnswer = (path) =>
    path.startsWith("/commands/") ? { status: 503, headers: {}, body: "" } : undefined;
  own.operator.onCommand = undefined;
  await own.world.call(charging.stopSession, { body: { session_id: charge.id }, token });
  await end(charge);
  own.operator.onAnswer = undefined;
  own.operator.onCommand = (kind) =>
    kind === "STOP_SESSION" ? { result: "REJECTED", timeout: 30 } : null;
  await own.world.drain();
  await own.world.pass(15, 5);
  own.operator.onCommand = undefined;
  expect((await own.show(charge)).step).toBe("BILLED");
  expect((await own.told(charge.driver)).join()).not.toContain("did not take our request to stop");
});

test("[S-1] an operator that pauses our pulls still gets a start", async () => {
  own.operator.onAnswer = (path) =>
    path === "/tariffs" ? { status: 429, headers: { "retry-after": "300" }, body: "" } : undefined;
  await own.world.refused(partners.syncPartner, {
    params: { id: own.operator.operatorId },
    body: { whole: true },
    token: PROVIDER_TOKEN,
  });
  const charge = await own.ask(await own.driver(), "EVEN-2");
  expect(await own.show(charge)).toMatchObject({ step: "ACCEPTED", failure: null });
  own.operator.onAnswer = undefined;
  await own.tell(charge);
  await end(charge);
});

test("[S-1] for a charge that is over nothing is authorized, and a second one on its reference is stopped", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-3");
  const authorize = async () =>
    (
      await own.operator.call("POST", `/tokens/${charge.driver.id}/authorize?type=APP_USER`, {
        location_id: "EVEN",
        evse_uids: ["EVEN-3"],
      })
    ).data;
  expect(await authorize()).toMatchObject({ allowed: "ALLOWED" });
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await end(charge);
  await own.world.drain();
  expect(await authorize()).toMatchObject({ allowed: "NOT_ALLOWED" });
  const another = { ...charge, ocpiId: `${charge.ocpiId}-2` };
  await own.tell(another);
  await own.world.drain();
  expect(own.stops(another)).toBe(1);
  expect(await own.told(charge.driver)).toContainEqual(
    expect.stringContaining("began another charge in your name"),
  );
});

test("[S-1] [B-1] the record of a second session is never billed, also when it comes before the first one's", async () => {
  const charge = await own.ask(await own.driver(), "EVEN-3");
  await own.tell(charge);
  const another = { ...charge, ocpiId: `${charge.ocpiId}-2` };
  own.world.clock.advance(60_000);
  await own.tell(another);
  own.world.clock.advance(1_000);
  await own.tell(another);
  await own.world.drain();
  const told = await own.told(charge.driver);
  expect(told.filter((text) => text.includes("began another charge"))).toHaveLength(1);
  await own.tell(charge, { kwh: 0.5, status: "COMPLETED" });
  await own.send(own.record(another, 0.4, 60));
  await own.world.drain();
  expect(await own.bills(charge.driver)).toEqual([]);
  await own.send(own.record(charge, 0.5, 60));
  await own.world.drain();
  expect(await own.bills(charge.driver)).toMatchObject([{ total_energy: 0.5 }]);
});

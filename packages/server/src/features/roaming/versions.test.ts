import { charging, partners, provider, stations } from "@voltmarg/contract";
import {
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";
import { rows, sql } from "../../platform/database/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 20 });
});
afterAll(() => world.stop());

const backOffice = { token: PROVIDER_TOKEN };
const partnerNow = async (id: string) =>
  (await world.call(partners.getPartnerRecord, { ...backOffice, params: { id } })).body.data;
const partnersNow = async () =>
  (await world.call(partners.listPartnerRecords, backOffice)).body.data.partners;

/** Every station with the prices of its plugs. */
async function listed() {
  const { token } = await world.signUp();
  const query = { latitude: 12.97, longitude: 77.59, distance: 4000, page_size: 100 };
  const { body } = await world.call(stations.searchLocations, { token, query });
  return body.content.map(({ id, evses }) => [
    id,
    evses.map(({ uid, connectors }) => [uid, connectors.map(({ tariff }) => tariff)]),
  ]);
}

/** A driver with a charge at one of an operator's plugs, which runs. */
async function chargeAt(partyId: string) {
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const plug = await world.freePlug(driver, ({ evse }) => evse.uid.startsWith(partyId));
  const { body } = await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: plug.location.id,
      evse_uid: plug.evse.uid,
      connector_id: plug.connector.id,
      estimation_info: { selectedMoney: 500 },
    },
  });
  await world.drain();
  return { driver, id: body.data.id };
}

test("a partner moves up to OCPI 2.3.0 while a charge runs, from either side, and nothing is lost", async () => {
  const all = await partnersNow();
  const before = await listed();
  expect(all.map(({ ocpi_version }) => ocpi_version)).toEqual(["2.2.1", "2.2.1"]);
  for (const [nth, { id, roles }] of all.entries()) {
    const party_id = roles[0]!.party_id;
    const charge = await chargeAt(party_id);
    await world.pass(60, 10);
    await world.control("/control/versions", { party_id, versions: ["2.2.1", "2.3.0"] });
    // The first is asked by us, the second tells us.
    if (nth === 0)
      await world.call(partners.syncPartner, {
        ...backOffice,
        params: { id },
        body: { whole: true },
      });
    else await world.control("/control/rotate", { party_id });
    await world.drain();
    const moved = await partnerNow(id);
    expect(moved.ocpi_version).toBe("2.3.0");
    for (const { url } of moved.endpoints) expect(url).toContain("/2.3.0/");
    await world.pass(60, 10);
    const { token } = charge.driver;
    await world.call(charging.stopSession, { token, body: { session_id: charge.id } });
    await world.pass(60, 10);
    const { body } = await world.call(charging.getSession, { token, params: { id: charge.id } });
    expect(body.data).toMatchObject({ status: "COMPLETED", step: "BILLED" });
  }
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
  // The whole lists in the new version: stations and prices are as they were.
  for (const { id } of all)
    await world.call(partners.syncPartner, {
      ...backOffice,
      params: { id },
      body: { whole: true },
    });
  expect(await listed()).toEqual(before);
});

test("an operator that moved up sends what stands on an invoice", async () => {
  const [{ id, roles }] = (await partnersNow()) as [Awaited<ReturnType<typeof partnersNow>>[0]];
  const { party_id } = roles[0]!;
  const known = await world.control<{ id: string; party_id: string }[]>("/control/cdrs");
  const own = known.filter((cdr) => cdr.party_id === party_id).map((cdr) => cdr.id);
  expect(own.length).toBeGreaterThan(0);
  const send = (more: object) => world.control("/control/invoice", { party_id, ...more });
  await send({ add: ["NEVER-SENT"], double: [own[0]] });
  const query = { operator: id };
  const { body } = await world.call(provider.listOperatorInvoices, { ...backOffice, query });
  expect(body.content).toMatchObject([
    { operator: { id }, cdrs: own.length + 1, matched: own.length, missing: 1, double: 1 },
  ]);
  world.clock.advance(1000);
  await expect(send({ leave_out: own })).rejects.toThrow("no CDR to invoice");
  await send({ leave_out: own, add: ["ANOTHER"] });
  const again = await world.call(provider.listOperatorInvoices, { ...backOffice, query });
  expect(again.body.content[0]).toMatchObject({ cdrs: 1, missing: 1 });
});

test("a CDR of OCPI 2.3.0 with taxes by name is billed, and its operator reads it again as it was", async () => {
  const own = await openOwnOperator();
  const { world: at, operator } = own;
  operator.version = "2.3.0";
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  at.clock.advance(600_000);
  const total_cost = {
    before_taxes: 20,
    taxes: [
      { name: "CGST", percentage: 9, amount: 1.8 },
      { name: "SGST", percentage: 9, amount: 1.8 },
    ],
  };
  await own.tell(charge, { kwh: 1, status: "COMPLETED", more: { total_cost } });
  const record = own.record(charge, 1, 600, { total_cost });
  const answer = await operator.call("POST", "/cdrs", record);
  expect([answer.code, answer.headers.get("location")]).toEqual([
    1000,
    expect.stringContaining("/ocpi/emsp/2.3.0/cdrs/"),
  ]);
  await at.drain();
  expect(await own.bills(charge.driver)).toMatchObject([
    { net_minor: 2000, sgst_minor: 180, total_energy: 1 },
  ]);
  const [, path] = answer.headers.get("location")!.split("/ocpi/emsp/2.3.0");
  const again = await operator.call("GET", path!);
  expect(again.data).toMatchObject({ total_cost });
  const told = await operator.call("GET", `/sessions/IN/TST/${charge.ocpiId}`);
  expect(told.data).toMatchObject({ total_cost });
  await own.close();
});

test("a record that comes again after the move to OCPI 2.3.0, with its tax by name, is the same one", async () => {
  const own = await openOwnOperator();
  const { world: at, operator } = own;
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  at.clock.advance(600_000);
  await own.tell(charge, { kwh: 1, status: "COMPLETED" });
  const record = own.record(charge, 1, 600);
  await own.send(record);
  await at.drain();
  operator.version = "2.3.0";
  const taxes = [{ name: "GST", percentage: 18, amount: 3.6 }];
  await own.send({ ...record, total_cost: { before_taxes: 20, taxes } });
  await own.send({ ...record, total_cost: { before_taxes: 20, taxes: [] }, id: "another" });
  await at.drain();
  expect(await own.bills(charge.driver)).toHaveLength(1);
  const aside = await rows(
    at.database.db,
    sql<{ reason: string }>`select reason from quarantined_cdr`,
  );
  expect(aside).toEqual([{ reason: expect.stringContaining("has a bill") as string }]);
  await own.close();
});

test("an operator of OCPI 2.1.1 is served in its own words, from the start to the bill", async () => {
  const own = await openOwnOperator();
  const { world: at, operator } = own;
  operator.version = "2.1.1";
  await sql`update operator set ocpi_version = '2.1.1' where id = ${operator.operatorId}`.execute(
    at.database.db,
  );
  const charge = await own.ask(await own.driver());
  const { body } = operator.commands.find(({ kind }) => kind === "START_SESSION")!;
  expect(Object.keys(body).toSorted()).toEqual([
    "evse_uid",
    "location_id",
    "response_url",
    "token",
  ]);
  expect(body["response_url"]).toContain("/ocpi/emsp/2.1.1/commands/START_SESSION/");
  const { uid, auth_id, type } = body["token"] as { uid: string; auth_id: string; type: string };
  expect([auth_id, type]).toEqual([uid, "OTHER"]);
  const iso = (seconds: number) => new Date(charge.start + seconds * 1000).toISOString();
  const location = { id: "EVEN", evses: [{ uid: "EVEN-1", connectors: [{ id: "1" }] }] };
  const shared = { auth_id, auth_method: "AUTH_REQUEST", location, currency: "INR" };
  const push = async (status: string, kwh: number, seconds: number) => {
    at.clock.set(new Date(charge.start + seconds * 1000));
    const answer = await operator.call("PUT", `/sessions/IN/TST/${charge.ocpiId}`, {
      ...shared,
      id: charge.ocpiId,
      start_datetime: iso(0),
      ...(status === "COMPLETED" ? { end_datetime: iso(seconds) } : {}),
      kwh,
      status,
      last_updated: iso(seconds),
    });
    expect([status, answer.code]).toEqual([status, 1000]);
  };
  await push("ACTIVE", 0, 5);
  await push("ACTIVE", 0.5, 60);
  expect(await own.show(charge)).toMatchObject({ status: "ACTIVE", kwh: 0.5 });
  await push("COMPLETED", 1, 120);
  const answer = await operator.call("POST", "/cdrs", {
    ...shared,
    id: "CDR-OLD",
    start_date_time: iso(0),
    stop_date_time: iso(120),
    charging_periods: [{ start_date_time: iso(0), dimensions: [{ type: "ENERGY", volume: 1 }] }],
    total_cost: 20,
    total_energy: 1,
    total_time: 0.0333,
    last_updated: iso(130),
  });
  expect(answer.code).toBe(1000);
  await at.drain();
  expect(await own.bills(charge.driver)).toMatchObject([{ total_energy: 1 }]);
  await own.close();
});

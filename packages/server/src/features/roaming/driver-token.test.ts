import { charging } from "@voltmarg/contract";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import {
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";

// Two operators that compare what they know of their drivers.
const NAMES = ["TST", "OTH"] as const;
let world: Harness;
let operators: Partner[];
const places = new Map<string, string>();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operators = [];
  for (const party_id of NAMES) {
    const operator = await openPartner(world, party_id);
    operator.shelf.tariffs = [tariffOf("T1", { party_id })];
    operator.shelf.locations = [locationOf(party_id, { party_id })];
    operators.push(operator);
  }
  await world.service.pullAll();
  const stored = await rows(
    world.database.db,
    sql<{ id: string; party_id: string }>`select id, party_id from location`,
  );
  for (const { id, party_id } of stored) places.set(party_id, id);
});
afterAll(async () => {
  await world.stop();
  for (const operator of operators) await operator.close();
});

async function newDriver(): Promise<Driver> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  return driver;
}
/** A driver starts at an operator; what it is told of the driver, and our id of the session. */
async function start(who: Driver, at: (typeof NAMES)[number], result = "REJECTED") {
  const operator = operators[NAMES.indexOf(at)]!;
  operator.commands.length = 0;
  operator.answer = { result, timeout: 30 };
  const { body } = await world.call(charging.startSession, {
    token: who.token,
    body: {
      location_id: places.get(at)!,
      evse_uid: `${at}-1`,
      connector_id: "1",
      estimation_info: { selectedMoney: 100 },
    },
  });
  await world.service.outbox.drain();
  const { token } = operator.commands[0]!.body as { token: { uid: string; contract_id: string } };
  return { operator, token, id: body.data.id };
}
const statusOf = async (driver: Driver, id: string) =>
  (await world.call(charging.getSession, { token: driver.token, params: { id } })).body.data.status;
const session = (at: string, uid: string) => {
  const now = world.clock.now().toISOString();
  const { authorization_reference: _, ...bare } = sessionOf("S1", {
    party_id: at,
    location_id: at,
    evse_uid: `${at}-1`,
    start_date_time: now,
    last_updated: now,
    cdr_token: { country_code: "IN", party_id: "VMG", uid, type: "APP_USER", contract_id: "X" },
  });
  return bare;
};
const authorize = async (operator: Partner, at: string, uid: string) =>
  (await operator.call("POST", `/tokens/${uid}/authorize?type=APP_USER`, { location_id: at })).code;

test("[S-1] operators know a driver by different names, which say nothing, and each by the same name again", async () => {
  const driver = await newDriver();
  const one = await start(driver, "TST");
  const other = await start(driver, "OTH");
  const again = await start(driver, "TST");
  const another = await start(await newDriver(), "TST");

  expect(one.token.uid).toMatch(/^[0-9a-z]{32}$/);
  expect(again.token).toEqual(one.token);
  const uids = [one, other, another].map(({ token }) => token.uid);
  expect(new Set(uids).size).toBe(3);
  const contracts = [one, other, another].map(({ token }) => token.contract_id);
  expect(new Set(contracts).size).toBe(3);
  const told = JSON.stringify([one, other].map(({ token }) => token)).toLowerCase();
  expect(told).not.toContain(driver.id.slice(4));
});

test("[S-2] a session without our reference is found by that name, and not by that of another operator", async () => {
  const driver = await newDriver();
  const { token: elsewhere } = await start(driver, "TST");
  const { operator, token, id } = await start(driver, "OTH", "ACCEPTED");
  await operator.call("PUT", "/sessions/IN/OTH/S1", session("OTH", elsewhere.uid));
  expect(await statusOf(driver, id)).not.toBe("ACTIVE");
  await operator.call("PUT", "/sessions/IN/OTH/S1", session("OTH", token.uid.toUpperCase()));
  expect(await statusOf(driver, id)).toBe("ACTIVE");
});

test("[S-1] a driver is authorized by the name at that operator only, or by the own id of earlier releases", async () => {
  const driver = await newDriver();
  const { operator, token } = await start(driver, "TST", "ACCEPTED");
  expect(await authorize(operator, "TST", token.uid.toUpperCase())).toBe(1000);
  expect(await authorize(operator, "TST", driver.id)).toBe(1000);
  expect(await authorize(operators[1]!, "OTH", token.uid)).toBe(2004);
});

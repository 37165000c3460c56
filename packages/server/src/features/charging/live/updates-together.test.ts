import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { rows, sql } from "../../../platform/database/database.ts";

const PRICE = [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }];
const PLACES = ["EVEN", "B", "C", "D"];

let own: OwnOperator;
let charges: OwnCharge[];
beforeAll(async () => {
  own = await openOwnOperator({ B: PRICE, C: PRICE, D: PRICE });
  charges = [];
  for (const place of PLACES)
    for (const n of [1, 2, 3])
      charges.push(await own.ask(await own.driver(), `${place}-${n}`, { selectedMoney: 500 }));
  await Promise.all(charges.map((charge) => own.tell(charge)));
});
afterAll(() => own.close());
beforeEach(() => own.world.pass(30, 30));

/** Each charge has its own energy. */
const kwhOf = (charge: OwnCharge) => (100 + charges.indexOf(charge)) / 1_000;
const more = (charge: OwnCharge) => (600 + charges.indexOf(charge)) / 1_000;
const tellAll = () => charges.map((charge) => own.tell(charge, { kwh: kwhOf(charge) }));
/** How many transactions wrote the sessions last, and how many versions they have. */
const lastWrites = async () =>
  (
    await rows(
      own.world.database.db,
      sql<{ transactions: number; versions: number }>`
        select count(distinct xmin::text)::int as transactions, count(distinct version)::int as versions from session`,
    )
  )[0]!;
/** For how many seconds a statement has waited for a lock. */
const longestWait = async () =>
  (
    await rows(
      own.world.database.db,
      sql<{
        s: number;
      }>`select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as s
        from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.s;
const shownKwh = async () => (await Promise.all(charges.map(own.show))).map(({ kwh }) => kwh);

test("[S-2] updates that come together share transactions, and each changes its own session alone", async () => {
  await Promise.all(tellAll());
  expect(await shownKwh()).toEqual(charges.map(kwhOf));
  const { db } = own.world.database;
  const { transactions, versions } = await lastWrites();
  expect(transactions).toBeLessThan(charges.length);
  expect(versions).toBe(charges.length);
  const meters = await rows(
    db,
    sql<{ id: string; kwh: number }>`
      select session_id as id, sum(kwh)::float8 as kwh from meter_value group by session_id`,
  );
  expect(new Map(meters.map(({ id, kwh }) => [id, kwh]))).toEqual(
    new Map(charges.map((charge) => [charge.id, kwhOf(charge)])),
  );
  const kept = await rows(
    db,
    sql<{ id: string; kwh: number }>`
      select body ->> 'authorization_reference' as id, (body -> 'kwh')::float8 as kwh from partner_session`,
  );
  expect(new Map(kept.map(({ id, kwh }) => [id, kwh]))).toEqual(
    new Map(charges.map((charge) => [charge.id, kwhOf(charge)])),
  );
});

test("[S-2] a session that somebody else has locked does not hold up the updates of others", async () => {
  const { id, driver } = charges[5]!;
  const client = await own.world.database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from session where user_id = $1 and id = $2 for update", [
    driver.id,
    id,
  ]);
  let isAnswered = false;
  const lockedOnes = [own.tell(charges[5]!, { kwh: kwhOf(charges[5]!) })];
  // Also of those that come while it waits already, alone or together with it.
  await own.tell(charges[0]!, { kwh: kwhOf(charges[0]!) });
  const told = tellAll();
  lockedOnes.push(...told.splice(5, 1));
  const locked = Promise.race(lockedOnes).then(() => (isAnswered = true));
  await Promise.all(told);
  expect(isAnswered).toBe(false);
  const others = (await shownKwh()).toSpliced(5, 1);
  expect(others).toEqual(charges.map(kwhOf).toSpliced(5, 1));
  // Nor do they share their transactions any less.
  expect((await lastWrites()).transactions).toBeLessThan(charges.length - 1);
  await client.query("commit");
  client.release();
  await Promise.all([locked, ...lockedOnes]);
  expect(await shownKwh()).toEqual(charges.map(kwhOf));
});

test("[S-2] an update that waits for another lock than its session's does not hold up the others for long", async () => {
  const { id, ocpiId } = charges[2]!;
  const client = await own.world.database.pool.connect();
  await client.query("begin");
  await client.query("select 1 from partner_session where ocpi_id = $1 for update", [ocpiId]);
  let isAnswered = false;
  const told = tellAll();
  const locked = told.splice(2, 1)[0]!.then(() => (isAnswered = true));
  await Promise.all(told);
  // Alone it waits longer than it may with others.
  await expect.poll(longestWait).toBeGreaterThan(2.2);
  expect(isAnswered).toBe(false);
  await client.query("commit");
  client.release();
  await locked;
  expect(await own.show(charges[2]!)).toMatchObject({ id, kwh: kwhOf(charges[2]!) });
});

test("[S-2] an update that cannot be stored fails alone, and is taken when it comes again", async () => {
  const { pool } = own.world.database;
  const { id, ocpiId } = charges[7]!;
  await pool.query(`create function refuse() returns trigger language plpgsql as $$
    begin raise 'no'; end $$`);
  await pool.query(
    `create trigger refuse before update on session for each row when (new.id = '${id}') execute function refuse()`,
  );
  const put = (charge: OwnCharge) =>
    own.operator.call(
      "PUT",
      `/sessions/IN/TST/${charge.ocpiId}`,
      own.session(charge, { kwh: more(charge) }),
    );
  const answers = await Promise.all(charges.map(put));
  const refused = answers.map(({ code }) => code !== 1000);
  expect(refused).toEqual(charges.map((charge) => charge.ocpiId === ocpiId));
  await pool.query("drop trigger refuse on session");
  expect((await put(charges[7]!)).code).toBe(1000);
  expect(await shownKwh()).toEqual(charges.map((charge) => more(charge)));
});

/** The sessions that a driver's stream sends until one has this energy, by id. */
async function streamed(charge: OwnCharge, kwh: number): Promise<Set<string>> {
  const response = await fetch(`${own.world.url}${charging.liveSessions.path}`, {
    headers: { authorization: `Bearer ${await own.tokenOf(charge.driver)}` },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  ready.push(charge.id);
  while (!seen.includes(`"kwh":${kwh},`)) seen += (await reader.read()).value ?? "";
  await reader.cancel();
  return new Set(seen.match(/ses_[0-9a-z]{26}/g));
}
const ready: string[] = [];

test("[S-2] drivers whose sessions are read together each see only their own", async () => {
  const at = (charge: OwnCharge) => (700 + charges.indexOf(charge)) / 1_000;
  const streams = charges.map((charge) => streamed(charge, at(charge)));
  await expect.poll(() => ready.length, { timeout: 20_000 }).toBe(charges.length);
  await Promise.all(charges.map((charge) => own.tell(charge, { kwh: at(charge) })));
  const seen = await Promise.all(streams);
  expect(seen).toEqual(charges.map(({ id }) => new Set([id])));
});

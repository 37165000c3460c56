import { charging, type Problem, type Session } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { accountOf, joinCompany, newCompany } from "@voltmarg/testkit/company";
import { ledgerFaults, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { one, sql } from "../../../platform/database/database.ts";
import { move } from "../../wallet/index.ts";

let own: OwnOperator;
let replicas: string[];
beforeAll(async () => {
  own = await openOwnOperator();
  replicas = [own.world.url, await own.world.replica()];
  return () => own.close();
});

const mayChargeTwice = ({ id }: Driver) =>
  sql`update app_user set allow_multi_charging = true where id = ${id}`.execute(
    own.world.database.db,
  );
const bodyAt = (evse_uid: string) => ({
  location_id: own.places.get("EVEN")!,
  evse_uid,
  connector_id: "1",
  estimation_info: { selectedMoney: 500 },
});
async function start(url: string, driver: Driver, at: string, key: string) {
  const answer = await fetch(`${url}${charging.startSession.path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await own.tokenOf(driver)}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(bodyAt(at)),
  });
  return (await answer.json()) as Partial<Problem> & { data?: Session };
}
/** Statements that wait for the driver's wallet. */
const waiting = async () =>
  (await one(
    own.world.database.db,
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.n;

/** So many starts wait for the wallet, whose holder changes something meanwhile. */
async function whileWaiting<T>(
  driver: Driver,
  starts: readonly (() => Promise<T>)[],
  meanwhile = "select 1",
): Promise<T[]> {
  const holder = await own.world.database.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from ledger_wallet where owner = $1 for update", [driver.id]);
  const all = Promise.all(starts.map((begin) => begin()));
  await expect.poll(waiting).toBe(starts.length);
  await holder.query(meanwhile);
  await holder.query("commit");
  holder.release();
  return all;
}

/** Starts at both replicas, each of which has looked for the key before either has the wallet. */
const startAtBoth = (driver: Driver, key: string, places: readonly [string, string]) =>
  whileWaiting(
    driver,
    replicas.map((url, n) => () => start(url, driver, places[n]!, key)),
  );

test("[S-1] [B-2] one key that reaches two replicas at once makes one session and one hold, also for who may charge twice", async () => {
  const driver = await own.driver(200_000);
  await mayChargeTwice(driver);
  const before = own.operator.commands.length;
  const [one_, other] = await startAtBoth(driver, "one-intent-0001", ["EVEN-1", "EVEN-1"]);
  expect(one_!.data!.id).toBe(other!.data!.id);
  await own.world.drain();
  expect(own.operator.commands).toHaveLength(before + 1);
  expect((await own.purse(driver)).held_minor).toBe(one_!.data!.hold!.amount_minor);
});

test("[S-1] one key for two choices at once starts the one and refuses the other", async () => {
  const driver = await own.driver(200_000);
  await mayChargeTwice(driver);
  const answers = await startAtBoth(driver, "one-intent-0002", ["EVEN-2", "EVEN-3"]);
  expect(answers.map(({ code }) => code ?? "STARTED").toSorted()).toEqual([
    "IDEMPOTENCY_KEY_REUSED",
    "STARTED",
  ]);
});

test("[S-1] [B-2] a start of which the operator knows nothing yet forbids another one", async () => {
  const driver = await own.driver(200_000);
  const first = await start(own.world.url, driver, "EVEN-2", "one-intent-0005");
  const second = await start(own.world.url, driver, "EVEN-3", "one-intent-0006");
  expect(second).toMatchObject({ code: "SESSION_ALREADY_OPEN", session_id: first.data!.id });
  expect((await own.purse(driver)).held_minor).toBe(first.data!.hold!.amount_minor);
});

test("[B-2] a company neither pays for nor sees a start of who has left it meanwhile", async () => {
  const driver = await own.driver(200_000);
  const company = await newCompany(own.world);
  await joinCompany(own.world, company, { ...driver, token: await own.tokenOf(driver) });
  await own.world.drain();
  const starting = () => start(own.world.url, driver, "EVEN-1", "one-intent-0007");
  const [answer] = await whileWaiting(
    driver,
    [starting],
    `update app_user set customer_type = 'PERSONAL', company_id = null where id = '${driver.id}'`,
  );
  expect(answer!.code).toBe("INSUFFICIENT_BALANCE");
  expect(await accountOf(own.world, company)).toMatchObject({ open_minor: 0 });
});

test("[S-1] nothing starts for an account that was closed meanwhile", async () => {
  const driver = await own.driver(200_000);
  const starting = () => start(own.world.url, driver, "EVEN-1", "one-intent-0008");
  const [answer] = await whileWaiting(
    driver,
    [starting],
    `update app_user set deactivated_at = '2026-11-20' where id = '${driver.id}'`,
  );
  expect(answer!.code).toBe("NOT_FOUND");
});

test("[B-2] a debt counts against what a start may hold, to the paisa", async () => {
  const driver = await own.driver(100_000);
  const payments = ["system", "payments"] as const;
  const book = (idem: string, posting: Parameters<typeof move>[1]["postings"][number]) =>
    own.world.database.transact((tx) =>
      move(tx, {
        scope: driver.id,
        idem,
        kind: "CORRECTION",
        reason: "A test",
        at: own.world.clock.now(),
        sessionId: null,
        cdrId: null,
        postings: [posting],
      }),
    );
  const needed = { hold: 0 };
  {
    const charge = await own.ask(driver);
    needed.hold = (await own.show(charge)).hold!.amount_minor;
    own.operator.answer = { result: "ACCEPTED", timeout: 30 };
    await own.tell(charge, { status: "INVALID" });
    await own.world.drain();
  }
  // What is free is a paisa less than the hold: the debt took its part.
  const spare = 100_000 - needed.hold;
  await book("debt", {
    source: [driver.id, "overdraft"],
    destination: payments,
    amount: BigInt(spare + 1),
  });
  const refused = await start(own.world.url, driver, "EVEN-1", "one-intent-0003");
  expect(refused).toMatchObject({ code: "INSUFFICIENT_BALANCE", missing_minor: 1 });
  await book("paisa", { source: payments, destination: [driver.id, "wallet"], amount: 1n });
  const started = await start(own.world.url, driver, "EVEN-1", "one-intent-0004");
  expect(started.data?.hold).toMatchObject({ status: "HELD", amount_minor: needed.hold });
  await own.tell({ ...chargeOf(driver, started.data!) }, { status: "INVALID" });
  await own.world.drain();
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

const chargeOf = (driver: Driver, { id }: Session) => ({
  driver,
  id,
  ocpiId: `s-${id.slice(-8)}`,
  place: "EVEN-1",
  start: own.world.clock.now().getTime(),
});

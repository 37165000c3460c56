import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envOfProd } from "@voltmarg/testkit/production-env";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { sql } from "../platform/database/database.ts";
import { createLogger } from "../platform/observability/logger.ts";
import { listenForMetrics } from "../platform/http/metrics-listener.ts";

let own: OwnOperator;
let world: Harness;
let driver: Driver;
beforeAll(async () => {
  own = await openOwnOperator();
  ({ world } = own);
  driver = await own.driver(100_000);
});
afterAll(() => own.close());

const figures = async () => await (await fetch(`${world.url}/metrics`)).text();
/** The sum of a figure over all series whose labels contain a text. */
const sumOf = (text: string, name: string, label = "") =>
  text
    .split("\n")
    .filter((line) => new RegExp(`^${name}(?:[{ ])`).test(line) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);

describe("metrics of the service", () => {
  test("[S-1] a session is counted from its start to its bill", async () => {
    const before = await figures();
    expect(sumOf(before, "charge_starts_total")).toBe(0);
    expect(sumOf(before, "operator_state", '"healthy"')).toBe(1);
    const charge = await own.ask(driver);
    expect(sumOf(await figures(), "charges_open")).toBe(1);
    world.clock.advance(30_000);
    await own.tell(charge);
    world.clock.advance(600_000);
    await own.tell(charge, { kwh: 5, status: "COMPLETED" });
    world.clock.advance(60_000);
    await own.send(own.record(charge, 5, 630));
    await world.drain();
    const after = await figures();
    expect(sumOf(after, "charge_starts_total", 'outcome="started"')).toBe(1);
    expect(sumOf(after, "charge_start_seconds_sum")).toBe(30);
    expect(sumOf(after, "charges_open")).toBe(0);
    expect(sumOf(after, "bill_delay_seconds_sum")).toBe(60);
    expect(sumOf(after, "push_to_visible_seconds_count", 'what="session"')).toBe(2);
    expect(sumOf(after, "operator_calls_recent", 'failed="yes"')).toBe(0);
    expect(sumOf(after, "stuck_charges")).toBe(0);
    expect(sumOf(after, "figures_unread")).toBe(0);
    expect(sumOf(after, "wal_archived_timestamp_seconds")).toBe(0);
    expect(sumOf(after, "database_connections_most")).toBe(12);
  });

  test("stuck sessions are counted by what they wait for", async () => {
    await sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
        answer_due_at, stop_asked_at, news_at, open)
      select ${driver.id}, 'ses_' || step, 'op', 'ACTIVE', step, 1, '{}', '[]', at, at, at, at, step <> 'ENDED'
      from unnest(array['SENT', 'FLOWING', 'STOPPING', 'ENDED']) step,
        (select ${new Date(world.clock.now().getTime() - 2 * 3_600_000)}::timestamptz as at) t`.execute(
      world.database.db,
    );
    const text = await figures();
    for (const waits of ["start", "news", "stop", "bill"])
      expect(sumOf(text, "stuck_charges", `"${waits}"`)).toBe(1);
    expect(sumOf(text, "stuck_charges", '"record"')).toBe(0);
    await sql`delete from session where operator_id = 'op'`.execute(world.database.db);
  });

  test("the age of an outbox row that is not run is measured", async () => {
    await sql`insert into outbox (id, topic, payload, due_at, created_at, queue, leased_until)
      values ('out_late', 'nobody.home', '{}', ${world.clock.now()}, ${world.clock.now()}, 'message',
        ${new Date(world.clock.now().getTime() + 3_600_000)})`.execute(world.database.db);
    world.clock.advance(120_000);
    const text = await figures();
    expect(sumOf(text, "outbox_waiting_rows", '"message"')).toBe(1);
    expect(sumOf(text, "outbox_oldest_seconds", '"message"')).toBe(120);
    await sql`delete from outbox where id = 'out_late'`.execute(world.database.db);
  });

  test("a ledger imbalance is shown after the next scheduled check", async () => {
    await world.service.checkBooks();
    expect(sumOf(await figures(), "ledger_faults")).toBe(0);
    const at = world.clock.now().getTime() / 1000;
    expect(sumOf(await figures(), "ledger_checked_timestamp_seconds")).toBe(at);
    await sql`update ledger_wallet set wallet = wallet + 1 where owner = ${driver.id}`.execute(
      world.database.db,
    );
    await world.service.checkBooks();
    expect(sumOf(await figures(), "ledger_faults"), "not its turn").toBe(0);
    world.clock.advance(6 * 3_600_000);
    await world.service.checkBooks();
    expect(sumOf(await figures(), "ledger_faults", '"drifted"')).toBe(1);
  });

  test("a separate port serves metrics, liveness and readiness, and nothing else", async () => {
    const { metrics, readiness } = world.service;
    const logger = createLogger("silent");
    const at = { host: "127.0.0.1", port: 0 };
    const listener = await listenForMetrics(at, { metrics, readiness, logger });
    const ask = (path: string, method = "GET") =>
      fetch(`http://127.0.0.1:${listener.port}${path}`, { method });
    expect(await (await ask("/metrics")).text()).toContain("charge_starts_total");
    expect((await ask("/healthz")).status).toBe(200);
    expect(await (await ask("/readyz")).json()).toMatchObject({ status: "ready" });
    expect((await ask("/api/user/v1/users")).status).toBe(404);
    expect((await ask("/metrics", "POST")).status).toBe(404);
    await listener.close();
    await expect(ask("/metrics")).rejects.toThrow();
  });
});

describe("in PROD", () => {
  /** What is answered to each bearer; null: to nobody in particular. */
  const of = async (env: Record<string, string>, ...bearers: (string | null)[]) => {
    const options = { locations: 0, operators: false, env: { ...envOfProd, ...env } };
    const prod = await startHarness(options);
    const asked = bearers.map(async (bearer) => {
      const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
      return (await fetch(`${prod.url}/metrics`, { headers })).status;
    });
    const answers = await Promise.all(asked);
    await prod.stop();
    return answers;
  };
  const METRICS_TOKEN = "4b1f6a90c27d835e6a90d14c";

  test("the public port tells no figures without a token, and with one only who knows it", async () => {
    expect(await of({}, null, "any")).toEqual([404, 404]);
    expect(await of({ METRICS_TOKEN }, null, "other", METRICS_TOKEN)).toEqual([401, 401, 200]);
  });
});

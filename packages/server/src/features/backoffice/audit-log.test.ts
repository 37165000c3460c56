import { backoffice, companies, provider, type Effect } from "@voltmarg/contract";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const bootstrap = { token: PROVIDER_TOKEN };
let world: Harness;
let driver: Driver;
const tokens = new Map<string, string>();

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  driver = await world.signUp();
  for (const [name, role] of [
    ["reader", "read"],
    ["helper", "support"],
    ["other", "support"],
  ] as const) {
    const made = await world.call(backoffice.createCredential, {
      ...bootstrap,
      body: { name, role },
    });
    tokens.set(name, made.body.data.token);
  }
});
afterAll(() => world.stop());

const as = (name: string) => ({ token: tokens.get(name)! });
type Asked = {
  credential?: string;
  effect?: Effect;
  object?: string;
  from?: string;
  until?: string;
};
const log = async (query: Asked) =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { ...query, page_size: 100 } }))
    .body.content;
const lines = async (query: Asked) =>
  (await log(query)).map(({ method, route, outcome }) => `${method} ${route} ${outcome}`);
const reads = async (name: string) =>
  (
    await world.database.pool.query<{ route: string; reads: number }>(
      "select route, sum(reads)::int as reads from desk_read where credential = $1 group by 1 order by 1",
      [name],
    )
  ).rows;

describe("[D-3] the audit log", () => {
  test("has no line for lists and polls: they are counted by day", async () => {
    for (let n = 0; n < 5; n += 1) {
      await world.call(companies.listCompanies, as("reader"));
      await world.call(backoffice.getOverview, as("reader"));
    }
    expect(await lines({ credential: "reader" })).toEqual([]);
    expect(await reads("reader")).toEqual([
      { route: "/provider/v1/companies", reads: 5 },
      { route: "/provider/v1/overview", reads: 5 },
    ]);
  });

  test("has a line for a list that is refused, or taken away as a file", async () => {
    await world.refused(backoffice.listCredentials, as("reader"));
    const { status } = await fetch(`${world.url}${companies.listCompanies.path}`, {
      headers: { authorization: `Bearer ${tokens.get("reader")}`, accept: "text/csv" },
    });
    expect(status).toBe(200);
    expect(await lines({ credential: "reader" })).toEqual([
      "GET /provider/v1/companies OK",
      "GET /provider/v1/credentials FORBIDDEN",
    ]);
  });

  test("says who looked at a driver, once in a quarter of an hour, by number or by id", async () => {
    const params = { id: driver.id };
    const look = () => world.call(backoffice.getConsoleDriver, { ...as("helper"), params });
    for (let n = 0; n < 4; n += 1) await look();
    world.clock.advance(15 * MINUTE_MS - 1);
    await look();
    world.clock.advance(1);
    await look();
    const { mobile } = driver;
    await world.call(provider.getDriver, { ...as("other"), params: { mobile } });
    const body = { reason: "Called about a bill" };
    await world.call(backoffice.showDriver, { ...as("other"), params, body });
    // Somebody else's is not in it.
    const stranger = await world.signUp();
    await world.call(backoffice.getConsoleDriver, { ...as("helper"), params: { id: stranger.id } });
    for (const object of [driver.id, mobile, `+91${mobile}`]) {
      const found = await log({ object });
      expect(found.map(({ credential, route }) => `${credential} ${route}`)).toEqual([
        "other /provider/v1/accounts/:id/show",
        "other /provider/v1/drivers/:mobile",
        "helper /provider/v1/accounts/:id",
        "helper /provider/v1/accounts/:id",
      ]);
    }
    const shown = await log({ object: driver.id, effect: "SHOW" });
    expect(shown).toMatchObject([{ credential: "other", parameters: { reason: body.reason } }]);
    expect(await log({ object: "usr_nobody" })).toEqual([]);
    expect(await log({ object: '" || true || @ == "' })).toEqual([]);
  });

  test("is found by effect and by days of India's calendar", async () => {
    const day = (ms: number) =>
      new Date(world.clock.now().getTime() + 5.5 * 60 * MINUTE_MS + ms).toISOString().slice(0, 10);
    const today = day(0);
    expect((await log({ from: today, until: today })).length).toBeGreaterThan(0);
    expect(await log({ from: day(DAY_MS) })).toEqual([]);
    expect(await log({ until: day(-DAY_MS) })).toEqual([]);
    // A day has its first instant, and not its last: that is the next one's.
    const midnight = new Date(`${day(30 * DAY_MS)}T00:00:00+05:30`);
    const before = world.clock.now();
    const params = { mobile: driver.mobile };
    const body = { allow_multi_charging: false };
    for (const at of [midnight.getTime() - 1, midnight.getTime()]) {
      world.clock.set(new Date(at));
      await world.call(provider.setDriverFlags, { ...as("helper"), params, body });
    }
    world.clock.set(before);
    const of = async (ms: number) =>
      (await log({ from: day(ms), until: day(ms) })).map((each) => each.at);
    expect(await of(30 * DAY_MS)).toEqual([midnight.toISOString()]);
    expect(await of(29 * DAY_MS)).toEqual([new Date(midnight.getTime() - 1).toISOString()]);
    const access = await log({ effect: "ACCESS" });
    expect(new Set(access.map(({ route }) => route))).toEqual(
      new Set(["/provider/v1/credentials"]),
    );
    // Refusals of what would only have been counted.
    expect(await lines({ effect: "SEE_ACCESS" })).toEqual([
      "GET /provider/v1/credentials FORBIDDEN",
    ]);
  });
});

describe("[D-3] a change of the audit log in the database", () => {
  const broken = async () =>
    (await world.call(backoffice.checkBooks, bootstrap)).body.data.faults["audit_log"];
  /** As an administrator of the database could, with the trigger out of the way. */
  const meddle = (sql: string) =>
    world.database.pool.query(
      `begin; alter table desk_audit disable trigger user; ${sql}; alter table desk_audit enable trigger user; commit`,
    );

  test("is refused, and nobody writes at the same time as another", async () => {
    await expect(world.database.pool.query("delete from desk_audit")).rejects.toThrow(
      "written once",
    );
    await expect(world.database.pool.query("update desk_audit set outcome = 'OK'")).rejects.toThrow(
      "written once",
    );
    const params = { mobile: driver.mobile };
    const body = { allow_multi_charging: false };
    await Promise.all(
      Array.from({ length: 20 }, () =>
        world.call(provider.setDriverFlags, { ...as("helper"), params, body }),
      ),
    );
    expect(await broken()).toBe(0);
  });

  test.each([
    [
      "another outcome",
      "update desk_audit set outcome = 'OK' where id = (select min(id) from desk_audit where outcome = 'FORBIDDEN')",
    ],
    [
      "another member",
      "update desk_audit set credential = 'reader' where id = (select max(id) from desk_audit)",
    ],
    [
      "a row taken out of the middle",
      "delete from desk_audit where id = (select id from desk_audit order by id offset 3 limit 1)",
    ],
    [
      "a row without a hash",
      "insert into desk_audit (at, credential, method, route, outcome, request_id) values (now(), 'x', 'GET', 'y', 'OK', 'z')",
    ],
  ])("%s is found by the check of the books", async (_what, sql) => {
    expect(await broken()).toBe(0);
    await world.database.pool.query("create table kept as select * from desk_audit");
    await meddle(sql);
    expect(await broken()).toBeGreaterThan(0);
    await meddle(
      "delete from desk_audit; insert into desk_audit overriding system value select * from kept; drop table kept",
    );
    expect(await broken()).toBe(0);
  });
});

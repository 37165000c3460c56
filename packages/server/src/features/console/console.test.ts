import {
  backoffice,
  stations,
  support,
  wallet,
  type Overview,
  type StaffRole,
  type TimelineEntry,
} from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
const tokens = {} as Record<StaffRole, string>;
beforeAll(async () => {
  own = await openOwnOperator({}, { WITHDRAWAL: "anytime", DRIVER_BUDGET_FACTOR: "100" });
  for (const role of ["read", "support"] as const) {
    const body = { name: `staff-${role}`, role };
    const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens[role] = made.body.data.token;
  }
  return () => own.close();
});

const token = () => ({ token: tokens.read });
const overview = async () => (await own.world.call(backoffice.getOverview, token())).body.data;
const search = async (q: string) =>
  (await own.world.call(backoffice.searchConsole, { ...token(), query: { q } })).body.data.found;
const found = async (q: string) => (await search(q)).map(({ kind, id }) => `${kind} ${id}`);

/** A charge of 3 kWh that is over, with its bill if wanted: ₹70.80. */
async function charged(driver: Driver, isBilled = true): Promise<OwnCharge> {
  const charge = await own.ask(driver);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  if (isBilled) await own.send(own.record(charge, 3, 600));
  await own.world.drain();
  return charge;
}
const ticketOf = async (driver: Driver) =>
  (
    await own.world.call(support.createTicket, {
      body: { category: "OTHER", text: "Why?" },
      token: await own.tokenOf(driver),
    })
  ).body.data.id;

describe("[D-7] the overview", () => {
  /** Every figure with a list. */
  const listsOf = (shown: Overview) =>
    Object.values(shown)
      .flat()
      .flatMap((each) =>
        typeof each === "object" && each !== null && "list" in each ? [each.list] : [],
      );

  test("is quiet where nothing needs anybody, and each figure leads to its list", async () => {
    const shown = await overview();
    expect(shown).toMatchObject({
      charges_open: { count: 0 },
      charges_stuck: [],
      starts_failed: [],
      bills_overdue: { count: 0, since: null },
      refunds_waiting: { count: 0, amount_minor: 0 },
      tickets_open: { count: 0, since: null },
      quarantined_cdrs: { count: 0 },
      disputes: { count: 0 },
      books: null,
    });
    expect(shown.operators).toMatchObject([{ health: { state: "HEALTHY", since: null } }]);
    expect(listsOf(shown).length).toBeGreaterThan(9);
  });

  test("counts what waits, by what for and since when", async () => {
    const driver = await own.driver();
    const over = await charged(driver, false);
    await ticketOf(driver);
    own.operator.onCommand = () => ({ result: "REJECTED", timeout: 30 });
    await own.ask(await own.driver(), "EVEN-2");
    delete own.operator.onCommand;
    await own.send({ ...own.record(over, 3, 600), id: "odd", currency: "USD" });
    const spare = await own.driver();
    await own.world.call(wallet.createWithdrawal, {
      params: { userId: spare.id },
      body: { amount_minor: 10_000 },
      token: await own.tokenOf(spare),
    });
    await own.world.service.checkBooks();
    const shown = await overview();
    expect(shown).toMatchObject({
      starts_failed: [{ code: "REJECTED", count: 1, operator: { id: own.operator.operatorId } }],
      tickets_open: { count: 1, since: expect.any(String) },
      tickets_over_a_day: { count: 0, since: null },
      quarantined_cdrs: { count: 1 },
      refunds_waiting: { count: 1, amount_minor: 10_000 },
      books: { sound: true },
    });
    for (const list of listsOf(shown)) {
      const response = await fetch(`${own.world.url}${list}`, {
        headers: { authorization: `Bearer ${tokens.read}` },
      });
      expect([list, response.status]).toEqual([list, 200]);
    }
    const lists = async () =>
      (await own.world.call(backoffice.listRefunds, { ...token(), query: { state: "WAITING" } }))
        .body;
    expect((await lists()).content).toMatchObject([
      { amount_minor: 10_000, driver: { id: spare.id } },
    ]);
    await own.world.drain();
    expect((await lists()).content).toEqual([]);
    own.world.clock.advance(25 * 3_600_000);
    const later = await overview();
    expect(later.bills_overdue.count).toBe(1);
    expect(later.charges_stuck).toMatchObject([{ waits_for: "BILL", count: 1 }]);
    expect(later.tickets_over_a_day.count).toBe(1);
    expect(later.operators).toMatchObject([{ health: { state: "SILENT" } }]);
  });
});

test("[D-7] the overview says since when the oldest waits, and how much money, and counts nothing that is done", async () => {
  const { world } = own;
  const at = () => world.clock.now().toISOString();
  const pass = () => world.clock.advance(60_000);
  const before = await overview();
  const givers = { token: PROVIDER_TOKEN };
  const propose = async (amount_minor: number) => {
    const { mobile } = await own.driver(0);
    const reference = `CASE ${mobile}`;
    const body = { amount_minor, reason: "The charger was broken", reference };
    const made = await world.call(backoffice.giveGoodwill, { ...givers, params: { mobile }, body });
    return made.body.data.approval!.id;
  };
  const since: Record<string, string> = {};
  pass();
  since["approvals"] = at();
  await propose(100_000);
  pass();
  await propose(250_000);
  const taken = await propose(900_000);
  await world.call(backoffice.rejectApproval, {
    ...givers,
    params: { id: taken },
    body: { reason: "A mistake" },
  });
  const refused = await own.driver();
  await fetch(`${world.pay.url}/control/refund-scenario`, {
    method: "POST",
    body: JSON.stringify({ name: "refused" }),
  });
  since["refunds"] = at();
  await world.call(wallet.createWithdrawal, {
    params: { userId: refused.id },
    body: { amount_minor: 7_000 },
    token: await own.tokenOf(refused),
  });
  await world.pass(120, 60);
  const reporter = await own.driver(0);
  since["problems"] = at();
  for (const kind of ["BLOCKED", "OTHER"] as const) {
    await world.call(stations.reportStationProblem, {
      params: { userId: reporter.id },
      body: { location_id: own.places.get("EVEN")!, kind, text: "A van." },
      token: await own.tokenOf(reporter),
    });
    pass();
  }
  const shown = await overview();
  expect(shown).toMatchObject({
    approvals_waiting: { count: 2, since: since["approvals"], amount_minor: 350_000 },
    refunds_failed: { count: 1, since: since["refunds"], amount_minor: 7_000 },
    refunds_waiting: { count: 0, since: null, amount_minor: 0 },
    station_problems: {
      count: before.station_problems.count + 2,
      since: before.station_problems.since ?? since["problems"],
    },
  });
  // A charge of which no record comes, after a day: since its operator last said something.
  const over = await charged(await own.driver(), false);
  const last = at();
  world.clock.advance(25 * 3_600_000);
  expect((await overview()).bills_overdue).toMatchObject({ count: 1, since: last });
  await own.send(own.record(over, 3, 600));
  await world.drain();
  expect((await overview()).bills_overdue).toMatchObject({ count: 0, since: null });
  // A refund that failed long ago is no news.
  expect((await overview()).refunds_failed.count).toBe(1);
  world.clock.advance(40 * 24 * 3_600_000);
  expect((await overview()).refunds_failed).toMatchObject({ count: 0, since: null });
});

describe("[D-8] the search", () => {
  test("finds by number, its end, name, invoice, and ids of ours, the operator's and the payment's", async () => {
    const driver = await own.driver();
    const charge = await charged(driver);
    const [bill] = await own.bills(driver);
    const ticket = await ticketOf(driver);
    await own.world.database.pool.query("update app_user set name = 'Aditi Rao' where id = $1", [
      driver.id,
    ]);
    const me = `DRIVER ${driver.id}`;
    for (const q of [
      driver.mobile,
      `+91 ${driver.mobile}`,
      driver.mobile.slice(-4),
      driver.mobile.slice(-5),
    ])
      expect([q, await found(q)]).toEqual([q, expect.arrayContaining([me])]);
    for (const q of ["aditi rao", "Aditi", driver.id])
      expect([q, await found(q)]).toEqual([q, [me]]);
    for (const q of [charge.id, charge.ocpiId])
      expect(await found(q)).toContain(`CHARGE ${charge.id}`);
    expect(await found(bill!.id)).toEqual([`BILL ${bill!.id}`, `CHARGE ${charge.id}`]);
    expect(await found(bill!.invoice!.number.toLowerCase())).toEqual([`BILL ${bill!.id}`]);
    expect(await found(ticket)).toEqual([`TICKET ${ticket}`]);
    const { rows } = await own.world.database.pool.query(
      "select payment_id from wallet_payment where user_id = $1",
      [driver.id],
    );
    const payment = String(rows[0].payment_id);
    for (const q of [payment, payment.slice(-5)])
      expect(await found(q)).toContain(`PAYMENT ${payment}`);
    const place = own.places.get("EVEN")!;
    const shown = await own.world.database.pool.query("select name from location where id = $1", [
      place,
    ]);
    expect(await found(String(shown.rows[0].name).slice(0, 6))).toContain(`LOCATION ${place}`);
  });

  test("lists names in the order of the alphabet, and of the same name the newest driver first", async () => {
    const named = async (name: string) => {
      const { id } = await own.driver();
      await own.world.database.pool.query("update app_user set name = $2 where id = $1", [
        id,
        name,
      ]);
      own.world.clock.advance(1_000);
      return `DRIVER ${id}`;
    };
    const [old, long, young] = [await named("Zoya"), await named("zoya khan"), await named("ZOYA")];
    expect(await found("zoya")).toEqual([young, old, long]);
    expect((await search("zoya k"))[0]!.title).toMatch(/^z••• k•••, ••••\d{5}$/);
  });

  test("shows no whole number and no whole name, and takes % and _ for what they are", async () => {
    const driver = await own.driver();
    const text = JSON.stringify(await search(driver.mobile));
    expect(text).toContain(`••••${driver.mobile.slice(-5)}`);
    expect(text).not.toContain(driver.mobile);
    // Who sees the last five digits does not find the others one by one.
    for (const more of [6, 7, 8, 9])
      expect([more, await found(driver.mobile.slice(-more))]).toEqual([more, []]);
    for (const q of ["%%%", "___", "a%b", "\\\\\\", "999", "nobody at all"])
      expect([q, await found(q)]).toEqual([q, []]);
  });
});

describe("[D-9] a driver", () => {
  const driverOf = async (id: string) =>
    (await own.world.call(backoffice.getConsoleDriver, { ...token(), params: { id } })).body.data;
  const timeline = async (id: string, limit: number) => {
    const all: TimelineEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await own.world.call(backoffice.getDriverTimeline, {
        ...token(),
        params: { id },
        query: { limit, ...(cursor && { cursor }) },
      });
      all.push(...page.body.content);
      cursor = page.body.next_cursor;
    }
    return all;
  };

  test("is shown without number and name until somebody says why, which is in the audit log", async () => {
    const driver = await own.driver();
    await own.world.database.pool.query("update app_user set name = 'Aditi Rao' where id = $1", [
      driver.id,
    ]);
    const shown = await driverOf(driver.id);
    expect(shown).toMatchObject({
      mobile_masked: `••••${driver.mobile.slice(-5)}`,
      name_masked: "A••• R•••",
      wallet: { balance_minor: 100_000, held_minor: 0 },
      charges: 0,
    });
    expect(JSON.stringify(shown)).not.toContain(driver.mobile);
    const params = { id: driver.id };
    const without = await own.world.refused(backoffice.showDriver, {
      token: tokens.support,
      params,
      body: {} as never,
    });
    expect(without.body.code).toBe("INVALID_INPUT");
    const why = { token: tokens.support, params, body: { reason: "Called about a bill" } };
    // Reading needs nobody's number.
    expect((await own.world.refused(backoffice.showDriver, { ...why, ...token() })).body.code).toBe(
      "FORBIDDEN",
    );
    const revealed = await own.world.call(backoffice.showDriver, why);
    expect(revealed.body.data).toMatchObject({ mobile: `+91${driver.mobile}`, name: "Aditi Rao" });
    const { body } = await own.world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: { credential: "staff-support", page_size: 1 },
    });
    expect(body.content[0]).toMatchObject({
      route: "/provider/v1/accounts/:id/show",
      parameters: { id: driver.id, reason: "Called about a bill" },
      outcome: "OK",
    });
    const absent = await own.world.refused(backoffice.showDriver, {
      ...why,
      params: { id: "usr_absent" },
    });
    expect(absent.status).toBe(404);
  });

  test("is shown sixty times a day by one member, not more", async () => {
    const made = await own.world.call(backoffice.createCredential, {
      token: PROVIDER_TOKEN,
      body: { name: "curious", role: "support" },
    });
    const { token: curious } = made.body.data;
    const driver = await own.driver();
    const show = {
      token: curious,
      params: { id: driver.id },
      body: { reason: "Called about a bill" },
    };
    for (let n = 0; n < 60; n += 1) await own.world.call(backoffice.showDriver, show);
    expect((await own.world.refused(backoffice.showDriver, show)).body.code).toBe(
      "TOO_MANY_REQUESTS",
    );
    own.world.clock.advance(24 * 3_600_000);
    await own.world.call(backoffice.showDriver, show);
  });

  test("has one timeline of everything, newest first, the same in small pages as in large ones", async () => {
    const driver = await own.driver();
    const charge = await charged(driver);
    const ticket = await ticketOf(driver);
    const whole = await timeline(driver.id, 100);
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(whole.map(({ kind }) => kind))).toEqual(
      new Set(["ACCOUNT", "CHARGE", "BILL", "MOVEMENT", "PAYMENT", "TICKET", "MESSAGE"]),
    );
    const ids = whole.map(({ kind, id }) => `${kind} ${id}`);
    expect(ids).toContain(`CHARGE ${charge.id}`);
    expect(ids).toContain(`TICKET ${ticket}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await timeline(driver.id, 2)).toEqual(whole);
    // A movement says what it moved, as the driver's wallet does, not the balance after it.
    const { body } = await own.world.call(wallet.listMovements, {
      token: await own.tokenOf(driver),
      params: { userId: driver.id },
      query: {},
    });
    const moved = whole.filter(({ kind }) => kind === "MOVEMENT");
    expect(moved.map(({ id, amount_minor }) => [id, amount_minor])).toEqual(
      body.content.map(({ id, amount_minor }) => [id, amount_minor]),
    );
    const other = await own.driver();
    expect(JSON.stringify(await timeline(other.id, 100))).not.toContain(charge.id);
    const bad = { ...token(), params: { id: driver.id }, query: { cursor: "x" } };
    expect((await own.world.refused(backoffice.getDriverTimeline, bad)).body.code).toBe(
      "INVALID_INPUT",
    );
  });
});

test("[D-10] payments of all drivers are listed newest first, by state, without numbers", async () => {
  own.world.clock.advance(1_000);
  const first = await own.driver();
  own.world.clock.advance(1_000);
  const second = await own.driver();
  own.world.clock.advance(1_000);
  await own.world.call(wallet.createTopUp, {
    params: { userId: second.id },
    body: { amount_minor: 50_000 },
    token: second.token,
  });
  const list = async (query: object) =>
    (await own.world.call(backoffice.listPayments, { ...token(), query })).body;
  const credited = await list({ state: "CREDITED", limit: 2 });
  expect(credited.content.map(({ driver }) => driver.id)).toEqual([second.id, first.id]);
  expect(credited.content[0]).toMatchObject({
    amount_minor: 100_000,
    payment_id: expect.any(String),
  });
  const next = await list({ state: "CREDITED", limit: 2, cursor: credited.next_cursor! });
  expect(next.content.map(({ id }) => id)).not.toContain(credited.content[1]!.id);
  const oldest = await list({ state: "CREDITED", order: "OLDEST", limit: 100 });
  const newest = await list({ state: "CREDITED", limit: 100 });
  expect(oldest.content).toEqual(newest.content.toReversed());
  const begun = await list({ state: "CREDITED", order: "OLDEST", limit: 1 });
  const rest = await list({ state: "CREDITED", order: "OLDEST", cursor: begun.next_cursor! });
  expect([...begun.content, ...rest.content]).toEqual(oldest.content);
  expect((await list({ state: "CREATED" })).content).toMatchObject([{ amount_minor: 50_000 }]);
  expect(JSON.stringify(credited)).not.toContain(second.mobile);
});

test("[D-10] a cursor of a time that the database does not know is none", async () => {
  const driver = await own.driver();
  for (const list of ["payments", "refunds", "charges", "tickets", "approvals"])
    for (const at of ["-200000-01-01T00:00:00.000Z", "-271821-04-20T00:00:00.000Z", "infinity"]) {
      const cursor = Buffer.from(JSON.stringify([at, driver.id])).toString("base64url");
      const path = `/provider/v1/${list}?cursor=${cursor}`;
      const headers = { authorization: `Bearer ${tokens.read}` };
      const { status } = await fetch(`${own.world.url}${path}`, { headers });
      expect([list, at, status]).toEqual([list, at, 400]);
    }
});

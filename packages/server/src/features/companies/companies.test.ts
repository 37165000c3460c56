import { books, charging, companies } from "@voltmarg/contract";
import { byTwo } from "@voltmarg/testkit/by-two";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  accountOf,
  billOf,
  companyDriver,
  asProvider,
  limitCompany,
  newCompany,
  nextPlug,
  startAt,
  startBody,
  wholeCharge,
} from "@voltmarg/testkit/company";
import {
  ledgerFaults,
  startHarness,
  type Driver,
  type FreePlug,
  type Harness,
} from "@voltmarg/testkit/harness";
import { admitCompanyCharge, billCompanyCharge } from "./company-allowance.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 200, env: { DEMO_SPEED: "20" } });
});
afterAll(() => world.stop());

describe("[B-2] a company's limit", () => {
  test("is checked at the start against the billed amount and the expected cost of open sessions", async () => {
    const id = await newCompany(world);
    const one = await companyDriver(world, id);
    const two = await companyDriver(world, id);
    await limitCompany(world, id, 60_000);
    const plug = await nextPlug(world, one);
    const { id: session } = await startAt(world, one, plug, 300);
    const { open_minor, left_minor } = await accountOf(world, id);
    expect(open_minor).toBeGreaterThanOrEqual(35_000);
    expect(left_minor).toBe(60_000 - open_minor);
    const refused = await world.refused(charging.startSession, {
      body: startBody(await nextPlug(world, two), 300),
      token: two.token,
    });
    expect([refused.status, refused.body.code]).toEqual([402, "COMPANY_LIMIT_REACHED"]);
    expect(refused.body.left_minor).toBe(left_minor);
    await world.pass(60, 5);
    const bill = await billOf(world, one, session);
    expect(bill).toMatchObject({ paid_by: "COMPANY", balance_after_minor: null });
    expect(bill.amount_minor).toBeGreaterThan(0);
    expect(await accountOf(world, id)).toMatchObject({
      billed_minor: bill.amount_minor,
      open_minor: 0,
      left_minor: 60_000 - bill.amount_minor,
      owed_minor: bill.amount_minor,
    });
  });

  test("is not exceeded by concurrent starts", async () => {
    const id = await newCompany(world);
    const drivers: Driver[] = [];
    const plugs: FreePlug[] = [];
    for (let i = 0; i < 4; i++) {
      const driver = await companyDriver(world, id);
      drivers.push(driver);
      plugs.push(await nextPlug(world, driver));
    }
    // Each may cost what was chosen and what stopping takes: two fit, three do not.
    const { id: session } = await startAt(world, drivers[0]!, plugs[0]!, 300);
    const { open_minor: each } = await accountOf(world, id);
    await world.call(charging.stopSession, {
      body: { session_id: session },
      token: drivers[0]!.token,
    });
    await world.pass(30, 5);
    const { billed_minor: billed } = await accountOf(world, id);
    await limitCompany(world, id, billed + each * 2 + 10_000);
    const others = [1, 2, 3];
    const outcomes = await Promise.allSettled(
      others.map((at) => startAt(world, drivers[at]!, plugs[at]!, 300)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const { open_minor, left_minor } = await accountOf(world, id);
    expect(open_minor + (left_minor ?? 0)).toBe(each * 2 + 10_000);
    await world.pass(60, 5);
  });

  test("of one driver does not affect the others", async () => {
    const id = await newCompany(world);
    const one = await companyDriver(world, id);
    const two = await companyDriver(world, id);
    await world.call(companies.limitCompanyNumber, {
      ...asProvider,
      params: { id, mobile: one.mobile },
      body: { limit_minor: 20_000 },
    });
    const refused = await world.refused(charging.startSession, {
      body: startBody(await nextPlug(world, one), 300),
      token: one.token,
    });
    expect(refused.body).toMatchObject({ code: "COMPANY_LIMIT_REACHED", left_minor: 20_000 });
    expect((await startAt(world, two, await nextPlug(world, two), 300)).status).toBe("PENDING");
    await world.pass(60, 5);
  });

  test("of numbers without one of their own holds as well", async () => {
    const id = await newCompany(world);
    const body = { number_limit_minor: 20_000 };
    await world.call(companies.updateCompany, { ...asProvider, params: { id }, body });
    const driver = await companyDriver(world, id);
    const plug = await nextPlug(world, driver);
    const { token } = driver;
    const refused = await world.refused(charging.startSession, {
      body: startBody(plug, 300),
      token,
    });
    expect(refused.body).toMatchObject({ code: "COMPANY_LIMIT_REACHED", left_minor: 20_000 });
    await world.call(charging.startSession, { body: startBody(plug, 150), token });
  });

  test("[S-7] stops a running session before the rest is used up", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    await limitCompany(world, id, 40_000);
    const plug = await nextPlug(world, driver, { take_kwh: 100, at_kw: 30 });
    const { id: session } = await startAt(world, driver, plug);
    await world.pass(300, 2);
    const bill = await billOf(world, driver, session);
    expect(bill.stop_reason).toBe("BALANCE");
    expect(bill.amount_minor).toBeLessThanOrEqual(40_000);
    expect(bill.amount_minor).toBeGreaterThan(15_000);
  });

  test("is shared by concurrent sessions", async () => {
    const id = await newCompany(world);
    const sessions: [Awaited<ReturnType<typeof companyDriver>>, string][] = [];
    for (let i = 0; i < 2; i++) {
      const driver = await companyDriver(world, id);
      const plug = await nextPlug(world, driver, { take_kwh: 100, at_kw: 30 });
      sessions.push([driver, (await startAt(world, driver, plug)).id]);
    }
    await limitCompany(world, id, 80_000);
    await world.pass(400, 2);
    const bills = await Promise.all(sessions.map(([driver, s]) => billOf(world, driver, s)));
    expect(bills.map((bill) => bill.stop_reason)).toEqual(["BALANCE", "BALANCE"]);
    const { billed_minor } = await accountOf(world, id);
    expect(billed_minor).toBe(bills.reduce((sum, bill) => sum + bill.amount_minor, 0));
    expect(billed_minor).toBeLessThanOrEqual(80_000);
  });

  test("begins anew at midnight in India of the first of a month", async () => {
    const id = await newCompany(world);
    const { id: userId } = await companyDriver(world, id);
    await limitCompany(world, id, 10_000);
    const admit = (sessionId: string, mayCost: bigint, at: string) =>
      world.database.transact((tx) =>
        admitCompanyCharge(tx, { companyId: id, userId, sessionId, mayCost, at: new Date(at) }),
      );
    const [last, first] = ["2026-11-30T18:29:59.999Z", "2026-11-30T18:30:00.000Z"];
    expect(await admit("ses_a", 10_000n, last)).toEqual({ ok: true, value: true });
    await world.database.transact((tx) =>
      billCompanyCharge(tx, {
        sessionId: "ses_a",
        cdrId: "cdr_a",
        amount: 9_000n,
        at: new Date(last),
      }),
    );
    expect(await admit("ses_b", 1_001n, last)).toMatchObject({ reason: "COMPANY_LIMIT_REACHED" });
    expect(await admit("ses_b", 10_000n, first)).toEqual({ ok: true, value: true });
  });

  test("is released by a failed start", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    await limitCompany(world, id, 60_000);
    const plug = await nextPlug(world, driver);
    await world.control("/control/scenario", { name: "rejects", evse_uid: plug.evse.uid });
    await startAt(world, driver, plug, 300);
    expect((await accountOf(world, id)).open_minor).toBeGreaterThan(0);
    await world.pass(10, 5);
    expect(await accountOf(world, id)).toMatchObject({ open_minor: 0, left_minor: 60_000 });
  });
});

test("[B-2] a suspended company's drivers start nothing new; what runs goes on to its bill", async () => {
  const id = await newCompany(world);
  const one = await companyDriver(world, id);
  const two = await companyDriver(world, id);
  const { id: session } = await startAt(world, one, await nextPlug(world, one));
  const change = (state: "ACTIVE" | "SUSPENDED") =>
    world.call(companies.updateCompany, { ...asProvider, params: { id }, body: { state } });
  await change("SUSPENDED");
  const body = startBody(await nextPlug(world, two));
  const refused = await world.refused(charging.startSession, { body, token: two.token });
  expect([refused.status, refused.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);
  await world.pass(60, 5);
  expect((await billOf(world, one, session)).paid_by).toBe("COMPANY");
  await change("ACTIVE");
  expect((await wholeCharge(world, two)).paid_by).toBe("COMPANY");
});

describe("a company's payment", () => {
  const pay = (id: string, amount_minor: number, reference: string) => ({
    ...asProvider,
    params: { id },
    body: { amount_minor, reference },
  });

  test("lowers what it owes, once for each reference", async () => {
    const id = await newCompany(world);
    const driver = await companyDriver(world, id);
    const bill = await wholeCharge(world, driver);
    const call = async (amount: number, reference: string) =>
      (await world.call(companies.recordCompanyPayment, pay(id, amount, reference))).body.data;
    const rest = bill.amount_minor - 5_000;
    expect(await call(5_000, "UTR 0001")).toEqual({ booked: true, owed_minor: rest });
    expect(await call(5_000, "UTR 0001")).toEqual({ booked: false, owed_minor: rest });
    expect(await call(5_000, "UTR 0002")).toEqual({ booked: true, owed_minor: rest - 5_000 });
    const other = await world.refused(companies.recordCompanyPayment, pay(id, 6_000, "UTR 0001"));
    expect([other.status, other.body.code]).toEqual([409, "REFERENCE_REUSED"]);
    expect((await accountOf(world, id)).owed_minor).toBe(rest - 5_000);
  });

  test("that was mistyped is taken back by two, once, and the statement shows both", async () => {
    const id = await newCompany(world);
    await world.call(companies.recordCompanyPayment, pay(id, 11_800_000, "UTR 0009"));
    const takeBack = {
      params: { id },
      body: { reference: "UTR 0009", reason: "Two zeros too many" },
    };
    const alone = await world.refused(companies.reverseCompanyPayment, {
      ...asProvider,
      ...takeBack,
      body: { ...takeBack.body, reason: "I alone say so" },
    });
    expect(alone.body.code).toBe("SECOND_MEMBER_NEEDED");
    expect((await accountOf(world, id)).owed_minor).toBe(-11_800_000);
    world.clock.advance(60_000);
    await byTwo(world, companies.reverseCompanyPayment, takeBack);
    expect((await accountOf(world, id)).owed_minor).toBe(0);
    const again = await world.call(companies.reverseCompanyPayment, { ...asProvider, ...takeBack });
    expect(again.body.data).toEqual({ booked: false, owed_minor: 0 });
    const { body } = await world.call(companies.getCompanyStatement, {
      ...asProvider,
      params: { id, month: "2026-11" },
    });
    expect(body.data.payments.map((each) => [each.reference, each.amount_minor])).toEqual([
      ["UTR 0009", 11_800_000],
      ["UTR 0009, taken back", -11_800_000],
    ]);
    expect([body.data.paid_minor, body.data.closing_minor]).toEqual([0, 0]);
    const unknown = await world.refused(companies.reverseCompanyPayment, {
      ...asProvider,
      params: { id },
      body: { reference: "UTR 0010", reason: "Never booked" },
    });
    expect([unknown.status, unknown.body.message]).toEqual([
      404,
      "The company has no payment of that reference.",
    ]);
  });

  test("of which the company kept income tax reduces its debt by both, and is taken back whole", async () => {
    const id = await newCompany(world);
    const params = { id };
    const paid = await world.call(companies.recordCompanyPayment, {
      ...asProvider,
      params,
      body: { amount_minor: 9_800, tds_minor: 200, reference: "UTR 0098" },
    });
    expect(paid.body.data).toEqual({ booked: true, owed_minor: -10_000 });
    const other = await world.refused(companies.recordCompanyPayment, {
      ...asProvider,
      params,
      body: { amount_minor: 9_800, tds_minor: 100, reference: "UTR 0098" },
    });
    expect(other.body.code).toBe("REFERENCE_REUSED");
    const accounts = async () =>
      (await world.call(books.getBooks, { ...asProvider, params: { month: "2026-11" } })).body.data
        .accounts;
    const tds = async () => (await accounts()).find(({ name }) => name === "TDS receivable");
    expect(await tds()).toMatchObject({ debit_minor: 200, credit_minor: 0 });
    const statement = await world.call(companies.getCompanyStatement, {
      ...asProvider,
      params: { id, month: "2026-11" },
    });
    expect(statement.body.data.payments.map((each) => [each.reference, each.amount_minor])).toEqual(
      [["UTR 0098, ₹2.00 of it TDS", 10_000]],
    );
    const body = { reference: "UTR 0098", reason: "Another company's" };
    await byTwo(world, companies.reverseCompanyPayment, { params, body });
    expect((await accountOf(world, id)).owed_minor).toBe(0);
    expect(await tds()).toMatchObject({ debit_minor: 200, credit_minor: 200 });
  });

  test("of an unknown company is refused", async () => {
    const refused = await world.refused(
      companies.recordCompanyPayment,
      pay("com_absent", 5_000, "UTR 0003"),
    );
    expect(refused.body.code).toBe("NOT_FOUND");
  });
});

test("the ledger balances after all of these", async () => {
  const faults = await ledgerFaults(world);
  expect(Object.entries(faults).filter(([, count]) => count > 0)).toEqual([]);
});

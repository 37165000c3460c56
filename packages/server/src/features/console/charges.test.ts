import { backoffice, provider, type ConsoleCharge, type StaffRole } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { ledgerFaults, PROVIDER_TOKEN, type Driver } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
const tokens = {} as Record<StaffRole, string>;
beforeAll(async () => {
  own = await openOwnOperator();
  for (const role of ["read", "support", "finance", "admin"] as const) {
    const body = { name: `staff-${role}`, role };
    const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
    tokens[role] = made.body.data.token;
  }
  return () => own.close();
});

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = async (query: {
  state?: "RUNNING" | "STUCK" | "FAILED" | "UNBILLED" | "BILLED";
  operator?: string;
  from?: string;
  until?: string;
  q?: string;
  cursor?: string;
  limit?: number;
}) => (await own.world.call(backoffice.listCharges, { token: tokens.read, query })).body;
const idsOf = async (query: Query) => (await list(query)).content.map(({ id }) => id);
const details = async ({ id }: { id: string }) =>
  (await own.world.call(backoffice.getCharge, { token: tokens.read, params: { id } })).body.data;
const because = ({ id }: { id: string }, role: StaffRole) => ({
  token: tokens[role],
  params: { id },
  body: { reason: "The driver called" },
});
const audit = async (role: StaffRole) =>
  (
    await own.world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: { credential: `staff-${role}`, page_size: 1 },
    })
  ).body.content[0];

/** A charge under way. */
async function running(at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), at);
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge);
  await own.world.drain();
  return charge;
}
/** One of 3 kWh that is over, without a charge record: ₹70.80. */
async function unbilled(driver?: Driver): Promise<OwnCharge> {
  const charge = await own.ask(driver ?? (await own.driver()));
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
async function billed(driver?: Driver): Promise<OwnCharge> {
  const charge = await unbilled(driver);
  await own.send(own.record(charge, 3, 600));
  await own.world.drain();
  return charge;
}

describe("[D-4] the list of charges", () => {
  test("has each charge once over its pages, newest first, filtered by state, operator, day and q", async () => {
    const [first, second, third] = [await billed(), await unbilled(), await running()];
    expect((await idsOf({})).slice(0, 3)).toEqual([third.id, second.id, first.id]);
    const all: ConsoleCharge[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
      const page = await list({ limit: 1, ...(cursor && { cursor }) });
      all.push(...page.content);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(all.map(({ id }) => id)).toEqual(await idsOf({}));
    expect(await idsOf({ state: "BILLED" })).toEqual([first.id]);
    expect(await idsOf({ state: "UNBILLED" })).toEqual([second.id]);
    expect(await idsOf({ state: "RUNNING" })).toEqual([third.id]);
    expect(await idsOf({ operator: "tst", state: "RUNNING" })).toEqual([third.id]);
    expect(await idsOf({ q: third.driver.mobile })).toEqual([third.id]);
    expect(await idsOf({ q: third.driver.id })).toEqual([third.id]);
    expect(await idsOf({ q: second.id })).toEqual([second.id]);
    const [bill] = await own.bills(first.driver);
    expect(await idsOf({ q: bill!.id })).toEqual([first.id]);
    for (const q of ["nothing", "9999999999", "%", "ses_absent"])
      expect(await idsOf({ q })).toEqual([]);
    // 20 November, 6:30 in India.
    const day = "2026-11-20";
    expect(await idsOf({ from: day, until: day })).toEqual(await idsOf({}));
    expect(await idsOf({ from: "2026-11-21" })).toEqual([]);
    expect(await idsOf({ until: "2026-11-19" })).toEqual([]);
    await own.tell(third, { kwh: 1, status: "COMPLETED" });
  });

  test("shows no more of a number than its end", async () => {
    const charge = await billed();
    const text = JSON.stringify([await list({}), await details(charge)]);
    expect(text).toContain(`••••${charge.driver.mobile.slice(-5)}`);
    expect(text).not.toContain(charge.driver.mobile);
  });

  test("refuses an unknown operator, and a cursor that is none of its own", async () => {
    const refused = async (query: Query) =>
      (await own.world.refused(backoffice.listCharges, { token: tokens.read, query })).body.code;
    expect(await refused({ operator: "nobody" })).toBe("NOT_FOUND");
    const forged = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString("base64url");
    for (const cursor of ["x", forged("now", "x"), forged(1, 2), forged("2026-11-20", "a\0b")])
      expect([cursor, await refused({ cursor })]).toEqual([cursor, "INVALID_INPUT"]);
  });

  test("says of a stuck charge what it waits for", async () => {
    const waits = async ({ id }: OwnCharge) =>
      (await list({ state: "STUCK", limit: 100 })).content.find((each) => each.id === id)
        ?.waits_for;
    const [silent, over] = [await running("EVEN-2"), await unbilled()];
    expect(await waits(silent)).toBeUndefined();
    own.world.clock.advance(15 * 60_000);
    expect([await waits(silent), await waits(over)]).toEqual(["NEWS", undefined]);
    expect((await details(silent)).waits_for).toBe("NEWS");
    own.world.clock.advance(46 * 60_000);
    expect(await waits(over)).toBe("BILL");
    await own.send(own.record(over, 3, 600));
    await own.world.drain();
    expect(await waits(over)).toBeUndefined();
    await own.tell(silent, { kwh: 1, status: "COMPLETED" });
  });
});

test("[D-5] a charge has every step from the start to the ledger in the order of time, and the operator's price beside ours", async () => {
  const charge = await billed();
  const shown = await details(charge);
  const times = shown.steps.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  const has = (what: string) => shown.steps.filter((step) => step.what === what).map((s) => s.text);
  expect(has("STEP").slice(0, 3)).toEqual([
    "The driver pressed Start",
    "The operator accepted the start",
    "The operator opened the session",
  ]);
  expect(has("STEP").at(-1)).toBe("The charge was billed");
  expect(has("COMMAND")).toEqual(["START_SESSION: ACCEPTED"]);
  expect(has("LEDGER")).toEqual([expect.stringMatching(/^HOLD/), expect.stringMatching(/^CHARGE/)]);
  expect(has("BILL")).toEqual([expect.stringMatching(/^Bill VM\//)]);
  expect(shown).toMatchObject({
    customer_type: "PERSONAL",
    evse_uid: "EVEN-1",
    bill_id: shown.bills[0]!.id,
    cost_minor: 7_080,
    limit: { selectedMoney: 500 },
    stop: null,
    may: { stop: false, ask_again: false, close_unbilled: false },
    price: {
      lines: [{ dimension: "ENERGY", excl_vat_minor: 6_000 }],
      parts: [
        { part: "ENERGY", billed_excl_minor: 6_000, asked_excl: null },
        { part: "TOTAL", billed_excl_minor: 6_000, asked_excl: 60 },
      ],
    },
  });
  expect(shown.meter.at(-1)).toMatchObject({ charging: true });
  const sums = shown.ledger.map(({ postings }) => postings.map(({ amount_minor }) => amount_minor));
  expect(sums[0]).toEqual([shown.hold_minor]);
  const asked = await own.world.refused(backoffice.getCharge, {
    token: tokens.read,
    params: { id: "ses_absent" },
  });
  expect([asked.status, asked.body.code]).toEqual([404, "SESSION_NOT_FOUND"]);
});

test("[D-5] a charge stays as it is shown when its driver charges again", async () => {
  const first = await billed();
  const shown = await details(first);
  const second = await billed(first.driver);
  expect(await details(first)).toEqual(shown);
  expect((await details(second)).bills.map(({ id }) => id)).not.toContain(shown.bill_id);
});

test("[D-5] what was said with the operator about a charge is among its steps, and what the staff did", async () => {
  const charge = await running();
  await own.world.service.flushOcpiLog();
  const shown = await details(charge);
  expect(shown.messages.map(({ direction, method }) => `${direction} ${method}`)).toContain(
    "IN PUT",
  );
  await own.world.call(backoffice.askAboutCharge, because(charge, "support"));
  const acts = (await details(charge)).steps.filter(({ what }) => what === "STAFF");
  expect(acts.map(({ text }) => text)).toEqual([
    "staff-support: POST /charges/:id/ask-again, OK, The driver called",
  ]);
  await own.tell(charge, { kwh: 1, status: "COMPLETED" });
});

describe("[D-6] by support, with a reason", () => {
  test("a charge is stopped as by its driver, once", async () => {
    const charge = await running();
    for (const role of ["read", "finance"] as const) {
      const refused = await own.world.refused(backoffice.stopCharge, because(charge, role));
      expect([refused.status, own.stops(charge)]).toEqual([403, 0]);
    }
    const stopped = await own.world.call(backoffice.stopCharge, because(charge, "support"));
    expect(stopped.body.data).toEqual({ step: "STOPPING" });
    await own.world.call(backoffice.stopCharge, because(charge, "admin"));
    await own.world.drain();
    expect(own.stops(charge)).toBe(1);
    expect(await audit("support")).toMatchObject({
      route: "/provider/v1/charges/:id/stop",
      parameters: { id: charge.id, reason: "The driver called" },
      outcome: "OK",
    });
    expect((await details(charge)).stop).toMatchObject({ reason: "DESK" });
    await own.tell(charge, { kwh: 1, status: "COMPLETED" });
    await own.world.drain();
    const over = await own.world.refused(backoffice.stopCharge, because(charge, "support"));
    expect(over.body.code).toBe("SESSION_NOT_ACTIVE");
    await own.send(own.record(charge, 1, 60));
    const [bill] = await own.bills(charge.driver);
    expect(bill?.stop_reason).toBe("UNKNOWN");
  });

  test("the operator is asked now about a charge that it is silent about, and not about one that is settled", async () => {
    const charge = await running();
    // Its watch looks half a minute later.
    own.world.clock.advance(61_000);
    own.operator.shelf.sessions = [own.session(charge, { kwh: 1.5 })];
    await own.world.drain();
    expect((await details(charge)).kwh).not.toBe(1.5);
    const asked = await own.world.call(backoffice.askAboutCharge, because(charge, "support"));
    expect(asked.body.data.step).toBe("FLOWING");
    await own.world.drain();
    expect((await details(charge)).kwh).toBe(1.5);
    own.operator.shelf.sessions = [];
    await own.tell(charge, { kwh: 1.5, status: "COMPLETED" });
    await own.send(own.record(charge, 1.5, 121));
    await own.world.drain();
    const settled = await own.world.refused(backoffice.askAboutCharge, because(charge, "support"));
    expect(settled.body.code).toBe("SESSION_NOT_ACTIVE");
  });
});

describe("[D-6] by finance, a charge that is over and has no bill", () => {
  test("is closed: the hold goes back, and a late record waits for a decision", async () => {
    const charge = await unbilled();
    const close = (role: StaffRole) =>
      own.world.refused(backoffice.closeChargeUnbilled, because(charge, role));
    expect([(await close("support")).status, (await close("read")).status]).toEqual([403, 403]);
    expect((await own.purse(charge.driver)).held_minor).toBeGreaterThan(0);
    expect((await details(charge)).may).toMatchObject({ close_unbilled: true, ask_again: true });
    await own.world.call(backoffice.closeChargeUnbilled, because(charge, "finance"));
    expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
    expect((await details(charge)).may).toEqual({
      stop: false,
      ask_again: false,
      close_unbilled: false,
    });
    expect((await close("finance")).body).toMatchObject({
      code: "CONFLICT",
      message: "It is settled already.",
    });

    const record = own.record(charge, 3, 600);
    await own.send(record);
    await own.world.drain();
    expect(await own.bills(charge.driver)).toEqual([]);
    const aside = (await details(charge)).steps.find(({ what }) => what === "SET_ASIDE");
    expect(aside?.text).toBe("the back office closed this charge without a bill");
    const { steps } = await details(await billed());
    expect(steps.map(({ what }) => what)).not.toContain("SET_ASIDE");
    const waiting = await own.world.call(provider.listQuarantinedCdrs, {
      token: tokens.finance,
      query: {},
    });
    const { id } = waiting.body.content[0]!;
    await own.world.call(provider.decideQuarantinedCdr, {
      token: tokens.finance,
      params: { id },
      body: { decision: "RELEASED", reason: "It is owed after all" },
    });
    expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 7_080 }]);
    expect(await own.purse(charge.driver)).toMatchObject({ balance_minor: 92_920 });
  });

  test("no other charge is: not one that runs, and not one that has a bill", async () => {
    const [going, done] = [await running(), await billed()];
    const why = async (charge: OwnCharge) =>
      (await own.world.refused(backoffice.closeChargeUnbilled, because(charge, "finance"))).body
        .message;
    expect(await why(going)).toBe("It is not over. Stop it first.");
    expect(await why(done)).toBe("It has a bill. Correct the bill instead.");
    expect((await own.purse(going.driver)).held_minor).toBeGreaterThan(0);
    const absent = await own.world.refused(
      backoffice.closeChargeUnbilled,
      because({ id: "ses_absent" }, "finance"),
    );
    expect(absent.body.code).toBe("SESSION_NOT_FOUND");
  });
});

test("the books are sound after all of these", async () => {
  const faults = await ledgerFaults(own.world);
  expect(Object.entries(faults).filter(([, count]) => count > 0)).toEqual([]);
});

test("[D-5] the charges of a day are those of that day in India, from its first instant to its last", async () => {
  const driver = await own.driver();
  const ids: string[] = [];
  const day = new Date(own.world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const midnight = Date.parse(`${day}T18:30:00Z`);
  for (const ms of [-1, 0]) {
    own.world.clock.set(new Date(midnight + ms));
    const charge = await own.ask(driver);
    await own.tell(charge, { status: "INVALID" });
    await own.world.drain();
    ids.push(charge.id);
  }
  const after = new Date(midnight + 6 * 3_600_000).toISOString().slice(0, 10);
  const of = async (from: string, until: string) => {
    const query = { q: driver.mobile, from, until, limit: 10 };
    const { content } = (
      await own.world.call(backoffice.listCharges, { token: tokens.read, query })
    ).body;
    return content.map(({ id }) => id);
  };
  expect(await of(day, day)).toEqual([ids[0]]);
  expect(await of(after, after)).toEqual([ids[1]]);
  expect(await of(day, after)).toEqual(ids.toReversed());
});

import { completeSession } from "@voltmarg/testkit/complete-session";
import { byTwo } from "@voltmarg/testkit/by-two";
import { charging, provider, wallet, type Cdr as Bill } from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ledgerFaults,
  PROVIDER_TOKEN,
  START,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import {
  cdrOf,
  connectorOf,
  evseOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let other: Partner;
let places: Map<string, string>;

const backoffice = { token: PROVIDER_TOKEN };
const put = (path: string, body: object, by = operator) => by.call("PUT", path, body);
const plugAt = (id: string, tariff_ids: string[], more: object = {}) =>
  locationOf(id, {
    evses: [evseOf(`${id}-1`, { connectors: [connectorOf({ tariff_ids })] })],
    ...more,
  });

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  other = await openPartner(world, "ZZZ");
  const parking = { type: "PARKING_TIME", price: 60, vat: 18, step_size: 60 };
  const energy = { type: "ENERGY", price: 20, vat: 18, step_size: 1 };
  await put("/tariffs/IN/TST/T1", tariffOf("T1"));
  await put(
    "/tariffs/IN/TST/T2",
    tariffOf("T2", { elements: [{ price_components: [energy, parking] }] }),
  );
  await put("/tariffs/IN/TST/T3", tariffOf("T3", { min_price: { excl_vat: 300, incl_vat: 354 } }));
  await put("/tariffs/IN/TST/T4", tariffOf("T4", { max_price: { excl_vat: 100, incl_vat: 118 } }));
  for (const id of ["T1", "T2", "T3", "T4"]) {
    await put(`/locations/IN/TST/${id}`, plugAt(id, [id]));
  }
  await put("/locations/IN/TST/N", plugAt("N", []));
  await put("/tariffs/IN/ZZZ/T1", tariffOf("T1", other.party), other);
  await put("/locations/IN/ZZZ/Z", plugAt("Z", ["T1"], other.party), other);
  const found = await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  );
  places = new Map(found.map(({ id, ocpi_id }) => [ocpi_id, id]));
});
afterAll(async () => {
  await world.stop();
  await operator.close();
  await other.close();
});
beforeEach(() => world.clock.set(new Date(START)));
afterEach(() => sell({ markup_percent: null }));

const sell = (rule: object) => byTwo(world, provider.putRetailRule, { body: rule });

type Charge = { token: string; userId: string; id: string; ocpiId: string; by: Partner };

/** A session requested at 06:30:00 whose CDR comes at 07:00:15. */
async function charge(place = "T1", by = operator): Promise<Charge> {
  world.clock.set(new Date(START));
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: places.get(place)!,
      evse_uid: `${place}-1`,
      connector_id: "1",
      estimation_info: { selectedMoney: 500 },
    },
    token: driver.token,
  });
  const ocpiId = `s-${body.data.id.slice(-8)}`;
  await by.call("PUT", `/sessions/IN/${by.party.party_id}/${ocpiId}`, {
    ...sessionOf(ocpiId, { authorization_reference: body.data.id }),
    ...by.party,
  });
  world.clock.set(new Date("2026-11-20T06:38:00Z"));
  return { token: driver.token, userId: driver.id, id: body.data.id, ocpiId, by };
}

let records = 0;
/** Its CDR: ten kWh in 450 s, below 60 kW × 1.1, with the test's changes. */
async function record(of: Charge, more: object = {}, endsAt?: string): Promise<string> {
  const id = `c-${records++}`;
  const { end_date_time: end } = more as { end_date_time?: string };
  // The CDR comes after its end time; the driver's token is still valid then.
  const now = world.clock.now();
  if (end?.startsWith("2026-11-20") && new Date(end) > now) world.clock.set(new Date(end));
  await completeSession(of.by, of.ocpiId, world.clock.now(), { end: endsAt });
  const answer = await of.by.call("POST", "/cdrs", {
    ...cdrOf(id, {
      session_id: of.ocpiId,
      authorization_reference: of.id,
      end_date_time: "2026-11-20T06:40:10Z",
      total_time: 0.1667,
      last_updated: "2026-11-20T06:40:20Z",
      ...more,
    }),
    ...of.by.party,
  });
  world.clock.set(now);
  expect(answer.code).toBe(1000);
  return id;
}
const cost = (excl_vat: number, incl_vat?: number) => ({
  total_cost: { excl_vat, ...(incl_vat === undefined ? {} : { incl_vat }) },
});
const billsOf = async ({ userId, token }: Charge) =>
  (await world.call(charging.searchCdrs, { params: { userId }, token })).body.content;
async function billOf(of: Charge): Promise<Bill> {
  const [bill, ...more] = await billsOf(of);
  expect(more).toEqual([]);
  if (!bill) throw new Error("no bill");
  // In all cases the parts add up, and the wallet paid exactly this.
  expect(bill.net_minor + bill.gst_minor).toBe(bill.amount_minor);
  expect(bill.cgst_minor + bill.sgst_minor).toBe(bill.gst_minor);
  if (bill.lines.length > 0) {
    const net = bill.lines.reduce((sum, line) => sum + line.excl_vat_minor, 0);
    // Half a paisa for each line; one where the tax would be odd, so that its halves are equal.
    expect(Math.abs(net - bill.net_minor)).toBeLessThanOrEqual(bill.lines.length / 2 + 1);
  }
  const purse = await world.call(wallet.getWallet, {
    params: { userId: of.userId },
    token: of.token,
  });
  expect(purse.body.data.balance_minor).toBe(100_000 - bill.amount_minor);
  return bill;
}
const disputes = async (query: object = {}) =>
  (await world.call(provider.listDisputes, { ...backoffice, query })).body;
const disputeOf = async (of: Charge) =>
  (await disputes({ page_size: 100 })).content.find((d) => d.session_id === of.id) ?? null;
const setAside = async (ocpiId: string) =>
  (
    await world.call(provider.listQuarantinedCdrs, { ...backoffice, query: { page_size: 100 } })
  ).body.content.find((q) => q.ocpi_id === ocpiId);

describe("[E-4] the audit, at the operator's own price", () => {
  test("accepts a correct CDR: the driver pays it, and nothing is disputed", async () => {
    const of = await charge();
    await record(of);
    const bill = await billOf(of);
    expect(bill).toMatchObject({ amount_minor: 23_600, net_minor: 20_000, dispute: null });
    expect(bill.lines).toMatchObject([
      {
        dimension: "ENERGY",
        quantity: "10",
        price: "20",
        element_index: 0,
        restrictions: null,
        rounding: null,
        from: "2026-11-20T06:30:10.000Z",
        until: "2026-11-20T06:40:10.000Z",
      },
    ]);
    expect(await disputeOf(of)).toBeNull();
  });

  test.each<[string, object, boolean, number]>([
    ["half a paisa more", cost(200.005, 236.005), true, 23_600],
    ["half a paisa less", cost(199.995, 235.995), true, 23_600],
    ["a hair over half a paisa more with tax", cost(200, 236.0051), false, 23_600],
    ["a hair over half a paisa less with tax", cost(200, 235.9949), false, 23_599],
    ["a hair over half a paisa more without tax", cost(200.0051, 236), false, 23_600],
  ])("of one price component, told %s (%j): agreed %s", async (_name, asked, agreed, pays) => {
    const of = await charge();
    await record(of, asked);
    expect((await disputeOf(of)) === null).toBe(agreed);
    expect((await billOf(of)).amount_minor).toBe(pays);
  });

  test.each([
    [210.01, 247.8, true],
    [210, 247.792, true],
    [210.0101, 247.8, false],
  ])(
    "of two price components bears twice as much: %s, %s: agreed %s",
    async (net, total, agreed) => {
      const of = await charge("T2");
      await record(of, {
        ...cost(net, total),
        end_date_time: "2026-11-20T06:50:10Z",
        total_time: 0.3333,
        total_parking_time: 0.1667,
        charging_periods: [
          {
            start_date_time: "2026-11-20T06:30:10Z",
            dimensions: [
              { type: "ENERGY", volume: 10 },
              { type: "TIME", volume: 0.1667 },
            ],
          },
          {
            start_date_time: "2026-11-20T06:40:10Z",
            dimensions: [{ type: "PARKING_TIME", volume: 0.1667 }],
          },
        ],
      });
      const bill = await billOf(of);
      expect(bill.lines.map(({ dimension }) => dimension)).toEqual(["ENERGY", "PARKING_TIME"]);
      expect(bill).toMatchObject({ amount_minor: 24_780, dispute: null });
      expect((await disputeOf(of)) === null).toBe(agreed);
    },
  );

  test("of a CDR that asks for more: the driver pays the promised price, the rest is disputed", async () => {
    const of = await charge();
    const ocpiId = await record(of, cost(300, 354));
    const bill = await billOf(of);
    expect(bill).toMatchObject({
      amount_minor: 23_600,
      net_minor: 20_000,
      dispute: { asked_minor: 35_400, checked_minor: 23_600 },
    });
    expect(bill.lines).toHaveLength(1);
    expect(await disputeOf(of)).toMatchObject({
      cdr_id: bill.id,
      ocpi_id: ocpiId,
      user_id: of.userId,
      operator: { id: operator.operatorId, name: "Operator TST" },
      currency: "INR",
      asked: { excl_vat: "300", incl_vat: "354" },
      checked: { excl_vat: "200", incl_vat: "236" },
      tolerance: "0.005",
      paid_minor: 23_600,
      state: "OPEN",
      lines: [{ dimension: "ENERGY", quantity: "10", unitPrice: "20" }],
      created_at: "2026-11-20T06:38:00.000Z",
    });
  });

  test("uses a period's TIME volume, not its length: three minutes of parking are not ten", async () => {
    const of = await charge("T2");
    // 10 kWh at 20 are 200, three minutes at 60 an hour are 3; the operator asks for all ten minutes.
    await record(of, {
      ...cost(210, 247.8),
      total_parking_time: 0.05,
      charging_periods: [
        {
          start_date_time: "2026-11-20T06:30:10Z",
          dimensions: [
            { type: "ENERGY", volume: 10 },
            { type: "PARKING_TIME", volume: 0.05 },
          ],
        },
      ],
    });
    const bill = await billOf(of);
    expect(bill.lines.map(({ dimension, quantity }) => [dimension, quantity])).toEqual([
      ["ENERGY", "10"],
      ["PARKING_TIME", "0.05"],
    ]);
    expect(bill.dispute).toEqual({ asked_minor: 24_780, checked_minor: 23_954 });
    expect(bill.amount_minor).toBe(23_954);
  });

  test("of a CDR that asks for less: the driver pays that, and a line says so", async () => {
    const of = await charge();
    await record(of, cost(150, 177));
    const bill = await billOf(of);
    expect(bill).toMatchObject({
      amount_minor: 17_700,
      net_minor: 15_000,
      gst_minor: 2_700,
      dispute: { asked_minor: 17_700, checked_minor: 23_600 },
    });
    expect(bill.lines.at(-1)).toMatchObject({
      dimension: "OPERATOR_LESS",
      excl_vat_minor: -5_000,
      incl_vat_minor: -5_900,
      element_index: null,
      from: "2026-11-20T06:30:10Z",
      until: "2026-11-20T06:40:10Z",
    });
    expect(await disputeOf(of)).toMatchObject({ paid_minor: 17_700 });
  });

  test("of a CDR that only splits its total differently does not concern the driver", async () => {
    const of = await charge();
    await record(of, cost(210, 236));
    expect(await billOf(of)).toMatchObject({
      amount_minor: 23_600,
      net_minor: 20_000,
      dispute: null,
    });
    expect(await disputeOf(of)).toMatchObject({ asked: { excl_vat: "210", incl_vat: "236" } });
  });

  test("of a CDR without a total including tax compares the net only", async () => {
    const right = await charge();
    await record(right, cost(200));
    expect(await billOf(right)).toMatchObject({ amount_minor: 23_600, dispute: null });
    expect(await disputeOf(right)).toBeNull();
    const less = await charge();
    await record(less, cost(150));
    expect(await billOf(less)).toMatchObject({
      amount_minor: 17_700,
      dispute: { asked_minor: 17_700, checked_minor: 23_600 },
    });
    expect(await disputeOf(less)).toMatchObject({ asked: { excl_vat: "150", incl_vat: null } });
  });

  test.each([
    [
      "T3",
      300,
      354,
      {
        dimension: "MIN_PRICE",
        excl_vat_minor: 10_000,
        incl_vat_minor: 11_800,
        reason: "up to the least a charge costs",
      },
    ],
    [
      "T4",
      100,
      118,
      {
        dimension: "MAX_PRICE",
        excl_vat_minor: -10_000,
        incl_vat_minor: -11_800,
        reason: "down to the most a charge costs",
      },
    ],
  ])("of a price with a limit (%s) has a line for it", async (place, net, total, line) => {
    const of = await charge(place);
    await record(of, cost(net, total));
    const bill = await billOf(of);
    expect(bill).toMatchObject({ amount_minor: total * 100, net_minor: net * 100, dispute: null });
    expect(bill.lines).toHaveLength(2);
    expect(bill.lines[1]).toMatchObject({ ...line, element_index: null, restrictions: null });
  });

  test.each([
    ["T3", 400, 472, "100"],
    ["T4", 200, 236, "-100"],
  ])(
    "of a CDR that asks for more than a price with a limit (%s) disputes the limit's line too",
    async (place, net, total, exclVat) => {
      const of = await charge(place);
      await record(of, cost(net, total));
      expect((await disputeOf(of))?.lines).toMatchObject([{ exclVat: "200" }, { exclVat }]);
    },
  );

  test("is not possible without a price: nothing is billed until staff release it", async () => {
    const of = await charge("N");
    const id = await record(of, cost(100, 118));
    expect(await billsOf(of)).toEqual([]);
    const aside = await setAside(id);
    expect(aside?.reason).toBe("no price was agreed for this charge");
    await world.call(provider.decideQuarantinedCdr, {
      ...backoffice,
      params: { id: aside!.id },
      body: { decision: "RELEASED", reason: "The driver agrees" },
    });
    expect(await billOf(of)).toMatchObject({
      amount_minor: 11_800,
      lines: [{ dimension: "RECORD_TOTAL", vat: "18", excl_vat_minor: 10_000 }],
      invoice: { rates: [{ rate: "18", taxable_minor: 10_000 }] },
      dispute: null,
    });
    expect(await disputeOf(of)).toBeNull();
  });

  test("agrees with hours in three decimals, which are a second longer than the clock", async () => {
    const of = await charge();
    const dimensions = [
      { type: "ENERGY", volume: 10 },
      { type: "TIME", volume: 0.167 },
    ];
    await record(of, {
      charging_periods: [{ start_date_time: "2026-11-20T06:30:10Z", dimensions }],
      total_time: 0.167,
    });
    expect(await billOf(of)).toMatchObject({ amount_minor: 23_600, dispute: null });
  });

  const period = (start_date_time: string, kwh: number) => ({
    start_date_time,
    dimensions: [{ type: "ENERGY", volume: kwh }],
  });
  test.each<[string, object, RegExp]>([
    [
      "begin before the charge",
      [period("2026-11-20T06:30:09Z", 10)],
      /cannot be priced: .*before the session/,
    ],
    [
      "begin after its end",
      [period("2026-11-20T06:30:10Z", 5), period("2026-11-20T06:41:00Z", 5)],
      /cannot be priced: .*after the session's end/,
    ],
    [
      "name more hours than they last",
      [
        {
          start_date_time: "2026-11-20T06:30:10Z",
          dimensions: [
            { type: "ENERGY", volume: 10 },
            { type: "TIME", volume: 0.5 },
          ],
        },
      ],
      /cannot be priced: .*lasts 600 s but names 1800 s/,
    ],
    [
      "begin at once",
      [period("2026-11-20T06:30:10Z", 5), period("2026-11-20T06:30:10Z", 5)],
      /cannot be priced: two charging periods start at/,
    ],
  ])(
    "cannot agree with a record whose periods %s: it is set aside",
    async (_name, charging_periods, why) => {
      const of = await charge();
      const id = await record(of, { charging_periods });
      expect(await billsOf(of)).toEqual([]);
      expect((await setAside(id))?.reason).toMatch(why);
      await record(of);
      expect(await billOf(of)).toMatchObject({ amount_minor: 23_600 });
    },
  );
});

describe("[E-4] the audit, at a retail price", () => {
  test("the driver pays the promised price, and the operator is checked against its own", async () => {
    await sell({ markup_percent: 10 });
    const of = await charge();
    await sell({ markup_percent: 500 });
    await record(of);
    expect(await billOf(of)).toMatchObject({
      amount_minor: 25_960,
      net_minor: 22_000,
      dispute: null,
      lines: [{ price: "22", excl_vat_minor: 22_000 }],
    });
    expect(await disputeOf(of)).toBeNull();
  });

  test("a CDR at our price instead of the operator's is disputed", async () => {
    await sell({ markup_percent: 10 });
    const of = await charge();
    await record(of, cost(220, 259.6));
    expect(await billOf(of)).toMatchObject({
      amount_minor: 25_960,
      dispute: { asked_minor: 25_960, checked_minor: 23_600 },
    });
  });

  test("if the operator asks for less, the driver pays less", async () => {
    await sell({ markup_percent: 10 });
    const of = await charge();
    await record(of, cost(150, 177));
    const bill = await billOf(of);
    expect(bill).toMatchObject({ amount_minor: 20_060, net_minor: 17_000 });
    expect(bill.lines.map((l) => [l.dimension, l.excl_vat_minor])).toEqual([
      ["ENERGY", 22_000],
      ["OPERATOR_LESS", -5_000],
    ]);
  });

  test("the driver never pays less than zero", async () => {
    await sell({ markup_percent: -90 });
    const of = await charge();
    await record(of, cost(100, 118));
    expect(await billOf(of)).toMatchObject({ amount_minor: 0, net_minor: 0, gst_minor: 0 });
  });

  test("the provider's GST is on the bill, the operator's in the audit", async () => {
    await sell({ per_kwh_add: 0.5 });
    const taxed = (percent: number) =>
      byTwo(world, provider.putTaxRate, { body: { percent, sac: "998714" } });
    world.clock.set(new Date(START));
    await taxed(5);
    const of = await charge();
    await record(of);
    world.clock.set(new Date(START));
    await taxed(18);
    expect(await billOf(of)).toMatchObject({ net_minor: 20_501, gst_minor: 1_024, dispute: null });
    expect(await disputeOf(of)).toBeNull();
  });

  test("live cost, bill and hold are of one price", async () => {
    await sell({ markup_percent: 50 });
    const of = await charge();
    await operator.call("PUT", `/sessions/IN/TST/${of.ocpiId}`, {
      ...sessionOf(of.ocpiId, { authorization_reference: of.id }),
      kwh: 5,
      charging_periods: [
        {
          start_date_time: "2026-11-20T06:30:10Z",
          dimensions: [
            { type: "ENERGY", volume: 5 },
            { type: "TIME", volume: 0.12 },
          ],
        },
      ],
      last_updated: "2026-11-20T06:37:30Z",
    });
    const live = await world.call(charging.getSession, { params: { id: of.id }, token: of.token });
    expect(live.body.data.cost_minor).toBe(17_700);
  });
});

describe("the back office", () => {
  test("lists disputes newest first, in pages, by operator and by state", async () => {
    const first = await charge("Z", other);
    await record(first, cost(300, 354));
    world.clock.advance(1_000);
    const all = await disputes({ page_size: 100 });
    expect(all.total_elements).toBe(all.content.length);
    const times = all.content.map((d) => d.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const second = await disputes({ page_size: 2, page_no: 1 });
    expect(second.content).toEqual(all.content.slice(2, 4));
    for (const name of ["ZZZ", "operator zzz", other.operatorId]) {
      const theirs = await disputes({ operator: name });
      expect(theirs.content.map((d) => d.session_id)).toEqual([first.id]);
    }
    expect((await disputes({ state: "CLOSED" })).content).toEqual([]);
    expect((await disputes({ state: "OPEN" })).total_elements).toBe(all.total_elements);
    const unknown = await world.refused(provider.listDisputes, {
      ...backoffice,
      query: { operator: "nobody" },
    });
    expect(unknown.status).toBe(404);
  });

  test("lists quarantined CDRs, with their reason and original text", async () => {
    const of = await charge("Z", other);
    const id = await record(of, { currency: "EUR" });
    expect(await setAside(id)).toMatchObject({
      operator: { id: other.operatorId, name: "Operator ZZZ" },
      reason: "currency EUR, expected INR",
      body: { id, currency: "EUR" },
      received_at: "2026-11-20T06:38:00.000Z",
    });
    const { body } = await world.call(provider.listQuarantinedCdrs, {
      ...backoffice,
      query: { operator: "ZZZ" },
    });
    expect(body.content.map((q) => q.ocpi_id)).toEqual([id]);
  });

  test("counts the outcome of every CDR", async () => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    for (const outcome of ["agreed", "disputed", "set_aside"]) {
      expect(metrics).toMatch(new RegExp(`charge_records_total\\{outcome="${outcome}"\\} [1-9]`));
    }
  });
});

describe("[B-3] dates on a session's own clock", () => {
  test("that runs faster than real time are accepted up to the time it can have reached", async () => {
    const of = await charge();
    await sql`update session set snapshot = snapshot || '{"speed": 300}' where id = ${of.id}`.execute(
      world.database.db,
    );
    // Eight minutes of life are forty hours of this charge.
    const long = { end_date_time: "2026-11-21T21:00:00Z" };
    await record(of, long, long.end_date_time);
    expect(await billOf(of)).toMatchObject({ amount_minor: 23_600 });
    const real = await charge();
    expect((await setAside(await record(real, long)))?.reason).toMatch(
      /after the charge was last seen/,
    );
  });
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(Object.values(await ledgerFaults(world)).filter((faults) => faults !== 0)).toEqual([]);
});

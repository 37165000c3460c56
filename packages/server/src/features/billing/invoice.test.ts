import { completeSession } from "@voltmarg/testkit/complete-session";
import {
  accounts,
  charging,
  backoffice,
  invoice,
  partners,
  provider,
  wallet,
  type Cdr as Bill,
} from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  accountBalances,
  faultsOfSums,
  PROVIDER_TOKEN,
  START,
  startHarness,
  type Driver,
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
import { byTwo } from "@voltmarg/testkit/by-two";
import { accountOf, joinCompany } from "@voltmarg/testkit/company";
import { rewrite } from "@voltmarg/testkit/rewrite";
import { BENGALURU, IN_BENGALURU, IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;
let places: Map<string, string>;

const asProvider = { token: PROVIDER_TOKEN };

/** A location and its tariff of the same name: 20.00 a kWh and 18 % by default. */
async function open(id: string, more: object = {}, tariff: object = {}) {
  const plug = evseOf(`${id}-1`, { connectors: [connectorOf({ tariff_ids: [id] })] });
  await operator.call("PUT", `/tariffs/IN/TST/${id}`, tariffOf(id, tariff));
  await operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, { evses: [plug], ...more }));
}

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  await open("MH", { name: "श्री क्षेत्र चौक", address: "4 Baner Road" });
  await open("KA", { state: "KA", city: "Bengaluru", postal_code: "560001" });
  await open("NO", { state: undefined, postal_code: undefined });
  await open("PIN", { state: "Karnataka" });
  await open("BORDER", { state: "CH", postal_code: "160055" });
  const two = [
    {
      price_components: [
        { type: "ENERGY", price: 20, vat: 18, step_size: 1 },
        { type: "FLAT", price: 10.05, vat: 5, step_size: 1 },
      ],
    },
  ];
  await open("TWO", {}, { elements: two });
  const some = [
    {
      price_components: [
        { type: "ENERGY", price: 10, vat: 18, step_size: 1 },
        { type: "FLAT", price: 50, step_size: 1 },
      ],
    },
  ];
  await open("SOME", {}, { elements: some });
  const odd = [{ price_components: [{ type: "ENERGY", price: 20.03, vat: 18, step_size: 1 }] }];
  await open("ODD", {}, { elements: odd });
  const found = await rows(
    world.database.db,
    sql<{ id: string; ocpi_id: string }>`select id, ocpi_id from location`,
  );
  places = new Map(found.map(({ id, ocpi_id }) => [ocpi_id, id]));
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(() => world.clock.set(new Date(START)));

async function driverWith(change: object = {}): Promise<Driver> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { token, id } = driver;
  await world.call(accounts.updateUser, {
    params: { id },
    body: { name: "Asha Rao", ...change },
    token,
  });
  return driver;
}

type Charge = { driver: Driver; id: string; ocpiId: string; place: string };

/** A running session without a bill. */
async function begin(driver: Driver, place: string): Promise<Charge> {
  world.clock.set(new Date(START));
  const { body } = await world.call(charging.startSession, {
    body: {
      location_id: places.get(place)!,
      evse_uid: `${place}-1`,
      connector_id: "1",
      estimation_info: { selectedMoney: 300 },
    },
    token: driver.token,
  });
  const ocpiId = `s-${body.data.id.slice(-8)}`;
  await operator.call("PUT", `/sessions/IN/TST/${ocpiId}`, {
    ...sessionOf(ocpiId, { authorization_reference: body.data.id }),
  });
  return { driver, id: body.data.id, ocpiId, place };
}

let records = 0;
const newId = () => `c-${records++}`;

/** Its CDR of ten kWh: 200.00, and 236.00 with tax. */
async function send(of: Charge, id: string, more: object = {}) {
  // Each CDR is later than the one before, while the driver's token is valid.
  world.clock.set(new Date(Date.parse("2026-11-20T06:38:00Z") + records));
  const { state, ...record } = { state: undefined as string | undefined, ...more } as {
    state?: string;
  };
  const base = cdrOf(id, {
    session_id: of.ocpiId,
    authorization_reference: of.id,
    end_date_time: "2026-11-20T06:40:10Z",
    total_time: 0.1667,
    last_updated: "2026-11-20T06:40:20Z",
    ...record,
  });
  if (!("credit" in more)) await completeSession(operator, of.ocpiId, world.clock.now());
  const answer = await operator.call("POST", "/cdrs", {
    ...base,
    cdr_location: { ...base.cdr_location, id: of.place, ...(state === undefined ? {} : { state }) },
  });
  expect(answer.code).toBe(1000);
  return answer;
}
const credit = (of: Charge, id: string, original: string, more: object = {}) =>
  send(of, id, {
    credit: true,
    credit_reference_id: original,
    total_cost: { excl_vat: -200, incl_vat: -236 },
    ...more,
  });

const billsOf = async ({ id, token }: Driver, query: object = {}) =>
  (await world.call(charging.searchCdrs, { params: { userId: id }, query, token })).body.content;
const readBill = async ({ token }: Driver, id: string) =>
  (await world.call(charging.getCdr, { params: { id }, token })).body.data;
const walletOf = async ({ id, token }: Driver) =>
  (await world.call(wallet.getWallet, { params: { userId: id }, token })).body.data.balance_minor;

async function billed(driver: Driver, place: string, more: object = {}): Promise<Bill> {
  const charge = await begin(driver, place);
  await send(charge, newId(), more);
  const { body } = await world.call(charging.getCdrOfSession, {
    params: { id: charge.id },
    token: driver.token,
  });
  return body.data;
}

describe("[B-3] the tax of a bill", () => {
  const taxes = ({ cgst_minor, sgst_minor, igst_minor, invoice: made }: Bill) => ({
    cgst_minor,
    sgst_minor,
    igst_minor,
    at: made?.place_of_supply,
  });
  const within = { cgst_minor: 1_800, sgst_minor: 1_800, igst_minor: 0 };
  const between = { cgst_minor: 0, sgst_minor: 0, igst_minor: 3_600 };

  test("is CGST and SGST in the seller's state, IGST in another", async () => {
    const driver = await driverWith();
    expect(taxes(await billed(driver, "MH"))).toEqual({ ...within, at: "27" });
    expect(taxes(await billed(driver, "KA"))).toEqual({ ...between, at: "29" });
  });

  test("depends on the station's PIN code, else on the state it names, else on the seller; never on a CDR", async () => {
    const driver = await driverWith();
    expect(taxes(await billed(driver, "MH", { state: "IN-KA" }))).toEqual({ ...within, at: "27" });
    expect(taxes(await billed(driver, "KA", { state: "MH" }))).toEqual({ ...between, at: "29" });
    await world.topUp(driver, 100_000);
    expect(taxes(await billed(driver, "PIN"))).toEqual({ ...within, at: "27" });
    expect(taxes(await billed(driver, "BORDER"))).toEqual({ ...between, at: "04" });
    expect(taxes(await billed(driver, "NO", { state: "KA" }))).toEqual({ ...within, at: "27" });
  });

  test("is a finding where PIN code, operator or record name another state than the station's", async () => {
    const found = async () => {
      const { body } = await world.call(partners.listPartnerFindings, {
        ...asProvider,
        params: { id: operator.operatorId },
      });
      return body.data.findings.map(({ module, path, object, message }) =>
        [module, path, object, message].join(" "),
      );
    };
    const driver = await driverWith();
    await billed(driver, "MH", { state: "IN-KA", id: "elsewhere" });
    await billed(driver, "KA", { state: "Karnataka" });
    const all = await found();
    expect(all).toContain(
      `cdrs cdr_location.state IN/TST/elsewhere lies in Karnataka, the station in Maharashtra, where it is taxed`,
    );
    expect(all).toContain(
      "locations state IN/TST/PIN the PIN code lies in Maharashtra, which counts for the tax",
    );
  });

  test("follows the state that staff confirmed, and no longer when it is taken back", async () => {
    const driver = await driverWith();
    const call = { ...asProvider, params: { id: places.get("NO")! } };
    const confirm = async (state: string | null) =>
      (
        await world.call(backoffice.confirmLocationState, {
          ...call,
          body: { state, reason: "Seen on site" },
        })
      ).body.data.gst_state;
    expect(await confirm("Karnataka")).toBe("29");
    await open("NO", { state: "Goa", postal_code: "403001" });
    expect((await world.call(backoffice.getConsoleLocation, call)).body.data.gst_state).toEqual({
      code: "29",
      name: "Karnataka",
      from: "STAFF",
    });
    expect(taxes(await billed(driver, "NO"))).toEqual({ ...between, at: "29" });
    expect(await confirm(null)).toBeNull();
    expect(taxes(await billed(driver, "NO"))).toEqual({ ...between, at: "30" });
    const refused = await world.refused(backoffice.confirmLocationState, {
      ...call,
      body: { state: "Atlantis", reason: "Seen on site" },
    });
    expect(refused.body).toMatchObject({ code: "INVALID_INPUT", errors: [{ path: "state" }] });
  });

  test("depends on the driver's GSTIN if there is one, and the invoice shows it", async () => {
    const here = await billed(await driverWith({ gst_in: MUMBAI, ...IN_PUNE }), "KA");
    expect(taxes(here)).toEqual({ ...within, at: "27" });
    expect(here.invoice?.buyer).toMatchObject({
      name: "Rao Traders",
      address: "4 Mill Road",
      city: "Pune",
      postal_code: "411001",
      state_code: "27",
      gst_in: MUMBAI,
    });
    const there = await billed(await driverWith({ gst_in: BENGALURU, ...IN_BENGALURU }), "MH");
    expect(taxes(there)).toEqual({ ...between, at: "29" });
  });

  test("of two rates and codes adds up by each, and is the seller's, not the operator's", async () => {
    const start = (percent: number, sac: string) =>
      byTwo(world, provider.putTaxRate, { body: { kind: "FLAT", percent, sac } });
    await start(5, "996743");
    const bill = await billed(await driverWith(), "TWO", {
      total_cost: { excl_vat: 210.05, incl_vat: 246.5525 },
    });
    world.clock.set(new Date(START));
    await start(18, "998714");
    expect(bill).toMatchObject({ net_minor: 21_005, gst_minor: 3_650, amount_minor: 24_655 });
    expect(
      bill.invoice?.rates.map((r) => [r.rate, r.taxable_minor, r.cgst_minor + r.sgst_minor]),
    ).toEqual([
      ["18", 20_000, 3_600],
      ["5", 1_005, 50],
    ]);
  });
});

describe("[B-3] a price for which the operator names no VAT", () => {
  test("has the seller's tax as every other: GST is not left out because somebody did not type it", async () => {
    const bill = await billed(await driverWith(), "SOME", {
      total_cost: { excl_vat: 150, incl_vat: 168 },
    });
    expect(bill).toMatchObject({ net_minor: 15_000, gst_minor: 2_700, amount_minor: 17_700 });
    expect(
      bill.invoice?.rates.map((r) => [r.rate, r.taxable_minor, r.cgst_minor, r.sgst_minor]),
    ).toEqual([["18", 15_000, 1_350, 1_350]]);
  });

  test("a tax that is odd in paise is halved equally, and the paisa is part of the value", async () => {
    const bill = await billed(await driverWith(), "ODD", {
      total_cost: { excl_vat: 200.3, incl_vat: 236.354 },
    });
    expect(bill).toMatchObject({
      net_minor: 20_031,
      gst_minor: 3_604,
      cgst_minor: 1_802,
      sgst_minor: 1_802,
      amount_minor: 23_635,
    });
    expect(Object.values(await faultsOfSums(world)).filter(Number)).toEqual([]);
  });
});

describe("[B-3] an invoice", () => {
  test("keeps seller and buyer as they were", async () => {
    const driver = await driverWith();
    const { id } = await billed(driver, "MH");
    const before = await readBill(driver, id);
    await world.call(accounts.updateUser, {
      params: { id: driver.id },
      body: { name: "Asha Kulkarni", gst_in: BENGALURU, ...IN_BENGALURU },
      token: driver.token,
    });
    await sql`update seller set name = 'Another Seller'`.execute(world.database.db);
    expect(await readBill(driver, id)).toEqual(before);
    await sql`update seller set name = ${before.invoice!.seller.name}`.execute(world.database.db);
    expect(before.invoice).toMatchObject({
      kind: "INVOICE",
      example: true,
      original: null,
      sac: "998714",
      seller: { state_code: "27" },
      buyer: { name: "Asha Rao", gst_in: null, phone: expect.stringMatching(/^\+91/) },
    });
    expect(before.invoice?.number).toMatch(/^VM\/26-27\/\d{6}$/);
  });

  test("numbers concurrent bills consecutively", async () => {
    const charges: Charge[] = [];
    for (let i = 0; i < 24; i++) charges.push(await begin(await driverWith(), "MH"));
    await Promise.all(charges.map((charge) => send(charge, newId())));
    const numbers = await rows(
      world.database.db,
      sql<{
        n: number;
      }>`select right(number, 6)::int as n from invoice where kind = 'INVOICE' order by number`,
    );
    expect(numbers.length).toBeGreaterThanOrEqual(24);
    expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, i) => i + 1));
  });

  test("is a PDF on request, in English or Hindi, for its driver only", async () => {
    const driver = await driverWith();
    const { id, invoice: made } = await billed(driver, "MH");
    const get = (headers: Record<string, string>, token = driver.token) =>
      fetch(`${world.url}/api/ocpi/v1/cdrs/${id}`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const english = await get({ accept: "application/pdf" });
    expect(english.status).toBe(200);
    expect(english.headers.get("content-type")).toBe("application/pdf");
    expect(english.headers.get("content-language")).toBe("en");
    expect(english.headers.get("content-disposition")).toContain(
      `${made?.number.replaceAll("/", "-")}.pdf`,
    );
    const bytes = Buffer.from(await english.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBeLessThan(200_000);

    const again = await get({ accept: "application/pdf" });
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const hindi = await get({ accept: "application/pdf", "accept-language": "hi-IN" });
    expect(hindi.headers.get("content-language")).toBe("hi");
    expect((await get({ accept: "application/json" })).headers.get("content-type")).toMatch(/json/);
    expect((await get({ accept: "*/*" })).headers.get("content-type")).toMatch(/json/);
    const other = await get({ accept: "application/pdf" }, (await world.signUp()).token);
    expect(other.status).toBe(404);
  });

  test("does not exist as a PDF for a bill from before invoices", async () => {
    const driver = await driverWith();
    const { id } = await billed(driver, "MH");
    await rewrite(
      world.database,
      sql`update cdr set wire = wire || '{"invoice": null}' where id = ${id}`,
    );
    const refused = await world.refused(charging.getCdr, {
      params: { id },
      token: driver.token,
      send: { accept: "application/pdf" },
    });
    expect(refused.body.code).toBe("INVOICE_NOT_ISSUED");
  });
});

describe("[B-3] bill-info", () => {
  const read = (driver: Driver, id: string) =>
    world.call(invoice.getBillInfo, { params: { id }, token: driver.token });

  test("is the provider's, by `default` or by its party", async () => {
    const driver = await world.signUp();
    const { data } = (await read(driver, "default")).body;
    expect(data).toMatchObject({
      id: "default",
      state: "Maharashtra",
      state_code: "27",
      sac: "998714",
    });
    expect((await read(driver, "vmg")).body.data).toEqual({ ...data, id: "vmg" });
  });

  test("is the company's for its drivers, whose sessions are billed to it", async () => {
    const driver = await driverWith({ gst_in: BENGALURU, ...IN_BENGALURU });
    const { id: companyId } = (
      await world.call(provider.putCompany, { ...asProvider, body: { name: "Konkan Cabs" } })
    ).body.data;
    expect(
      (await world.refused(invoice.getBillInfo, { params: { id: companyId }, token: driver.token }))
        .status,
    ).toBe(404);
    await joinCompany(world, companyId, driver);
    await sql`update company set gst_in = ${MUMBAI}, address = '7 Link Road', city = 'Mumbai' where id = ${companyId}`.execute(
      world.database.db,
    );
    expect((await read(driver, companyId)).body.data).toMatchObject({
      name: "Konkan Cabs",
      gst_in: MUMBAI,
      state: "Maharashtra",
      sac: null,
    });
    const bill = await billed(driver, "KA");
    expect(bill).toMatchObject({ paid_by: "COMPANY", igst_minor: 0, cgst_minor: 1_800 });
    expect(bill.invoice?.buyer).toMatchObject({ name: "Konkan Cabs", gst_in: MUMBAI });
    const other = await world.signUp();
    expect(
      (await world.refused(invoice.getBillInfo, { params: { id: companyId }, token: other.token }))
        .status,
    ).toBe(404);

    expect((await accountBalances(world, companyId))["receivable"]).toBe(-23_600n);
    const [record] = await rows(
      world.database.db,
      sql<{ ocpi_id: string }>`select ocpi_id from cdr where id = ${bill.id}`,
    );
    const charge = {
      driver,
      id: bill.session_id!,
      ocpiId: `s-${bill.session_id!.slice(-8)}`,
      place: "KA",
    };
    const month = async () => {
      const { billed_minor, open_minor, owed_minor } = await accountOf(world, companyId);
      return { billed_minor, open_minor, owed_minor };
    };
    expect(await month()).toEqual({ billed_minor: 23_600, open_minor: 0, owed_minor: 23_600 });
    await credit(charge, newId(), record!.ocpi_id);
    // It counts neither as owed nor against the month's limit any more.
    expect(await month()).toEqual({ billed_minor: 0, open_minor: 0, owed_minor: 0 });
    expect((await accountBalances(world, companyId))["receivable"]).toBe(0n);
  });
});

describe("[B-3] a credit CDR", () => {
  async function charged(place = "MH") {
    const driver = await driverWith();
    const charge = await begin(driver, place);
    const original = newId();
    await send(charge, original);
    const [bill] = await billsOf(driver);
    return { driver, charge, original, bill: bill! };
  }

  test.each([
    ["within a state", "MH", { cgst_minor: -1_800, sgst_minor: -1_800, igst_minor: 0 }],
    ["between states", "KA", { cgst_minor: 0, sgst_minor: 0, igst_minor: -3_600 }],
  ])("takes back the tax %s, in all and by rate", async (_where, place, tax) => {
    const { driver, charge, original, bill } = await charged(place);
    await credit(charge, newId(), original);
    const { credited_by } = await readBill(driver, bill.id);
    const note = await readBill(driver, credited_by!.cdr_id);
    expect(note).toMatchObject({ net_minor: -20_000, gst_minor: -3_600, ...tax });
    const rates = [{ rate: "18", sac: "998714", taxable_minor: -20_000, ...tax }];
    // As it is written in JSON, without a negative zero.
    expect(note.invoice!.rates).toEqual(rates);
  });

  test("refunds the money and makes a credit note with its own number", async () => {
    const { driver, charge, original, bill } = await charged();
    expect(await walletOf(driver)).toBe(76_400);
    await credit(charge, newId(), original);
    expect(await walletOf(driver)).toBe(100_000);

    const after = await readBill(driver, bill.id);
    expect({ ...after, credited_by: null }).toEqual(bill);
    expect(after.credited_by?.number).toMatch(/^VC\/26-27\/\d{6}$/);
    const note = await readBill(driver, after.credited_by!.cdr_id);
    expect(note).toMatchObject({
      net_minor: -20_000,
      gst_minor: -3_600,
      cgst_minor: -1_800,
      amount_minor: -23_600,
      balance_after_minor: 100_000,
      total_energy: bill.total_energy,
      invoice: {
        kind: "CREDIT_NOTE",
        number: after.credited_by!.number,
        issued_at: after.credited_by!.issued_at,
        original: { cdr_id: bill.id, number: bill.invoice!.number },
        seller: bill.invoice!.seller,
        rates: [{ rate: "18", taxable_minor: -20_000, cgst_minor: -1_800, sgst_minor: -1_800 }],
      },
    });
    expect(note.lines.reduce((sum, line) => sum + line.excl_vat_minor, 0)).toBe(-20_000);
    const pdf = await fetch(`${world.url}/api/ocpi/v1/cdrs/${note.id}`, {
      headers: { authorization: `Bearer ${driver.token}`, accept: "application/pdf" },
    });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    // The history shows the session once.
    expect((await billsOf(driver)).map(({ id }) => id)).toEqual([bill.id]);
    const { body } = await world.call(wallet.listMovements, {
      params: { userId: driver.id },
      token: driver.token,
    });
    expect(body.content[0]).toMatchObject({ kind: "REFUND", amount_minor: 23_600 });
    expect(await faultsOfSums(world)).toEqual(soundBooks(await faultsOfSums(world)));
  });

  test("that comes twice counts once, also with another id", async () => {
    const { driver, charge, original } = await charged();
    const id = newId();
    const answers = await Promise.all([
      credit(charge, id, original),
      credit(charge, id, original),
      credit(charge, id, original),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    await credit(charge, newId(), original);
    expect(await walletOf(driver)).toBe(100_000);
    expect(await reasons(charge)).toEqual(["its record was taken back before"]);
  });

  test("that comes before its original waits for it, and can be read until then", async () => {
    const driver = await driverWith();
    const charge = await begin(driver, "MH");
    const [original, id] = [newId(), newId()];
    const parked = await credit(charge, id, original);
    expect(await billsOf(driver)).toEqual([]);
    const path = new URL(parked.headers.get("location")!).pathname;
    const read = await operator.call("GET", path.replace("/ocpi/emsp/2.2.1", ""));
    expect(read.data).toMatchObject({ id, credit: true });
    await credit(charge, id, original);
    await send(charge, original);
    await world.drain();
    expect(await walletOf(driver)).toBe(100_000);
    const [bill] = await billsOf(driver);
    expect(bill?.credited_by?.number).toMatch(/^VC/);
    const again = await operator.call("GET", path.replace("/ocpi/emsp/2.2.1", ""));
    expect(again.data).toMatchObject({ id, credit: true });
  });

  test("and its original at the same time have the same result", async () => {
    for (let i = 0; i < 6; i++) {
      const driver = await driverWith();
      const charge = await begin(driver, "MH");
      const original = newId();
      await Promise.all([send(charge, original), credit(charge, newId(), original)]);
      await world.drain();
      expect(await walletOf(driver)).toBe(100_000);
    }
    const left = sql`select 1 from quarantined_cdr where decision is null and reason like '%is not billed yet'`;
    expect(await rows(world.database.db, left)).toEqual([]);
  });

  test("that looked before its original was billed, and is stored after it, is booked too", async () => {
    const driver = await driverWith();
    const charge = await begin(driver, "MH");
    const original = newId();
    const waiting = async () =>
      (
        await rows(
          world.database.db,
          sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        )
      ).length;
    const first = await world.database.pool.connect();
    await first.query("begin");
    await first.query("select pg_advisory_xact_lock(hashtextextended($1, 23))", [
      `cdr in/tst/${original}`,
    ]);
    const bill = send(charge, original);
    await expect.poll(waiting).toBe(1);
    const taken = credit(charge, newId(), original);
    await expect.poll(waiting).toBe(2);
    await first.query("commit");
    first.release();
    await Promise.all([bill, taken]);
    await world.drain();
    expect(await walletOf(driver)).toBe(100_000);
  });

  test("makes way for the corrected CDR", async () => {
    const { driver, charge, original, bill } = await charged();
    await credit(charge, newId(), original);
    const corrected = newId();
    await send(charge, corrected, {
      total_energy: 5,
      charging_periods: [
        { start_date_time: "2026-11-20T06:30:10Z", dimensions: [{ type: "ENERGY", volume: 5 }] },
      ],
      total_cost: { excl_vat: 100, incl_vat: 118 },
    });
    expect(await walletOf(driver)).toBe(100_000 - 11_800);
    const { body } = await world.call(charging.getCdrOfSession, {
      params: { id: charge.id },
      token: driver.token,
    });
    expect(body.data).toMatchObject({ amount_minor: 11_800, credited_by: null });
    expect((await billsOf(driver)).map(({ id }) => id)).toEqual([body.data.id, bill.id]);
  });

  test.for<[string, object, RegExp]>([
    ["of another amount", { total_cost: { excl_vat: -100, incl_vat: -118 } }, /takes back -100 of/],
    ["of no record", { credit_reference_id: undefined }, /of no record/],
  ])("%s is set aside", async ([, more, why]) => {
    const { driver, charge, original } = await charged();
    await credit(charge, newId(), original, more);
    expect(await walletOf(driver)).toBe(76_400);
    expect((await reasons(charge)).join()).toMatch(why);
  });

  const reasons = async ({ ocpiId }: Charge) =>
    (
      await rows(
        world.database.db,
        sql<{
          reason: string;
        }>`select reason from quarantined_cdr where body ->> 'session_id' = ${ocpiId}`,
      )
    ).map(({ reason }) => reason);
  const soundBooks = (faults: object) =>
    Object.fromEntries(Object.keys(faults).map((name) => [name, 0]));
});

describe("[B-3] history", () => {
  test("is found by day, month and words", async () => {
    const driver = await driverWith();
    const here = await billed(driver, "MH");
    const there = await billed(driver, "KA");
    const found = async (query: object) => (await billsOf(driver, query)).map(({ id }) => id);
    expect(await found({})).toEqual([there.id, here.id]);
    expect(await found({ month: "2026-11" })).toEqual([there.id, here.id]);
    expect(await found({ month: "2026-10" })).toEqual([]);
    expect(await found({ date_from: "2026-11-20", date_to: "2026-11-20" })).toHaveLength(2);
    expect(await found({ date_from: "2026-11-21" })).toEqual([]);
    expect(await found({ date_to: "2026-11-19" })).toEqual([]);
    expect(await found({ search_text: "bengaluru" })).toEqual([there.id]);
    expect(await found({ search_text: "क्षेत्र baner" })).toEqual([here.id]);
    expect(await found({ search_text: here.invoice!.number.toLowerCase() })).toEqual([here.id]);
    expect(await found({ search_text: "100%_" })).toEqual([]);
    const answer = await world.refused(charging.searchCdrs, {
      params: { userId: driver.id },
      query: { date_from: "2026-02-30" },
      token: driver.token,
    });
    expect(answer.body.code).toBe("INVALID_INPUT");
  });

  test("[B-4] usage is by day, week and month in India's time, without credited bills", async () => {
    const driver = await driverWith();
    await billed(driver, "MH");
    // Half past midnight in India on the 21st.
    const late = await billed(driver, "MH");
    const startsAt = (at: string) =>
      rewrite(
        world.database,
        sql`update cdr set wire = wire || ${JSON.stringify({ start_date_time: at })}::jsonb where id = ${late.id}`,
      );
    await startsAt("2026-11-20T19:00:00Z");
    const gone = await begin(driver, "MH");
    const original = newId();
    await send(gone, original);
    await credit(gone, newId(), original);
    const usage = async (group_by: "day" | "week" | "month", date_from: string, date_to: string) =>
      (
        await world.call(charging.powerConsumption, {
          query: { user_id: driver.id, date_from, date_to, group_by },
          token: driver.token,
        })
      ).body.data;

    const none = { kwh: 0, charges: 0, amount_minor: 0, range_km: 0 };
    // Nothing is known of the vehicle.
    const one = { kwh: 10, charges: 1, amount_minor: 23_600, range_km: null };
    const both = { kwh: 20, charges: 2, amount_minor: 47_200, range_km: null };
    expect(await usage("day", "2026-11-19", "2026-11-21")).toEqual({
      total: both,
      stretches: [
        { from: "2026-11-19", until: "2026-11-19", ...none },
        { from: "2026-11-20", until: "2026-11-20", ...one },
        { from: "2026-11-21", until: "2026-11-21", ...one },
      ],
    });
    expect((await usage("day", "2026-11-21", "2026-11-21")).total).toEqual(one);
    expect(await usage("week", "2026-11-18", "2026-11-25")).toEqual({
      total: both,
      stretches: [
        { from: "2026-11-18", until: "2026-11-22", ...both },
        { from: "2026-11-23", until: "2026-11-25", ...none },
      ],
    });
    expect((await usage("month", "2026-10-15", "2026-11-30")).stretches).toEqual([
      { from: "2026-10-15", until: "2026-10-31", ...none },
      { from: "2026-11-01", until: "2026-11-30", ...both },
    ]);

    // The year turns at midnight in India, which is 18:30 in UTC.
    await startsAt("2026-12-31T18:29:59Z");
    const turn = async () =>
      (await usage("month", "2026-12-01", "2027-01-31")).stretches.map(({ charges }) => charges);
    expect(await turn()).toEqual([1, 0]);
    await startsAt("2026-12-31T18:30:00Z");
    expect(await turn()).toEqual([0, 1]);

    // Range by the everyday use of the vehicle that was charged.
    const drives = (vehicle: object | null) =>
      sql`update session set snapshot = snapshot || ${JSON.stringify({ vehicle })}::jsonb where user_id = ${driver.id}`.execute(
        world.database.db,
      );
    const km = async () => (await usage("month", "2026-11-01", "2027-01-31")).total.range_km;
    await drives({ battery_capacity: 40, range: 300 });
    expect(await km()).toBe(150);
    await drives({ battery_capacity: null, range: 300 });
    expect(await km()).toBeNull();

    const refused = async (query: object) =>
      (
        await world.refused(charging.powerConsumption, {
          query: { user_id: driver.id, date_from: "2026-11-01", date_to: "2026-11-30", ...query },
          token: driver.token,
        })
      ).body.code;
    expect(await refused({ date_to: "2026-10-30" })).toBe("INVALID_INPUT");
    expect(await refused({ date_to: "2030-10-30" })).toBe("INVALID_INPUT");
    expect(await refused({ user_id: (await world.signUp()).id })).toBe("NOT_FOUND");
  });
});

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accounts,
  audit,
  backoffice,
  personalData,
  provider,
  vehicles,
  type DriverExport,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerFaults, PROVIDER_TOKEN, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { closeAccount, liveWholeLife } from "@voltmarg/testkit/driver-with-all-data";
import { rows, sql } from "../../platform/database/database.ts";
import { writeExport } from "./export-driver.ts";
import { exportedNames } from "./register-entry.ts";
import { register } from "./register.ts";
import { nobodys, tablesOf, undecided, wordsIn } from "@voltmarg/testkit/personal-data-tables";

const MEERA = {
  mobile: "9876501234",
  name: "Meera Kulkarni-Phadke",
  email: "meera.kp@private.example",
  registration: "MH12ZZ7788",
};
const bootstrap = { token: PROVIDER_TOKEN };

let own: OwnOperator;
let world: Harness;
let folder: string;
let meera: Driver;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-personal-"));
  own = await openOwnOperator({}, { FILES_DIR: folder });
  ({ world } = own);
  meera = await liveWholeLife(own, MEERA);
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true });
});

const erasing = (mobile: string, reference: string) => ({
  ...bootstrap,
  params: { mobile },
  body: { reason: "Asked for it by e-mail", reference },
});
const erase = async (mobile: string, reference: string) =>
  (await world.call(personalData.eraseDriver, erasing(mobile, reference))).body.data;
const refusal = async (mobile: string, reference: string) =>
  (await world.refused(personalData.eraseDriver, erasing(mobile, reference))).body;
const blobs = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
/** Tables that contain a text of the person, with which texts. */
const traces = () =>
  wordsIn(world.database.db, {
    mobile: MEERA.mobile,
    name: MEERA.name,
    email: MEERA.email,
    registration: MEERA.registration,
    id: meera.id,
  });

describe("the register of personal data", () => {
  test("has a decision for every table that refers to a driver", async () => {
    const tables = await tablesOf(world.database.db);
    expect(tables.length).toBeGreaterThan(60);
    expect(undecided(tables)).toEqual([]);
    const there = new Set(tables.map(({ name }) => name));
    expect([...Object.keys(register), ...nobodys].filter((name) => !there.has(name))).toEqual([]);
  });

  // Negative control for the test above.
  test("is reported as incomplete when a new table or column refers to drivers", async () => {
    const { db } = world.database;
    await sql`create table diary (driver_id text, wrote text)`.execute(db);
    expect(undecided(await tablesOf(db))).toEqual(["diary: in no list"]);
    await sql`drop table diary`.execute(db);
    await sql`alter table lease add column mobile text`.execute(db);
    expect(undecided(await tablesOf(db))).toEqual(["lease: nobody's, and yet it has mobile"]);
    await sql`alter table lease drop column mobile`.execute(db);
  });

  test("the driver of these tests has rows in every table that is erased", async () => {
    const found = await traces();
    const empty = Object.entries(register).filter(
      ([table, { erased }]) =>
        erased !== "nothing" && !found.has(table) && table !== "restricted_row",
    );
    expect(empty.map(([table]) => table)).toEqual([]);
  });
});

describe("an export", () => {
  test("is one document of all data, in the contract's fields, without secrets", async () => {
    const { body } = await world.call(personalData.exportDriver, {
      body: { reason: "The driver asked" },
      ...bootstrap,
      params: { mobile: MEERA.mobile },
    });
    const read = personalData.DriverExport.parse(body);
    expect(read.account).toMatchObject({
      id: meera.id,
      mobile: `+91${MEERA.mobile}`,
      name: MEERA.name,
      email: MEERA.email,
      language: "hi",
      listed_by: { name: expect.stringContaining("Fleet") },
    });
    expect(read.bills[0]!.invoice).toMatchObject({ buyer: { name: MEERA.name } });
    expect(read.sessions[0]).toMatchObject({
      vehicle: { registration: MEERA.registration },
      kwh: 5,
    });
    expect(read.movements.map(({ kind }) => kind).toSorted()).toEqual(["CHARGE", "HOLD", "TOP_UP"]);
    const later = ["payment_disputes", "withdrawals"];
    const empty = exportedNames.filter((name) => read[name].length === 0);
    expect(empty.filter((name) => !later.includes(name))).toEqual([]);
    const text = JSON.stringify(body);
    expect(text).not.toContain("secret");
    expect(text).not.toMatch(/hash|salt|idempotency/);
    const codes = await rows(
      world.database.db,
      sql<{ code: string }>`select code from sent_message where code is not null`,
    );
    for (const { code } of codes) expect(text).not.toContain(`"${code}"`);
  });

  test("of thousands of sessions is streamed, a page of one kind at a time", async () => {
    const { database, clock } = world;
    const { id, mobile } = await world.signUp();
    await sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at,
        answer_due_at, open)
      select ${id}, 'ses_' || lpad(n::text, 6, '0'), operator_id, status, step, 1, snapshot, timeline, requested_at,
        answer_due_at, false
      from session, generate_series(1, 3000) n where user_id = ${meera.id}`.execute(database.db);
    await sql`insert into meter_value (user_id, session_id, at, kwh, charging)
      select user_id, id, requested_at + n * interval '1 second', n, true
      from session, generate_series(1, 4) n where user_id = ${id}`.execute(database.db);
    const who = { id, mobile: `+91${mobile}`, email: null };
    const lengths: number[] = [];
    let whole = "";
    for await (const text of writeExport(database, who, clock.now())) {
      // Its list is read later, so this row must be in the export.
      if (lengths.length === 0)
        await sql`insert into notification_preference values (${id}, 'BILL_READY', 'PUSH', false)`.execute(
          database.db,
        );
      lengths.push(text.length);
      whole += text;
    }
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
    expect(whole.length).toBeGreaterThan(4_000_000);
    const { body } = await world.call(personalData.exportDriver, {
      body: { reason: "The driver asked" },
      ...bootstrap,
      params: { mobile },
    });
    for (const read of [JSON.parse(whole) as DriverExport, body]) {
      expect(new Set(read.sessions.map((session) => session.id)).size).toBe(3_000);
      expect(new Set(read.meter_values.map((value) => value.session_id + value.at)).size).toBe(
        12_000,
      );
      expect(read.preferences).toEqual([{ kind: "BILL_READY", channel: "PUSH", wanted: false }]);
    }
    await sql`delete from session where user_id = ${id}`.execute(database.db);
    await sql`delete from meter_value where user_id = ${id}`.execute(database.db);
  });

  test("has every table of the register, or the reason why not", () => {
    const shown = new Set(Object.values(register).map((entry) => entry.shown));
    expect(exportedNames.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("is in both audit logs, and allowed for support, not for readers", async () => {
    const { body } = await world.call(audit.listAccountAudit, {
      ...bootstrap,
      query: { mobile: MEERA.mobile, act: "EXPORT" },
    });
    expect(body.content[0]!.details).toEqual({ of: "everything", credential: "bootstrap" });
    const book = await world.call(backoffice.listAudit, {
      ...bootstrap,
      query: { page_size: 100 },
    });
    expect(book.body.content.map(({ route, outcome }) => [route, outcome])).toContainEqual([
      personalData.exportDriver.path,
      "OK",
    ]);
    for (const [role, code] of [
      ["read", "FORBIDDEN"],
      ["support", null],
    ] as const) {
      const made = await world.call(backoffice.createCredential, {
        ...bootstrap,
        body: { name: `export-${role}`, role },
      });
      const { token } = made.body.data;
      const why = { reason: "The driver asked" };
      const call = { token, params: { mobile: MEERA.mobile }, body: why };
      if (code === null) await world.call(personalData.exportDriver, call);
      else expect((await world.refused(personalData.exportDriver, call)).body.code).toBe(code);
    }
    const nobody = { ...bootstrap, params: { mobile: "9999999999" }, body: { reason: "Nobody" } };
    expect((await world.refused(personalData.exportDriver, nobody)).body.code).toBe("NOT_FOUND");
  });
});

describe("an erasure", () => {
  test("is refused for open accounts and open items, which are listed", async () => {
    expect((await refusal(MEERA.mobile, "CASE 1")).code).toBe("ACCOUNT_NOT_CLOSED");
    const driver = await own.driver(55_000);
    const charge = await own.ask(driver);
    const { db } = world.database;
    await sql`update app_user set deactivated_at = ${world.clock.now()} where id = ${driver.id}`.execute(
      db,
    );
    const running = await refusal(driver.mobile, "CASE 2");
    expect(running).toMatchObject({
      code: "ACCOUNT_NOT_SETTLED",
      in_the_way: [
        { what: "CHARGE_OPEN", count: 1 },
        { what: "MONEY_HELD", count: 55_000 },
      ],
      message: "Not yet: open charges: 1; held: ₹550.00.",
    });
    await sql`update session set open = false, step = 'ENDED' where id = ${charge.id}`.execute(db);
    await sql`update ledger_wallet set wallet = 100, held = 0, withdrawing = 2, overdraft = -3
      where owner = ${driver.id}`.execute(db);
    await sql`update top_up set status = 'PROCESSING' where user_id = ${driver.id}`.execute(db);
    await sql`insert into payment_dispute (id, payment_id, amount, status, body, received_at)
      select 'dsp', payment_id, 1, 'open', '{}', credited_at from wallet_payment where user_id = ${driver.id}`.execute(
      db,
    );
    await sql`insert into quarantined_cdr (id, operator_id, ocpi_id, reason, body, received_at)
      values ('q', 'o', 'o', 'r', ${JSON.stringify({ cdr_token: { uid: driver.id } })}, now())`.execute(
      db,
    );
    await sql`insert into cdr_dispute (user_id, cdr_id, session_id, operator_id, currency, asked_excl, checked_excl,
        checked_incl, tolerance, lines, paid, state, created_at)
      values (${driver.id}, 'c', 's', 'o', 'INR', '2', '1', '1', '0', '[]', 1, 'OPEN', ${world.clock.now()})`.execute(
      db,
    );
    const { in_the_way } = (await refusal(driver.mobile, "CASE 2")) as unknown as {
      in_the_way: { what: string }[];
    };
    expect(in_the_way.map(({ what }) => what).toSorted()).toEqual([
      "BILL_TO_COME",
      "MONEY_LEFT",
      "MONEY_ON_ITS_WAY_BACK",
      "MONEY_OWED",
      "PAYMENT_DISPUTED",
      "PAYMENT_UNDER_WAY",
      "RECORD_DISPUTED",
      "RECORD_SET_ASIDE",
    ]);
    await sql`update ledger_wallet set wallet = 0, held = 55000, withdrawing = 0, overdraft = 0
      where owner = ${driver.id}`.execute(db);
  });

  test("leaves only the documented data, and releases the number", async () => {
    await closeAccount(own, meera);
    expect((await blobs()).length).toBe(2);
    const both = await Promise.all([erase(MEERA.mobile, "CASE 3"), erase(MEERA.mobile, "CASE 3")]);
    expect(both[0]).toEqual(both[1]);
    const [done] = both;
    expect(done).toMatchObject({
      user_id: meera.id,
      erased: { vehicle: 1, file_record: 2, ticket: 1, session: 1, session_rating: 1 },
    });
    expect(done.kept.map(({ what }) => what)).toContain("ledger_transfer");

    const entries = Object.entries(register);
    // Closing the account deleted these already, and rows that it moved count where they came from.
    const before = ["passkey", "social_identity", "restricted_row"];
    const toGo = entries.filter(
      ([table, { erased }]) => erased !== "nothing" && !before.includes(table),
    );
    expect(Object.keys(done.erased).toSorted()).toEqual(toGo.map(([table]) => table).toSorted());

    const found = await traces();
    const left = Object.fromEntries(
      [...found]
        .map(([table, words]) => [table, words.filter((word) => word !== "id")] as const)
        .filter(([, words]) => words.length > 0),
    );
    // Rows that contain the account's id in tables that must be empty of it.
    const rowsLeft = entries.flatMap(([table, { erased }]) =>
      erased === "rows" && found.has(table) ? [table] : [],
    );
    const named = entries.flatMap(([table, entry]) =>
      "contains" in entry ? [[table, [...entry.contains].toSorted()] as const] : [],
    );
    expect({ rowsLeft, left }).toEqual({ rowsLeft: [], left: Object.fromEntries(named) });

    await world.drain();
    expect(await blobs()).toEqual([]);
    expect((await ledgerFaults(world)).drifted).toBe(0);
    expect(
      (await world.refused(provider.getDriver, { ...bootstrap, params: { mobile: MEERA.mobile } }))
        .body.code,
    ).toBe("NOT_FOUND");
    const { body } = await world.call(audit.listAccountAudit, {
      ...bootstrap,
      query: { act: "ERASED" },
    });
    expect(body.content).toMatchObject([
      {
        user_id: meera.id,
        mobile_masked: null,
        details: { credential: "bootstrap", reference: "CASE 3" },
      },
    ]);
  });

  test("the test finds a remaining row", async () => {
    const { db } = world.database;
    const before = await traces();
    await sql`insert into favourite (user_id, location_id, created_at) values (${meera.id}, 'l', now())`.execute(
      db,
    );
    const after = await traces();
    expect([...after.keys()].filter((table) => !before.has(table))).toEqual(["favourite"]);
    await sql`delete from favourite where user_id = ${meera.id}`.execute(db);
  });

  test("the number can sign up again, and the same request does not change the new account", async () => {
    const before = await erase(MEERA.mobile, "CASE 3");
    const anew = await world.signUp(MEERA.mobile);
    expect(anew.id).not.toBe(meera.id);
    const params = { userId: anew.id };
    expect(
      (await world.call(vehicles.listVehicles, { params, token: anew.token })).body.content,
    ).toEqual([]);
    expect(await erase(MEERA.mobile, "CASE 3")).toEqual(before);
    const self = { params: { id: anew.id }, token: anew.token };
    expect((await world.call(accounts.getUser, self)).body.data.customer_type).toBe("PERSONAL");
    expect((await refusal(MEERA.mobile, "CASE 4")).code).toBe("ACCOUNT_NOT_CLOSED");
    expect((await refusal("9999999999", "CASE 3")).code).toBe("REFERENCE_REUSED");
    expect((await refusal("9999999999", "CASE 5")).code).toBe("NOT_FOUND");
  });
});

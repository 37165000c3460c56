import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accounts,
  backoffice,
  personalData,
  provider,
  stations,
  trips,
  wallet,
  type DriverExport,
} from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor, PROVIDER_TOKEN, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { closeAccount, liveWholeLife } from "@voltmarg/testkit/driver-with-all-data";
import { wordsIn } from "@voltmarg/testkit/personal-data-tables";
import { one, rows, sql } from "../../platform/database/database.ts";
import { register } from "./register.ts";

const ASHA = {
  mobile: "9876504321",
  name: "Asha Deshpande-Rao",
  email: "asha.dr@private.example",
  registration: "MH14QQ5566",
};
const DAY_MS = 86_400_000;
const bootstrap = { token: PROVIDER_TOKEN };

let own: OwnOperator;
let world: Harness;
let folder: string;
let asha: Driver;
let other: Driver;
let before: DriverExport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-closed-"));
  own = await openOwnOperator({}, { FILES_DIR: folder });
  ({ world } = own);
  asha = await liveWholeLife(own, ASHA);
  other = await world.signUp();
  before = await exported(ASHA.mobile);
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true });
});

const exported = async (mobile: string) => {
  const body = { reason: "The driver asked" };
  const answer = await world.call(personalData.exportDriver, {
    ...bootstrap,
    params: { mobile },
    body,
  });
  return answer.body;
};
const traces = (who: Record<string, string>) => wordsIn(world.database.db, who);
const accountOf = (id: string) =>
  one(
    world.database.db,
    sql<{ mobile: string; name: string | null; erased_at: Date | null }>`
      select mobile, name, erased_at from app_user where id = ${id}`,
  );
const erasuresOf = (id: string) =>
  rows(
    world.database.db,
    sql<{ reference: string }>`select reference from erasure where user_id = ${id}`,
  );
/** What is left of the money goes back, and the job of the night runs. */
async function night() {
  await world.service.sweepClosedWallets();
  await world.drain();
  await world.service.endAccounts();
}

describe("an account that is closed", () => {
  test("leaves the tables that features read, but those with a reason", async () => {
    const asOther = { token: await own.tokenOf(other) };
    const location_id = own.places.get("EVEN")!;
    const checkIns = async () =>
      (
        await world.call(stations.listCheckIns, {
          ...asOther,
          params: { id: location_id },
          query: {},
        })
      ).body.content;
    const link = { params: { key: `link-of-${asha.id}` }, ...asOther };
    expect(await checkIns()).toHaveLength(1);

    await closeAccount(own, asha);
    const found = await traces({ id: asha.id, ...ASHA });
    const allowed = Object.entries(register).flatMap(([table, entry]) =>
      entry.erased !== "rows" || "whenClosed" in entry ? [table] : [],
    );
    expect([...found.keys()].filter((table) => !allowed.includes(table))).toEqual([]);
    expect([...found.keys()]).toEqual(expect.arrayContaining(["restricted_row", "ticket"]));
    for (const table of ["vehicle", "trip", "check_in", "favourite", "notification"])
      expect(found.has(table), table).toBe(false);
    // The money is back and every bill has come: the names go too.
    await night();
    expect((await traces({ id: asha.id, ...ASHA })).get("app_user")).toEqual(["id", "mobile"]);
    expect(found.get("session_rating")).toEqual(["id"]);

    expect(await checkIns()).toEqual([]);
    expect((await world.refused(trips.getSharedTrip, link)).body.code).toBe("NOT_FOUND");
    const { body } = await world.call(provider.getDriver, {
      ...bootstrap,
      params: { mobile: ASHA.mobile },
    });
    expect(JSON.stringify(body)).not.toContain(ASHA.name);
  });

  test("is exported whole by staff, with a reason", async () => {
    const after = await exported(ASHA.mobile);
    const wasDeleted = ["passkeys", "identities"];
    for (const name of Object.keys(personalData.ExportedRows) as (keyof DriverExport)[]) {
      if (wasDeleted.includes(name)) expect(after[name], name).toEqual([]);
      else if (
        !["consents", "sign_ins", "movements", "withdrawals", "account_audit", "messages"].includes(
          name,
        )
      )
        expect(after[name], name).toEqual(before[name]);
    }
    const { wallet: _wallet, deactivated_at, ...kept } = after.account;
    expect(deactivated_at).not.toBeNull();
    expect(before.account).toMatchObject(kept);
    const log = await world.call(backoffice.listAudit, { ...bootstrap, query: { page_size: 5 } });
    expect(log.body.content[0]).toMatchObject({ route: personalData.exportDriver.path });
  });

  test("cannot be signed in to, and its number makes no second account", async () => {
    const { mobile } = ASHA;
    await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
    const code = await codeFor(world, mobile);
    for (const type of ["LG", "SU"] as const) {
      const refused = await world.refused(accounts.verifyOtp, {
        params: { mobile },
        body: { mobile, otp: code, userType: "DRIVER", type },
      });
      expect(["ACCOUNT_DEACTIVATED", "OTP_WRONG"]).toContain(refused.body.code);
    }
    const found = await rows(
      world.database.db,
      sql<object>`select id from app_user where mobile = ${`+91${mobile}`}`,
    );
    expect(found).toEqual([{ id: asha.id }]);
  });

  test("loses a ticket from sight once support has closed it", async () => {
    const { db } = world.database;
    await night();
    expect((await traces({ id: asha.id })).has("ticket")).toBe(true);
    // The names had gone before, and support takes its time.
    world.clock.advance(5 * DAY_MS);
    await night();
    await sql`update ticket set state = 'CLOSED' where user_id = ${asha.id}`.execute(db);
    await night();
    const found = await traces({ id: asha.id });
    expect([found.has("ticket"), found.has("ticket_message")]).toEqual([false, false]);
    expect((await exported(ASHA.mobile)).tickets).toHaveLength(1);
  });

  test("is erased in the night after a year, once, also by two replicas and after a restart", async () => {
    world.clock.advance(359 * DAY_MS);
    await night();
    expect(await erasuresOf(asha.id)).toEqual([]);
    await world.restart();
    world.clock.advance(DAY_MS);
    await Promise.all([night(), night()]);
    expect(await erasuresOf(asha.id)).toEqual([{ reference: `closed-account:${asha.id}` }]);
    await world.drain();
    const found = await traces({ id: asha.id, ...ASHA });
    const allowed = Object.entries(register).flatMap(([table, { erased }]) =>
      erased === "rows" ? [] : [table],
    );
    expect([...found.keys()].filter((table) => !allowed.includes(table))).toEqual([]);
    expect(found.get("app_user")).toEqual(["id"]);
    expect((await accountOf(other.id))!.erased_at).toBeNull();
    await world.signUp(ASHA.mobile);
  });
});

test("paise that are too few to be sent back do not keep a closed account from being erased", async () => {
  const driver = await own.driver(100_000);
  await world.call(wallet.createWithdrawal, {
    params: { userId: driver.id },
    body: { amount_minor: 99_950 },
    token: await own.tokenOf(driver),
  });
  await world.drain();
  await closeAccount(own, driver);
  await night();
  world.clock.advance(365 * DAY_MS);
  await night();
  expect(await erasuresOf(driver.id)).toHaveLength(1);
});

describe("a bill that comes after the closing", () => {
  const named = async (name: string) => {
    const driver = await own.driver(100_000);
    await world.call(accounts.updateUser, {
      params: { id: driver.id },
      token: await own.tokenOf(driver),
      body: { name },
    });
    return driver;
  };
  const ended = async (driver: Driver): Promise<OwnCharge> => {
    const charge = await own.ask(driver);
    world.clock.advance(60_000);
    await own.tell(charge, { kwh: 2 });
    world.clock.advance(540_000);
    await own.tell(charge, { kwh: 5, status: "COMPLETED" });
    return charge;
  };
  const buyers = async ({ mobile }: Driver) =>
    (await exported(mobile)).bills.map((bill) => bill.invoice?.buyer.name);

  test("names its buyer, and the names go in the night after it", async () => {
    const driver = await named("Ravi Kumar Late");
    const charge = await ended(driver);
    await closeAccount(own, driver);
    await night();
    expect((await accountOf(driver.id))!.name).toBe("Ravi Kumar Late");
    await own.send(own.record(charge, 5, 600));
    await world.drain();
    expect(await buyers(driver)).toEqual(["Ravi Kumar Late"]);
    await night();
    expect((await accountOf(driver.id))!.name).toBeNull();
    const told = await rows(
      world.database.db,
      sql<object>`select kind from notification where user_id = ${driver.id}`,
    );
    expect(told).toEqual([]);
  });

  test("nine months later still names its buyer, and the account waits for what it leaves", async () => {
    const driver = await named("Meena Nine Months");
    const charge = await ended(driver);
    await closeAccount(own, driver);
    // Without a record a provisional bill is made, which is final after 30 days; 90 more it may be corrected.
    await world.pass(125 * 86_400, 86_400);
    await night();
    expect((await accountOf(driver.id))!.name).toBeNull();
    expect(await buyers(driver)).toEqual(["Meena Nine Months"]);
    world.clock.advance(145 * DAY_MS);
    await own.send(own.record(charge, 4, 600), "goesOn");
    await world.drain();
    expect(new Set(await buyers(driver))).toEqual(new Set(["Meena Nine Months"]));

    const { db } = world.database;
    await night();
    await sql`update ledger_wallet set overdraft = -100 where owner = ${driver.id}`.execute(db);
    world.clock.advance(96 * DAY_MS);
    await night();
    expect(await erasuresOf(driver.id)).toEqual([]);
    await sql`update ledger_wallet set overdraft = 0 where owner = ${driver.id}`.execute(db);
    world.clock.advance(DAY_MS);
    await night();
    expect(await erasuresOf(driver.id)).toHaveLength(1);
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { newCompany } from "@voltmarg/testkit/company";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import {
  admitCompanyCharge,
  billCompanyCharge,
  companyAllowance,
  creditCompanyCharge,
  dropCompanyCharge,
  readmitCompanyCharge,
} from "./company-allowance.ts";
import { readAccount, readCompanies } from "./manage-companies.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const at = new Date("2026-11-20T06:30:00Z");
let made = 0;
/** A company with one driver and its limits in paise; null: none. */
async function company({
  limit = null as number | null,
  driver = null as number | null,
  state = "ACTIVE",
} = {}) {
  const { db } = world.database;
  const id = await newCompany(world);
  const n = String(++made).padStart(4, "0");
  const userId = `usr_allowance_${n}`;
  const mobile = `+91980000${n}`;
  await sql`update company set monthly_limit = ${limit}, state = ${state} where id = ${id}`.execute(
    db,
  );
  await sql`insert into app_user (id, mobile, customer_type, company_id, created_at)
    values (${userId}, ${mobile}, 'CORPORATE', ${id}, ${at})`.execute(db);
  await sql`insert into company_number (mobile, company_id) values (${mobile}, ${id})`.execute(db);
  await sql`insert into company_number_limit (company_id, mobile, monthly_limit) values (${id}, ${mobile}, ${driver})`.execute(
    db,
  );
  const session = (name: string) => `ses_${n}_${name}`;
  return {
    id,
    suspend: () => sql`update company set state = 'SUSPENDED' where id = ${id}`.execute(db),
    limit: (minor: number | null) =>
      sql`update company set monthly_limit = ${minor} where id = ${id}`.execute(db),
    admit: (name: string, mayCost: bigint, who = userId) =>
      world.database.transact((tx) =>
        admitCompanyCharge(tx, {
          companyId: id,
          userId: who,
          sessionId: session(name),
          mayCost,
          at,
        }),
      ),
    allowance: (name: string, cost: bigint) =>
      world.database.transact((tx) => companyAllowance(tx, { sessionId: session(name), cost, at })),
    bill: (name: string, amount: bigint, when = at) =>
      world.database.transact((tx) =>
        billCompanyCharge(tx, {
          sessionId: session(name),
          cdrId: `cdr_${n}_${name}`,
          amount,
          at: when,
        }),
      ),
    leave: () =>
      sql`update app_user set customer_type = 'PERSONAL', company_id = null where id = ${userId}`.execute(
        db,
      ),
    drop: (name: string) =>
      world.database.transact((tx) => dropCompanyCharge(tx, session(name), at)),
    credit: (name: string) =>
      world.database.transact((tx) => creditCompanyCharge(tx, session(name))),
    readmit: (name: string) =>
      world.database.transact((tx) => readmitCompanyCharge(tx, { sessionId: session(name), at })),
    account: async () => {
      const account = await readAccount(db, id, at);
      if (!account.ok) throw new Error(account.reason);
      return account.value;
    },
  };
}
const ok = { ok: true, value: true };
const reached = (left: number, needed: number) => ({
  ok: false,
  reason: "COMPANY_LIMIT_REACHED",
  extra: { left_minor: left, needed_minor: needed },
});

test("[B-2] a charge that may cost exactly what is left begins, one of a paisa more does not", async () => {
  const one = await company({ limit: 1_000 });
  expect(await one.admit("a", 1_001n)).toMatchObject(reached(1_000, 1_001));
  expect(await one.admit("a", 1_000n)).toEqual(ok);
  expect(await one.admit("b", 1n)).toMatchObject(reached(0, 1));
  expect(await one.admit("b", 0n)).toEqual(ok);
});

test("[B-2] a limit of nothing lets nothing begin, no limit lets everything", async () => {
  expect(await (await company({ limit: 0 })).admit("a", 1n)).toMatchObject(reached(0, 1));
  expect(await (await company({ driver: 0 })).admit("a", 1n)).toMatchObject(reached(0, 1));
  expect(await (await company()).admit("a", 10_000_000n)).toEqual(ok);
});

test("[B-2] the lower of the company's and the driver's limit counts", async () => {
  const tight = await company({ limit: 1_000, driver: 2_000 });
  expect(await tight.admit("a", 1_500n)).toMatchObject(reached(1_000, 1_500));
  const tighter = await company({ limit: 2_000, driver: 1_000 });
  expect(await tighter.admit("a", 1_500n)).toMatchObject(reached(1_000, 1_500));
  // A colleague is bound by the company's limit alone.
  expect(await tighter.admit("b", 1_500n, "usr_colleague")).toEqual(ok);
  expect(await tighter.admit("c", 501n)).toMatchObject(reached(500, 501));
});

test("[B-2] a driver who leaves while charging is still bound by the limit of the number", async () => {
  const one = await company({ limit: 100_000, driver: 1_000 });
  await one.admit("a", 400n);
  expect(await one.allowance("a", 400n)).toBe(1_000n);
  await one.leave();
  expect(await one.allowance("a", 400n)).toBe(1_000n);
});

test("[B-2] what a company spent beyond its limit leaves nothing, not less than nothing", async () => {
  const one = await company({ limit: 1_000 });
  await one.admit("a", 1_000n);
  expect(await one.bill("a", 1_200n)).toBe(one.id);
  expect(await one.admit("b", 1n)).toMatchObject(reached(0, 1));
  expect(await one.account()).toMatchObject({
    limit_minor: 1_000,
    billed_minor: 1_200,
    open_minor: 0,
    left_minor: 0,
  });
  await one.limit(1_201);
  expect(await one.account()).toMatchObject({ left_minor: 1 });
  await one.limit(null);
  expect(await one.account()).toMatchObject({ limit_minor: null, left_minor: null });
});

test("[B-2] a suspended or unknown company begins nothing", async () => {
  const one = await company({ state: "SUSPENDED" });
  expect(await one.admit("a", 0n)).toMatchObject({ ok: false, reason: "COMPANY_SUSPENDED" });
  const nobody = world.database.transact((tx) =>
    admitCompanyCharge(tx, {
      companyId: "com_absent",
      userId: "usr",
      sessionId: "ses_absent",
      mayCost: 0n,
      at,
    }),
  );
  expect(await nobody).toMatchObject({ ok: false, reason: "COMPANY_SUSPENDED" });
  expect(await one.account()).toMatchObject({ open_minor: 0, state: "SUSPENDED" });
});

test("[S-7] a running charge may cost what the others leave, itself not counted", async () => {
  const one = await company({ limit: 1_000 });
  await one.admit("a", 300n);
  await one.admit("b", 200n);
  expect(await one.allowance("a", 100n)).toBe(800n);
  // It still counts with what was expected at its start, and with more when it costs more.
  expect(await one.allowance("b", 200n)).toBe(700n);
  expect(await one.allowance("a", 450n)).toBe(800n);
  expect(await one.allowance("b", 200n)).toBe(550n);
  expect((await one.account()).open_minor).toBe(650);
  const free = await company();
  await free.admit("a", 300n);
  expect(await free.allowance("a", 900n)).toBeNull();
  expect(await free.allowance("absent", 900n)).toBeNull();
});

test("[B-2] a charge that was given up counts again only if the company still has room for it", async () => {
  const one = await company({ limit: 1_000 });
  await one.admit("a", 600n);
  await one.drop("a");
  expect((await one.account()).left_minor).toBe(1_000);
  await one.admit("b", 401n);
  expect(await one.readmit("a")).toBe(false);
  expect((await one.account()).open_minor).toBe(401);
  await one.limit(1_001);
  expect(await one.readmit("a")).toBe(true);
  expect((await one.account()).open_minor).toBe(1_001);
  await one.drop("a");
  await one.suspend();
  expect(await one.readmit("a")).toBe(false);
  expect((await one.account()).open_minor).toBe(401);
  expect(await one.readmit("absent")).toBe(false);
  const free = await company();
  await free.admit("a", 600n);
  await free.drop("a");
  expect(await free.readmit("a")).toBe(true);
});

test("[B-2] a bill takes the place of what was expected; a credited one counts no longer", async () => {
  const one = await company({ limit: 1_000 });
  await one.admit("a", 600n);
  await one.bill("a", 500n);
  expect(await one.account()).toMatchObject({ billed_minor: 500, open_minor: 0, left_minor: 500 });
  await one.drop("a");
  expect(await one.account()).toMatchObject({ billed_minor: 500 });
  expect(await one.readmit("a")).toBe(false);
  await one.credit("a");
  expect(await one.account()).toMatchObject({ billed_minor: 0, left_minor: 1_000 });
  expect(await one.bill("absent", 1n)).toBeNull();
});

test("[B-2] staff see a company with its numbers, and among all by name", async () => {
  const one = await company({ limit: 1_000, driver: 0 });
  const account = await one.account();
  expect(account.numbers).toEqual([
    {
      mobile: expect.stringMatching(/^\+91980000/),
      limit_minor: 0,
      own_limit: true,
      driver_id: expect.any(String),
    },
  ]);
  expect(Math.abs(account.owed_minor)).toBe(0);
  const two = await company();
  expect((await two.account()).numbers).toMatchObject([{ limit_minor: null }]);
  const deps = { database: world.database } as Parameters<typeof readCompanies>[0];
  const all = await readCompanies(deps);
  expect(all.find(({ id }) => id === one.id)).toMatchObject({ state: "ACTIVE", drivers: 1 });
  expect(await readAccount(world.database.db, "com_absent", at)).toMatchObject({
    ok: false,
    reason: "NOT_FOUND",
  });
});

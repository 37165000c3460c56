import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openDatabase, rows, sql, type Tx } from "../../platform/database/database.ts";
import { insertInvoice } from "./invoice.store.ts";
import { issueInvoice } from "./issue-invoice.ts";

let world: Harness;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
beforeEach(() => sql`delete from invoice_series`.execute(world.database.db));

const party = {
  name: "Somebody",
  address: null,
  city: null,
  postal_code: null,
  state_code: null,
  gst_in: null,
  email: null,
  phone: null,
};
const draft = (series: string) => ({
  series: { INVOICE: series, CREDIT_NOTE: `C${series}` },
  invoice: {
    example: true,
    seller: party,
    buyer: party,
    sac: "998714",
    place_of_supply: "27",
    rates: [],
  },
});
const at = new Date("2026-11-20T06:30:00Z");

async function issue(tx: Tx, series: string, cdrId: string, when = at): Promise<string> {
  const invoice = await issueInvoice(tx, draft(series), { original: null, at: when });
  await insertInvoice(tx, invoice, { userId: "usr", cdrId });
  return invoice.number;
}
const numbersOf = async (series: string) =>
  (
    await rows(
      world.database.db,
      sql<{
        number: string;
      }>`select number from invoice where number like ${`${series}/%`} order by number`,
    )
  ).map(({ number }) => number);
const upTo = (series: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${series}/26-27/${String(i + 1).padStart(6, "0")}`);

test("[B-3] hundreds of concurrent bills get consecutive numbers, without a gap or a duplicate", async () => {
  const all = Array.from({ length: 400 }, (_, i) => `many-${i}`);
  await Promise.all(all.map((id) => world.database.transact((tx) => issue(tx, "A", id))));
  expect(await numbersOf("A")).toEqual(upTo("A", 400));
});

test("[B-3] a bill that fails after it got its number releases the number", async () => {
  const tries = Array.from({ length: 200 }, (_, i) =>
    world.database.transact(async (tx) => {
      await issue(tx, "B", `fail-${i}`);
      if (i % 3 === 0) throw new Error("the bill failed");
    }),
  );
  const ended = await Promise.allSettled(tries);
  const issued = ended.filter(({ status }) => status === "fulfilled").length;
  expect(issued).toBe(133);
  expect(await numbersOf("B")).toEqual(upTo("B", issued));
});

test("[B-3] killed connections leave neither a gap nor a duplicate", async () => {
  // Separate connections, so that those of the harness stay open.
  const victims = openDatabase(world.config.databaseUrl, () => {}, 8);
  try {
    const bills = Array.from({ length: 240 }, async (_, i) => {
      // A bill is retried until it exists, like a CDR that is pulled again.
      for (;;) {
        try {
          await victims.transact(async (tx) => {
            const before = await rows(
              tx,
              sql`select 1 from invoice where user_id = 'usr' and cdr_id = ${`kill-${i}`}`,
            );
            if (before.length > 0) return;
            await issue(tx, "K", `kill-${i}`);
            if (i % 8 === 0 && !killed.has(i)) {
              killed.add(i);
              await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
            }
          });
          return;
        } catch (error) {
          if (!killed.has(i)) throw error;
        }
      }
    });
    await Promise.all(bills);
  } finally {
    await victims.close();
  }
  expect(killed.size).toBe(30);
  expect(await numbersOf("K")).toEqual(upTo("K", 240));
});
const killed = new Set<number>();

test("[B-3] each series has its own count in each financial year", async () => {
  const number = (series: string, id: string, when: Date) =>
    world.database.transact((tx) => issue(tx, series, id, when));
  expect(await number("Y", "y-1", new Date("2027-03-31T18:29:59Z"))).toBe("Y/26-27/000001");
  expect(await number("Y", "y-2", new Date("2027-03-31T18:30:00Z"))).toBe("Y/27-28/000001");
  expect(await number("Y", "y-3", new Date("2027-03-31T18:30:01Z"))).toBe("Y/27-28/000002");
  expect(await number("Z", "z-1", new Date("2027-03-31T18:30:01Z"))).toBe("Z/27-28/000001");
});

test("[B-3] issued documents can neither be changed nor deleted", async () => {
  await world.database.transact((tx) => issue(tx, "X", "x-1"));
  const { db } = world.database;
  const refused = /never changes/;
  await expect(sql`update invoice set issued_at = now()`.execute(db)).rejects.toThrow(refused);
  await expect(sql`delete from invoice`.execute(db)).rejects.toThrow(refused);
  await expect(sql`truncate invoice`.execute(db)).rejects.toThrow(refused);
});

import { backoffice, provider, staff, type StaffRole } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "@voltmarg/testkit/call-route";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
const bootstrap = { token: PROVIDER_TOKEN };
const SECOND_MS = 1_000;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const credential = async (name: string, role: StaffRole) =>
  (await world.call(backoffice.createCredential, { ...bootstrap, body: { name, role } })).body.data;
const sellerReadBy = async (token: string) => {
  const { headers } = await world.call(backoffice.getSeller, { token });
  return { token, send: { "x-read-at": headers.get("x-read-at")! } };
};

describe("[D-23] two who edit the same thing", () => {
  let asha: string;
  let ravi: string;
  beforeAll(async () => {
    asha = (await credential("asha", "finance")).token;
    ravi = (await credential("ravi", "finance")).token;
  });

  test("the second is told who changed what, and nothing is overwritten", async () => {
    const first = await sellerReadBy(asha);
    const second = await sellerReadBy(ravi);
    world.clock.advance(30 * SECOND_MS);
    await world.call(backoffice.updateSeller, { ...first, body: { name: "Asha’s Power" } });
    const refused = await world.refused(backoffice.updateSeller, {
      ...second,
      body: { name: "Ravi’s Power" },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "CONFLICT",
        message: "asha changed this meanwhile (name). Read it again before you change it.",
        by: "asha",
        changed: ["name"],
      },
    });
    const { body } = await world.call(backoffice.getSeller, bootstrap);
    expect(body.data.name).toBe("Asha’s Power");
    const { body: log } = await world.call(backoffice.listAudit, {
      ...bootstrap,
      query: { credential: "ravi" },
    });
    expect(log.content[0]).toMatchObject({ method: "PATCH", outcome: "CONFLICT" });

    world.clock.advance(30 * SECOND_MS);
    const again = await sellerReadBy(ravi);
    world.clock.advance(30 * SECOND_MS);
    await world.call(backoffice.updateSeller, { ...again, body: { name: "Ravi’s Power" } });
    await world.call(backoffice.updateSeller, { ...again, body: { name: "Ravi’s Own Power" } });
  });

  test("at the same moment: one wins, the other is told", async () => {
    world.clock.advance(30 * SECOND_MS);
    const ask = callsOf(world.url);
    const both = [await sellerReadBy(asha), await sellerReadBy(ravi)];
    // Neither can finish before the other has begun.
    const { pool } = world.database;
    const holder = await pool.connect();
    await holder.query("begin; select 1 from seller for update");
    const asked = both.map((one, n) =>
      ask(backoffice.updateSeller, { ...one, body: { name: `Power ${n}` } }),
    );
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
    await holder.query("commit");
    holder.release();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("who does not say when they read it overwrites, as scripts do", async () => {
    const change = { token: asha, body: { name: "By a script" } };
    const { body } = await world.call(backoffice.updateSeller, change);
    expect(body.data.name).toBe("By a script");
  });

  test("another member’s change of another thing is no conflict", async () => {
    const mail = await world.call(staff.inviteStaff, {
      ...bootstrap,
      body: { name: "meera", role: "read" },
    });
    expect(mail.status).toBe(200);
    await world.call(staff.inviteStaff, { ...bootstrap, body: { name: "kiran", role: "read" } });
    const admin = (await credential("dev", "admin")).token;
    const { headers } = await world.call(staff.listStaff, { token: admin });
    const send = { "x-read-at": headers.get("x-read-at")! };
    world.clock.advance(30 * SECOND_MS);
    const role = { role: "support" } as const;
    await world.call(staff.changeStaff, { ...bootstrap, params: { name: "meera" }, body: role });
    await world.call(staff.changeStaff, {
      token: admin,
      send,
      params: { name: "kiran" },
      body: role,
    });
    const refused = await world.refused(staff.changeStaff, {
      token: admin,
      send,
      params: { name: "meera" },
      body: { role: "finance" },
    });
    expect(refused.body).toMatchObject({ code: "CONFLICT", by: "bootstrap", changed: ["role"] });
  });

  test("a time that nobody can read counts as none", async () => {
    for (const time of ["yesterday", "-200000-01-01T00:00:00Z", "-271821-04-20T00:00:00.000Z"]) {
      const send = { "x-read-at": time };
      const body = { name: "Acme Fleet" };
      const made = await world.call(provider.putCompany, { ...bootstrap, send, body });
      expect(made.body.data.name).toBe("Acme Fleet");
    }
  });
});

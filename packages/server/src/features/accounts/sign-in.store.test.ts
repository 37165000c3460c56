import { afterAll, beforeAll, expect, test } from "vitest";
import { IN_PUNE, MUMBAI } from "@voltmarg/testkit/fixtures/business";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { rows, sql } from "../../platform/database/database.ts";
import { findUser, insertSigningKey, listSigningKeys, setCompany } from "./accounts.store.ts";
import { signOutDriver } from "./backoffice.ts";
import { revokeSignIns } from "./deactivation.store.ts";
import { endDevice, endOtherDevices, readDevices } from "./devices.ts";
import { getUserByMobile } from "./join-company.ts";
import {
  listSignIns,
  revokeOthers,
  revokeSignIn,
  sidsThatHold,
  signInHolds,
} from "./sign-in.store.ts";
import { updateUser } from "./user.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const DAY_MS = 86_400_000;
const after = (ms: number) => new Date(START.getTime() + ms);

let made = 0;
/** A driver with sign-ins that end, were ended and were seen at these milliseconds from now. */
async function driver(
  signIns: Record<string, { ends?: number; ended?: number; since?: number; seen?: number | null }>,
) {
  const id = `usr_signins_${++made}`;
  const mobile = `+91950000${String(made).padStart(4, "0")}`;
  const { db } = world.database;
  await sql`insert into app_user (id, mobile, customer_type, created_at)
    values (${id}, ${mobile}, 'PERSONAL', ${START})`.execute(db);
  for (const [sid, { ends = DAY_MS, ended, since = -1_000, seen = since }] of Object.entries(
    signIns,
  ))
    await sql`insert into sign_in (user_id, sid, device_type, created_at, last_seen_at, ends_at, revoked_at)
      values (${id}, ${sid}, 'web', ${after(since)}, ${seen === null ? null : after(seen)}, ${after(ends)},
        ${ended === undefined ? null : after(ended)})`.execute(db);
  const revoked = async () =>
    (
      await rows(
        db,
        sql<{
          sid: string;
        }>`select sid from sign_in where user_id = ${id} and revoked_at = ${START} order by sid`,
      )
    ).map(({ sid }) => sid);
  const close = () =>
    sql`update app_user set deactivated_at = ${START} where id = ${id}`.execute(db);
  return { id, mobile, revoked, close };
}
/** Good, over by now, good for a millisecond more, and ended by the driver. */
const FOUR = { good: {}, over: { ends: 0 }, last: { ends: 1 }, ended: { ended: -500 } };

const deps = () => {
  const told: string[] = [];
  const audited: [act: string, details: unknown][] = [];
  return {
    told,
    audited,
    database: world.database,
    clock: fakeClock(START),
    writeAudit: async (_on: unknown, _userId: string, act: string, details?: unknown) =>
      void audited.push([act, details]),
    onEnded: (userId: string) => void told.push(userId),
  };
};

test("[A-4] a sign-in holds until its end, to the millisecond, for its own driver with an open account", async () => {
  const mine = await driver(FOUR);
  const other = await driver({ theirs: {} });
  const { db } = world.database;
  const holds = async () => {
    const all = [...Object.keys(FOUR), "theirs", "absent"];
    const found = [];
    for (const sid of all) if (await signInHolds(db, mine.id, sid, START)) found.push(sid);
    const sids = await sidsThatHold(
      db,
      all.map((sid) => ({ userId: mine.id, sid })),
      START,
    );
    return [found, [...sids].toSorted()];
  };
  expect(await holds()).toEqual([
    ["good", "last"],
    ["good", "last"],
  ]);
  expect([
    ...(await sidsThatHold(
      db,
      [
        { userId: mine.id, sid: "good" },
        { userId: other.id, sid: "theirs" },
        { userId: other.id, sid: "good" },
      ],
      START,
    )),
  ]).toEqual(["good", "theirs"]);
  await mine.close();
  expect(await holds()).toEqual([[], []]);
  expect(await signInHolds(db, other.id, "theirs", START)).toBe(true);
});

test("[A-4] only a sign-in that holds is ended, and once", async () => {
  const mine = await driver(FOUR);
  const other = await driver(FOUR);
  const { db } = world.database;
  const end = async (sid: string) => (await revokeSignIn(db, mine.id, sid, START)) !== null;
  expect([await end("over"), await end("ended"), await end("absent")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await mine.revoked()).toEqual([]);
  expect([await end("last"), await end("last")]).toEqual([true, false]);
  expect(await mine.revoked()).toEqual(["last"]);
  expect(await other.revoked()).toEqual([]);
});

test("[A-4] all others are ended but the one that asks, and only those that held are counted", async () => {
  const mine = await driver({ ...FOUR, asks: {} });
  const other = await driver(FOUR);
  const count = await world.database.transact((tx) => revokeOthers(tx, mine.id, "asks", START));
  expect([count, await mine.revoked()]).toEqual([2, ["good", "last"]]);
  expect(await other.revoked()).toEqual([]);
});

test("[A-4] signed out everywhere, a driver hears how many devices were signed in", async () => {
  const mine = await driver(FOUR);
  const other = await driver(FOUR);
  expect(await world.database.transact((tx) => revokeSignIns(tx, mine.id, START))).toBe(2);
  expect(await world.database.transact((tx) => revokeSignIns(tx, mine.id, START))).toBe(0);
  // What was ended before stays ended since then.
  expect(await mine.revoked()).toEqual(["good", "last", "over"]);
  expect(await other.revoked()).toEqual([]);
});

test("[A-4] devices that hold and were seen within thirty days are listed, the last seen first, then the newest", async () => {
  const { id } = await driver({
    ...FOUR,
    early: { since: -5_000, seen: -10 },
    late: { since: -4_000, seen: -10 },
    unseen: { since: -3_000, seen: null },
    idle: { since: -31 * DAY_MS, seen: -30 * DAY_MS },
    "not-idle": { since: -31 * DAY_MS, seen: -30 * DAY_MS + 1 },
  });
  const found = await listSignIns(world.database.db, id, START, after(-30 * DAY_MS));
  expect(found.map(({ sid }) => sid)).toEqual([
    "late",
    "early",
    "good",
    "last",
    "unseen",
    "not-idle",
  ]);
  expect(found.find(({ sid }) => sid === "unseen")!.seen_at).toEqual(after(-3_000));
});

test("[A-4] the device that asks is the first of the list and was seen now, though others were seen later", async () => {
  const { id } = await driver({
    a: { since: -100, seen: -10 },
    b: { since: -900, seen: -800 },
    c: { since: -60 * DAY_MS, seen: -30 * DAY_MS + 1 },
  });
  const listed = await readDevices(deps(), { userId: id, sid: "b" });
  expect(listed.map(({ id: sid, this_device }) => [sid, this_device])).toEqual([
    ["b", true],
    ["a", false],
    ["c", false],
  ]);
  expect(listed[0]).toMatchObject({
    signed_in_at: after(-900).toISOString(),
    last_seen_at: START.toISOString(),
  });
  expect(listed[1]).toMatchObject({ last_seen_at: after(-10).toISOString() });
});

test("[A-4] a device that is signed out is out everywhere at once; the audit log says which it was", async () => {
  const { id } = await driver({ mine: {}, theirs: {} });
  const caller = { userId: id, sid: "mine" };
  const with_ = deps();
  expect(await endDevice(with_, caller, "absent")).toMatchObject({
    ok: false,
    reason: "NOT_FOUND",
  });
  expect(with_.audited).toEqual([]);
  expect(await endDevice(with_, caller, "theirs")).toEqual({ ok: true, value: { signed_out: 1 } });
  expect(with_.audited).toEqual([["SIGN_OUT_OF_ONE", undefined]]);
  with_.told.length = 0;
  expect(await endDevice(with_, caller, "mine")).toMatchObject({ ok: true });
  expect(with_.audited[1]).toEqual(["SIGN_OUT", undefined]);
  expect(with_.told).toEqual([id]);
});

test("[A-4] the other devices are out everywhere at once, and the audit log says how many", async () => {
  const { id } = await driver({ mine: {}, theirs: {} });
  const with_ = deps();
  const caller = { userId: id, sid: "mine" };
  expect(await endOtherDevices(with_, caller)).toEqual({ signed_out: 1 });
  expect([with_.told, with_.audited]).toEqual([[id], [["SIGN_OUT_OF_OTHERS", { ended: 1 }]]]);
});

test("[A-4] who is signed out by the back office is out everywhere at once; nobody is, where nobody has the number", async () => {
  const { id, mobile } = await driver(FOUR);
  const with_ = deps();
  const backoffice = {
    name: "meera",
    role: "support",
    transact: world.database.transact,
  } as unknown as Parameters<typeof signOutDriver>[1];
  expect(await signOutDriver(with_, backoffice, "+919500009999")).toMatchObject({
    reason: "NOT_FOUND",
  });
  expect([with_.told, with_.audited]).toEqual([[], []]);
  expect(await signOutDriver(with_, backoffice, mobile)).toEqual({
    ok: true,
    value: { signed_out: 2 },
  });
  expect(with_.told).toEqual([id]);
  expect(with_.audited).toEqual([
    ["SIGN_OUT_BY_DESK", { credential: "meera", ended: 2, passkeys: 0, linked: 0 }],
  ]);
});

test("[A-5] a closed account is not found, not changed and not given to a company", async () => {
  const mine = await driver({});
  const other = await driver({});
  const { db } = world.database;
  const change = (id: string) => updateUser(deps(), id, { name: "Asha" });
  expect(await change(mine.id)).toMatchObject({ value: { name: "Asha" } });
  expect(await getUserByMobile(db, mine.mobile)).toMatchObject({ id: mine.id, name: "Asha" });
  await mine.close();
  expect(await updateUser(deps(), mine.id, { name: "Eve" })).toMatchObject({ ok: false });
  expect(await findUser(db, mine.id)).toBeNull();
  expect(await getUserByMobile(db, mine.mobile)).toBeNull();
  expect(await getUserByMobile(db, "+919500009999")).toBeNull();
  expect(
    await world.database.transact((tx) => setCompany(tx, mine.mobile, "com_1", null)),
  ).toBeNull();
  expect(
    await rows(
      db,
      sql<object>`select name, customer_type from app_user where id in (${mine.id}, ${other.id}) order by id`,
    ),
  ).toEqual([
    { name: "Asha", customer_type: "PERSONAL" },
    { name: null, customer_type: "PERSONAL" },
  ]);
});

test("[A-5] the audit log has a change of e-mail address and of GSTIN, each only where it is one", async () => {
  const { id } = await driver({});
  const with_ = deps();
  const acts = async (change: Parameters<typeof updateUser>[2]) => {
    with_.audited.length = 0;
    await updateUser(with_, id, change);
    return with_.audited.map(([act]) => act);
  };
  expect(await acts({ name: "Asha" })).toEqual([]);
  expect(await acts({ email: "asha@example.in" })).toEqual(["EMAIL_CHANGED"]);
  expect(await acts({ gst_in: MUMBAI, ...IN_PUNE })).toEqual(["GSTIN_CHANGED"]);
  expect(await acts({ email: "asha@example.in", gst_in: MUMBAI })).toEqual([]);
  expect(await acts({ email: null, gst_in: null })).toEqual(["EMAIL_CHANGED", "GSTIN_CHANGED"]);
});

test("[A-2] of several signing keys the newest comes first, and a first key is stored where there is none", async () => {
  const { db, transact } = world.database;
  const kept = await listSigningKeys(db);
  const kids = async () => (await listSigningKeys(db)).map(({ kid }) => kid);
  const key = (kid: string) => ({ kid, privateJwk: {}, publicJwk: {} });
  await transact((tx) => insertSigningKey(tx, key("second"), after(1_000)));
  expect(await kids()).toEqual(kept.map(({ kid }) => kid));
  await sql`insert into signing_key values ('third', '{}', '{}', ${after(1_000)})`.execute(db);
  expect(await kids()).toEqual(["third", ...kept.map(({ kid }) => kid)]);
  await sql`delete from signing_key where kid = 'third'`.execute(db);
});

import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createPeers, type Peers } from "./counterparties.ts";
import { tokenHash } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const START = new Date("2026-11-20T06:30:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const OPERATOR = "opr_1";

let database: Database;
let clock = fakeClock(START);
let peers: Peers;
/** Look-ups of a registered partner, and requested synchronisations. */
let lookUps: string[] = [];
let syncs: unknown[] = [];

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
});
afterAll(() => database.close());

beforeEach(async () => {
  // Of the machine's clock, by which a token is cached.
  vi.useFakeTimers({ toFake: ["performance"] });
  clock = fakeClock(START);
  [lookUps, syncs] = [[], []];
  peers = createPeers({
    database,
    clock,
    circuitBreakers: { of: (id: string) => ({ heard: () => lookUps.push(id) }) },
    outbox: {
      enqueueOnce: async (_: unknown, topic: string, [row]: [{ payload: object }]) =>
        void syncs.push([topic, row.payload]),
    },
  } as unknown as RoamingDeps);
  await sql`delete from partner_party`.execute(database.db);
  await sql`delete from operator_silence`.execute(database.db);
  await sql`delete from operator`.execute(database.db);
  await sql`insert into operator (id, name, country_code, party_id, our_token_hash, pending_token_hash,
      introduction_hash, registered_at, last_contact_at, created_at)
    values (${OPERATOR}, 'One', 'IN', 'ONE', ${tokenHash("ours")}, ${tokenHash("next")}, ${tokenHash("first")},
      ${START}, ${START}, ${START})`.execute(database.db);
});
afterEach(() => {
  vi.useRealTimers();
});

const change = (
  column: "registered_at" | "party_id" | "our_token_hash" | "removed_at",
  to: unknown,
) => sql`update operator set ${sql.ref(column)} = ${to}`.execute(database.db);
const hashes = () =>
  one(
    database.db,
    sql<{ ours: string; pending: string | null; first: string | null }>`
      select our_token_hash as ours, pending_token_hash as pending, introduction_hash as first from operator`,
  );

test("a partner may write for its own party first, then for the others of its connection", async () => {
  await sql`insert into partner_party (country_code, party_id, operator_id, role)
    values ('IN', 'TWO', ${OPERATOR}, 'CPO'), ('DE', 'ONE', ${OPERATOR}, 'CPO')`.execute(
    database.db,
  );
  const own = { country_code: "IN", party_id: "ONE" };
  const others = [
    { country_code: "DE", party_id: "ONE" },
    { country_code: "IN", party_id: "TWO" },
  ];
  const peer = { registered: true, operatorId: OPERATOR, kind: "CPO", version: "2.2.1" };
  expect(await peers.authenticate("ours", true)).toEqual({
    ...peer,
    own,
    parties: [own, ...others],
  });
  peers.forget();
  await change("party_id", null);
  expect(await peers.authenticate("ours", true)).toEqual({ ...peer, own: null, parties: others });
});

test("an unknown token, and one of a removed partner, belongs to nobody", async () => {
  expect(await peers.authenticate("guess", true)).toBeNull();
  await change("removed_at", START);
  expect(await peers.authenticate("ours", true)).toBeNull();
  expect([lookUps, syncs]).toEqual([[], []]);
});

test("a partner that has not registered is heard by nobody, with its first token it only registers", async () => {
  expect(await peers.authenticate("first", true)).toMatchObject({ registered: false });
  await change("registered_at", null);
  expect(await peers.authenticate("ours", true)).toMatchObject({ registered: false });
  expect([lookUps, syncs]).toEqual([[], []]);
});

test("a token is looked up again after two seconds, or at once when registrations changed", async () => {
  const seen = async () => {
    await peers.authenticate("ours", true);
    return lookUps.length;
  };
  expect([await seen(), await seen()]).toEqual([1, 1]);
  vi.advanceTimersByTime(2 * SECOND);
  expect(await seen()).toBe(1);
  vi.advanceTimersByTime(1);
  expect([await seen(), await seen()]).toEqual([2, 2]);
  peers.forget();
  expect(await seen()).toBe(3);
});

test("a token is looked up again when its last contact was stored more than five seconds ago", async () => {
  await peers.authenticate("ours", true);
  clock.advance(5 * SECOND);
  await peers.authenticate("ours", true);
  expect(lookUps).toHaveLength(1);
  clock.advance(1);
  await peers.authenticate("ours", true);
  expect(lookUps).toEqual([OPERATOR, OPERATOR]);
});

test("a token that is no longer valid is refused after two seconds here, and at once after a change here", async () => {
  expect(await peers.authenticate("ours", true)).not.toBeNull();
  await change("our_token_hash", tokenHash("other"));
  expect(await peers.authenticate("ours", true)).not.toBeNull();
  vi.advanceTimersByTime(2 * SECOND + 1);
  expect(await peers.authenticate("ours", true)).toBeNull();
  expect(await peers.authenticate("other", true)).not.toBeNull();
  await change("our_token_hash", tokenHash("ours"));
  peers.forget();
  expect(await peers.authenticate("other", true)).toBeNull();
});

test("after more than five minutes without contact a synchronisation is requested, once", async () => {
  clock.advance(5 * MINUTE);
  await peers.authenticate("ours", true);
  expect(syncs).toEqual([]);
  clock.advance(5 * MINUTE + 1);
  await peers.authenticate("ours", true);
  expect(syncs).toEqual([["roaming.sync", { operatorId: OPERATOR }]]);
  peers.forget();
  await peers.authenticate("ours", true);
  expect(syncs).toHaveLength(1);
});

test("the new token of a rotation replaces the old one with its first call of a functional module", async () => {
  await peers.authenticate("ours", true);
  await peers.authenticate("next", false);
  const before = { ours: tokenHash("ours"), pending: tokenHash("next"), first: tokenHash("first") };
  expect(await hashes()).toEqual(before);
  expect(await peers.authenticate("next", true)).toMatchObject({ operatorId: OPERATOR });
  expect(await hashes()).toEqual({ ours: tokenHash("next"), pending: null, first: null });
  // No replica waits for the end of its cache that changed the token.
  expect(await peers.authenticate("ours", true)).toBeNull();
});

test("the new token of a partner that is not registered replaces nothing", async () => {
  await change("registered_at", null);
  expect(await peers.authenticate("next", true)).toMatchObject({ registered: false });
  expect(await hashes()).toMatchObject({ ours: tokenHash("ours"), pending: tokenHash("next") });
});

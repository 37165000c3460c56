import type { Exchange } from "@voltmarg/ocpi";
import { cdrOf, sessionOf } from "@voltmarg/testkit/partner";
import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { keepUnlockedSessions } from "./announced-sessions.store.ts";
import type { OperatorPeer } from "./counterparties.ts";
import { createRefusedPushes } from "./refused-pushes.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const START = new Date("2026-11-20T06:30:00Z");
const OPERATOR = "opr_1";
const own = { country_code: "IN", party_id: "TST" };
const peer: OperatorPeer = {
  registered: true,
  parties: [own],
  own,
  operatorId: OPERATOR,
  kind: "CPO",
};

let database: Database;
const unread: unknown[] = [];
const lines: string[] = [];
beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
  await sql`insert into operator (id, name, created_at) values (${OPERATOR}, 'One', ${START})`.execute(
    database.db,
  );
  const last_updated = START.toISOString();
  const kept = { ...sessionOf("S-1"), last_updated };
  await keepUnlockedSessions(database.db, [
    { operatorId: OPERATOR, update: { party: own, id: "S-1", whole: true, kept } },
  ]);
});
afterAll(() => database.close());
beforeEach(async () => {
  [unread.length, lines.length] = [0, 0];
  await sql`update operator set sessions_unread_at = null`.execute(database.db);
});

/** What is stored after a push was refused: when the last unreadable session came, and the unreadable CDRs. */
async function storedAfter(exchange: Partial<Exchange>, onUnreadCdr?: () => Promise<void>) {
  const pushes = createRefusedPushes({
    database,
    clock: fakeClock(START),
    logger: createLogger("error", { write: (line) => lines.push(line) }),
    events: { onUnreadCdr: onUnreadCdr ?? (async (...came: unknown[]) => void unread.push(came)) },
  } as unknown as RoamingDeps);
  pushes.hear(peer, {
    method: "PUT",
    module: "sessions",
    segments: ["IN", "TST", "S-1"],
    status: 200,
    statusCode: 2001,
    request: "{}",
    sent: {},
    ...exchange,
  } as Exchange);
  await pushes.kept();
  const operator = await one(
    database.db,
    sql<{ at: Date | null }>`select sessions_unread_at as at from operator`,
  );
  return { session: operator!.at, cdrs: [...unread] };
}
const nothing = { session: null, cdrs: [] };
const marked = { session: START, cdrs: [] };

describe("a session", () => {
  test.each<[Partial<Exchange>, boolean]>([
    [{ statusCode: 1000 }, false],
    [{ statusCode: 1999 }, false],
    [{ statusCode: 2000 }, true],
    [{ statusCode: 3000 }, true],
    [{ statusCode: null, status: 413 }, true],
    [{ status: 401, statusCode: 2000 }, false],
    [{ status: 429, statusCode: 2000 }, false],
    [{ status: 400, statusCode: 2000 }, true],
    [{ method: "PATCH" }, true],
    [{ method: "POST" }, true],
    [{ method: "GET" }, false],
    [{ method: "DELETE" }, false],
    [{ module: "locations" }, false],
    [{ module: null }, false],
  ])("that was pushed with %j was refused: %s", async (exchange, isRefused) => {
    expect(await storedAfter(exchange)).toEqual(isRefused ? marked : nothing);
  });

  test("that was unknown to a PATCH is unknown still, and known by now is not refused", async () => {
    const patch = { method: "PATCH", status: 404, statusCode: 2003 };
    expect(await storedAfter(patch)).toEqual(nothing);
    expect(await storedAfter({ ...patch, segments: ["in", "tst", "s-1"] })).toEqual(nothing);
    for (const segments of [["IN", "TST", "S-2"], ["IN", "TWO", "S-1"], ["IN", "TST"], []])
      expect(await storedAfter({ ...patch, segments }), segments.join("/")).toEqual(marked);
  });

  test("that is known is refused by a PUT that found nothing, and by a PATCH that was unreadable", async () => {
    expect(await storedAfter({ method: "PUT", status: 404 })).toEqual(marked);
    await sql`update operator set sessions_unread_at = null`.execute(database.db);
    expect(await storedAfter({ method: "PATCH", status: 200 })).toEqual(marked);
  });
});

describe("a charge record", () => {
  const pushed = (sent: unknown, request = JSON.stringify(sent) ?? "{") =>
    storedAfter({ method: "POST", module: "cdrs", segments: [], sent, request });
  const { id: _, ...unreadable } = cdrOf("C-1") as ReturnType<typeof cdrOf> & { id: string };
  const kept = (text: string, why: string) => ({
    session: null,
    cdrs: [[OPERATOR, { text, why }]],
  });

  test("that nobody could read is stored as it came, with the reason", async () => {
    expect(await pushed(unreadable)).toEqual(
      kept(JSON.stringify(unreadable), "id: string expected"),
    );
  });

  test("that is not JSON is stored as the text that it was", async () => {
    expect(await pushed(undefined, "{ id: C-1")).toEqual(kept("{ id: C-1", "it is not JSON"));
  });

  test("that could be read was refused for its content, and an empty one is none", async () => {
    expect(await pushed(cdrOf("C-1"))).toEqual(nothing);
    expect(await pushed(undefined, " \n")).toEqual(nothing);
    expect(await pushed(undefined, "")).toEqual(nothing);
  });

  test.each([
    [{ country_code: "in", party_id: "tst" }, true],
    [{ country_code: "IN", party_id: "TWO" }, false],
    [{ country_code: "DE", party_id: "TST" }, false],
    [{ country_code: "DE" }, true],
    [{ party_id: "TWO" }, true],
    [{ country_code: 7, party_id: "TWO" }, true],
    [{ country_code: "IN", party_id: 7 }, true],
  ])("of the party %j is stored: %s", async (party, isStored) => {
    expect((await pushed(party)).cdrs).toHaveLength(isStored ? 1 : 0);
  });

  test.each([null, [], "C-1", 7])("that is %j is stored", async (sent) => {
    expect((await pushed(sent)).cdrs).toMatchObject([[OPERATOR, { text: JSON.stringify(sent) }]]);
  });

  test("that could not be stored is named in the log, and no other push waits for it", async () => {
    const failing = () => Promise.reject(new Error("the database is asleep"));
    const exchange = { method: "POST", module: "cdrs", sent: unreadable, request: "{}" };
    expect(await storedAfter(exchange, failing)).toEqual(nothing);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      operator: OPERATOR,
      msg: "a refused push was not kept",
    });
  });
});

import type { Connector, Context, Evse, Location } from "@voltmarg/ocpi";
import { connectorOf, evseOf, locationOf } from "@voltmarg/testkit/partner";
import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { openDatabase, sql, type Database } from "../../platform/database/database.ts";
import type { OperatorPeer } from "./counterparties.ts";
import { locationReceiver } from "./location-receiver.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const START = new Date("2026-11-20T06:30:00Z");
const OWNER = { country_code: "IN", party_id: "TST" };
const at = (minute: number) => new Date(START.getTime() - 60_000 * (60 - minute)).toISOString();

let database: Database;
/** What is stored, and what the operator answers when it is asked for a location. */
let stored: Map<string, Location>;
let theirs: unknown;
let asked: string[];
let places: { free: number; left: number };

const peer = { operatorId: "opr_1" } as OperatorPeer;
const context = { peer } as Context<OperatorPeer>;
const connector = (id: string, minute: number, more: object = {}) =>
  connectorOf({ id, last_updated: at(minute), ...more }) as Connector;
const evse = (uid: string, minute: number, more: object = {}): Evse =>
  evseOf(uid, { connectors: [connector("A", 10)], last_updated: at(minute), ...more });
const location = (id: string, minute: number, more: object = {}): Location =>
  locationOf(id, { evses: [evse("E1", 10)], last_updated: at(minute), ...more });
const found = (id: string) => stored.get(id.toLowerCase()) ?? null;
const evseOfStored = (id: string) => found(id)?.evses?.[0];

const setEvse = (id: string, changed: Evse): boolean => {
  const known = found(id);
  if (!known) return false;
  const others = (known.evses ?? []).filter(({ uid }) => uid !== changed.uid);
  stored.set(id.toLowerCase(), { ...known, evses: [...others, changed] });
  return true;
};
const deps = {
  clock: fakeClock(START),
  publicUrl: "https://voltmarg.example",
  party: { countryCode: "IN", partyId: "VMG", name: "Voltmarg" },
  encryption: { decrypt: (text: string) => text },
  log: { note: () => {} },
  findings: { note: () => {} },
  turns: (_name: string, work: () => Promise<unknown>) => work(),
  circuitBreakers: {
    of: () => ({
      send: async ({ url }: { url: string }) => {
        asked.push(new URL(url).pathname);
        const body = { data: theirs, status_code: 1000, timestamp: START.toISOString() };
        return theirs === null
          ? { status: 404, headers: {}, body: "" }
          : { status: 200, headers: {}, body: JSON.stringify(body) };
      },
    }),
  },
  events: {
    readLocation: async (_owner: object, id: string) => found(id),
    onLocations: async (_operator: string, some: Location[]) => {
      for (const each of some) stored.set(each.id.toLowerCase(), each);
      return some;
    },
    onEvse: async (_owner: object, id: string, changed: Evse) => setEvse(id, changed),
    onEvsePatch: async (of: { locationId: string; uid: string; patch: object }) => {
      const known = found(of.locationId)?.evses?.find(({ uid }) => uid === of.uid);
      return known ? setEvse(of.locationId, { ...known, ...of.patch }) : false;
    },
  },
} as unknown as RoamingDeps;
const receiver = locationReceiver(deps, {
  enter: () => {
    if (places.free === 0) return { ok: false, retryAfterSeconds: 1 };
    places.free -= 1;
    return { ok: true, leave: () => void (places.left += 1) };
  },
}) as Required<ReturnType<typeof locationReceiver>>;

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
  const endpoints = JSON.stringify([
    { identifier: "locations", role: "SENDER", url: "https://peer.example/locations" },
  ]);
  await sql`insert into operator (id, name, versions_url, country_code, party_id, their_token, registered_at,
      endpoints, created_at)
    values ('opr_1', 'One', 'https://peer.example/versions', 'IN', 'TST', 'token-c', ${START}, ${endpoints},
      ${START})`.execute(database.db);
  Object.assign(deps, { database });
});
afterAll(() => database.close());
beforeEach(() => {
  stored = new Map([["known", location("KNOWN", 20)]]);
  theirs = null;
  asked = [];
  places = { free: 9, left: 0 };
});

const DONE = { ok: true };
const CREATED = { ok: true, status: 201 };
const UNKNOWN = { ok: false, status_code: 2003 };
const MISSING = { ok: false, status: 404 };

test("[L-10] what is there is read, in whichever letters, and what is not is missing", async () => {
  const { getLocation, getEvse, getConnector } = receiver;
  expect(await getLocation(context, OWNER, "known")).toMatchObject({ data: { id: "KNOWN" } });
  expect(await getLocation(context, OWNER, "other")).toMatchObject(MISSING);
  expect(await getEvse(context, OWNER, "known", "e1")).toMatchObject({ data: { uid: "E1" } });
  expect(await getEvse(context, OWNER, "known", "e2")).toMatchObject(MISSING);
  expect(await getEvse(context, OWNER, "other", "e1")).toMatchObject(MISSING);
  expect(await getConnector(context, OWNER, "known", "e1", "a")).toMatchObject({
    data: { id: "A" },
  });
  expect(await getConnector(context, OWNER, "known", "e1", "b")).toMatchObject(MISSING);
  expect(await getConnector(context, OWNER, "known", "e2", "a")).toMatchObject(MISSING);
});

test("[L-10] a location that is put is stored, and said to be new only if it is", async () => {
  expect(await receiver.putLocation(context, OWNER, location("NEW", 1))).toEqual(CREATED);
  expect(await receiver.putLocation(context, OWNER, location("NEW", 2))).toEqual(DONE);
  expect(found("new")?.last_updated).toBe(at(2));
});

test("[L-10] a part of a location changes it, unless it is older", async () => {
  const patch = (minute: number, name: string) =>
    receiver.patchLocation(context, OWNER, "known", { name, last_updated: at(minute) });
  expect(await patch(19, "Older")).toEqual(DONE);
  expect(found("known")?.name).toBe("Place KNOWN");
  expect(await patch(20, "As old")).toEqual(DONE);
  expect(found("known")).toMatchObject({ id: "KNOWN", party_id: "TST", name: "As old" });
  expect(asked).toEqual([]);
});

describe("[L-10] an EVSE", () => {
  test("keeps its first uid, and is said to be new only if it is", async () => {
    const put = (uid: string) =>
      receiver.putEvse(context, OWNER, "known", evse(uid, 30, { status: "CHARGING" }));
    expect(await put("e1")).toEqual(DONE);
    expect(evseOfStored("known")).toMatchObject({ uid: "E1", status: "CHARGING" });
    expect(await put("E2")).toEqual(CREATED);
    expect(asked).toEqual([]);
  });

  test("of an unknown location has it fetched; without it, it is refused", async () => {
    expect(await receiver.putEvse(context, OWNER, "FETCHED", evse("E9", 30))).toMatchObject(
      UNKNOWN,
    );
    theirs = location("fetched", 20);
    expect(await receiver.putEvse(context, OWNER, "FETCHED", evse("E9", 30))).toEqual(CREATED);
    expect(found("fetched")?.evses?.map(({ uid }) => uid)).toEqual(["E1", "E9"]);
    expect(asked).toEqual(["/locations/FETCHED", "/locations/FETCHED"]);
    expect(places.left).toBe(2);
  });

  test("is changed in part; an unknown one of a known location is refused without asking", async () => {
    const patch = (id: string, uid: string) =>
      receiver.patchEvse(context, OWNER, id, uid, { status: "BLOCKED", last_updated: at(30) });
    expect(await patch("known", "E1")).toEqual(DONE);
    expect(evseOfStored("known")?.status).toBe("BLOCKED");
    expect(await patch("known", "E2")).toMatchObject(UNKNOWN);
    expect(asked).toEqual([]);
    expect(await patch("FETCHED", "E1")).toMatchObject(UNKNOWN);
    theirs = location("FETCHED", 20);
    expect(await patch("FETCHED", "E1")).toEqual(DONE);
    expect(evseOfStored("fetched")?.status).toBe("BLOCKED");
    stored.delete("fetched");
    expect(await patch("FETCHED", "E2")).toMatchObject(UNKNOWN);
  });
});

describe("[L-10] a connector", () => {
  const put = (id: string, minute: number, uid = "E1", of = "known") =>
    receiver.putConnector(context, OWNER, of, uid, connector(id, minute, { max_amperage: 7 }));

  test("is added, or replaces the one of its id, unless it is older", async () => {
    expect(await put("a", 9)).toEqual(DONE);
    expect(evseOfStored("known")?.connectors).toEqual([connector("A", 10)]);
    expect(await put("A", 10)).toEqual(DONE);
    expect(evseOfStored("known")?.connectors.map((each) => each.max_amperage)).toEqual([7]);
    expect(evseOfStored("known")?.last_updated).toBe(at(10));
    expect(await put("B", 5)).toEqual(CREATED);
    // A change of a connector changes its EVSE, which never becomes older by it.
    expect(evseOfStored("known")).toMatchObject({
      last_updated: at(10),
      connectors: [{ id: "A" }, { id: "B" }],
    });
    expect(await put("B", 30)).toEqual(DONE);
    expect(evseOfStored("known")?.last_updated).toBe(at(30));
    expect(await put("A", 30, "E2")).toMatchObject(UNKNOWN);
  });

  test("is changed in part, if it is there", async () => {
    const patch = (id: string) =>
      receiver.patchConnector(context, OWNER, "known", "E1", id, {
        max_amperage: 9,
        last_updated: at(30),
      });
    expect(await patch("a")).toEqual(DONE);
    expect(evseOfStored("known")?.connectors).toMatchObject([{ id: "A", max_amperage: 9 }]);
    expect(await patch("b")).toMatchObject(UNKNOWN);
  });

  test("of an unknown location has it fetched", async () => {
    theirs = location("FETCHED", 20);
    expect(await put("B", 30, "E1", "FETCHED")).toEqual(CREATED);
    expect(asked).toEqual(["/locations/FETCHED"]);
  });
});

describe("[L-10] an unknown location", () => {
  const patch = () =>
    receiver.patchLocation(context, OWNER, "WANTED", { name: "New", last_updated: at(30) });

  test("is fetched for a part of it", async () => {
    theirs = location("wanted", 20);
    expect(await patch()).toEqual(DONE);
    expect(found("wanted")?.name).toBe("New");
  });

  test.each([
    ["of another id", { id: "OTHER" }],
    ["of another party", { party_id: "OTH" }],
    ["of another country", { country_code: "NP" }],
  ])("stays unknown where the answer is one %s", async (_what, more) => {
    theirs = location("WANTED", 20, more);
    expect(await patch()).toMatchObject(UNKNOWN);
    expect([...stored.keys()]).toEqual(["known"]);
    expect(places.left).toBe(1);
  });

  test("is not asked for above the partner's limit", async () => {
    theirs = location("WANTED", 20);
    places.free = 0;
    expect(await patch()).toMatchObject(UNKNOWN);
    expect(asked).toEqual([]);
  });

  test("that several wait for is fetched once", async () => {
    theirs = location("WANTED", 20);
    expect(await Promise.all([patch(), patch(), patch()])).toEqual([DONE, DONE, DONE]);
    expect(asked).toHaveLength(1);
  });
});

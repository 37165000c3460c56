import { partners } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, START, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf, openPartner, type Partner } from "@voltmarg/testkit/partner";
import { sql } from "../../platform/database/database.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: Harness;
let operator: Partner;
/** The number of full lists of locations that were requested. */
let wholes = 0;
/** The operator's list: for each location its status and `last_updated`. */
let list: Map<string, { status: string; at: number }>;

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
let number = 0;
beforeEach(async () => {
  world.clock.set(new Date(START));
  operator = await openPartner(world, `W${number++}`);
  wholes = 0;
  list = new Map();
  operator.onGet = (path, query) => {
    if (path !== "/locations") return undefined;
    const from = Date.parse(new URLSearchParams(query).get("date_from") ?? "2000-01-01T00:00:00Z");
    if (!query.includes("date_from")) wholes++;
    return [...list].filter(([, { at }]) => at >= from).map(([id, each]) => placeOf(id, each));
  };
  await sql`update operator set sync_due_at = '9999-01-01' where id <> ${operator.operatorId}`.execute(
    world.database.db,
  );
  await sql`update operator set whole_pulled_at = null, seen_until = null where id = ${operator.operatorId}`.execute(
    world.database.db,
  );
  return () => operator.close();
});

const iso = (at: number) => new Date(at).toISOString();
function placeOf(id: string, { status, at }: { status: string; at: number }) {
  const evses = [evseOf(`${id}-1`, { status, last_updated: iso(at) })];
  return locationOf(id, { ...operator.party, evses, last_updated: iso(at) });
}
/** Locations with different times of their last change, the latest an hour before the start. */
const fill = (count: number) => {
  for (let n = 1; n <= count; n++)
    list.set(`L${n}`, { status: "AVAILABLE", at: START.getTime() - (count - n + 1) * HOUR });
};
const minutes = async (count: number, each: () => unknown = () => {}) => {
  for (let n = 0; n < count; n++) {
    world.clock.advance(MINUTE);
    await each();
    await world.service.askDueSyncs();
    await world.service.outbox.drain();
  }
};
const firstWhole = async () => {
  await world.call(partners.syncPartner, {
    token: PROVIDER_TOKEN,
    params: { id: operator.operatorId },
    body: { whole: true },
  });
  wholes = 0;
};
const record = async () =>
  (
    await world.call(partners.getPartnerRecord, {
      token: PROVIDER_TOKEN,
      params: { id: operator.operatorId },
    })
  ).body.data;
const statusOf = async (id: string) => {
  const { country_code, party_id } = operator.party;
  const { data } = await operator.call(
    "GET",
    `/locations/${country_code}/${party_id}/${id}/${id}-1`,
  );
  return (data as { status?: string } | undefined)?.status;
};

test("an operator whose changes have newer times is pulled in full every six hours", async () => {
  fill(20);
  await firstWhole();
  let n = 0;
  await minutes(7 * 60, () => {
    const at = world.clock.now().getTime();
    list.set(`L${(n++ % 20) + 1}`, { status: n % 2 ? "CHARGING" : "AVAILABLE", at });
  });
  expect((await record()).whole).toMatchObject({ every_seconds: 6 * 3_600, healed: 0, of: 20 });
  expect(wholes).toBe(1);
});

test("an operator that changes statuses without newer times is pulled in full more often", async () => {
  fill(20);
  await firstWhole();
  const turn = (to: string) => {
    for (let n = 1; n <= 10; n++) list.get(`L${n}`)!.status = to;
  };
  turn("CHARGING");
  await minutes(30);
  expect(await statusOf("L3")).toBe("AVAILABLE");
  await minutes(6 * 60 - 29);
  expect(await statusOf("L3")).toBe("CHARGING");
  const { whole } = await record();
  expect(whole).toMatchObject({
    healed: 10,
    of: 20,
    every_seconds: 15 * 60,
    least_seconds: 15 * 60,
  });
  turn("AVAILABLE");
  await minutes(17);
  expect(await statusOf("L3")).toBe("AVAILABLE");
  // Without such changes the interval grows back to six hours.
  await minutes(13 * 60);
  expect((await record()).whole).toMatchObject({ every_seconds: 6 * 3_600, healed: 0 });
});

test("an operator with many locations is not pulled in full more often than the budget allows", async () => {
  fill(2_000);
  await firstWhole();
  // Seven, so that the statuses do not repeat with an interval of whole minutes.
  const turns = [
    "CHARGING",
    "RESERVED",
    "BLOCKED",
    "OUTOFORDER",
    "UNKNOWN",
    "PLANNED",
    "AVAILABLE",
  ];
  let minute = 0;
  await minutes(8 * 60, () => {
    if (minute++ % 10 > 0) return;
    for (const each of list.values()) each.status = turns[((minute / 10) % 7) | 0]!;
  });
  expect((await record()).whole).toMatchObject({ every_seconds: 40 * 60, least_seconds: 40 * 60 });
  expect(wholes).toBeLessThanOrEqual(4);
}, 180_000);

test("a list does not undo a status that was pushed after the list was requested", async () => {
  fill(4);
  await firstWhole();
  const { country_code, party_id } = operator.party;
  const answer = operator.onGet!;
  // The operator writes the list, then pushes a new status, then the list arrives.
  operator.onGet = async (path, query) => {
    const written = answer(path, query);
    if (path === "/locations")
      await operator.call("PATCH", `/locations/${country_code}/${party_id}/L1/L1-1`, {
        status: "CHARGING",
        last_updated: iso(list.get("L1")!.at),
      });
    return written;
  };
  await firstWhole();
  expect(await statusOf("L1")).toBe("CHARGING");
  operator.onGet = answer;
  await firstWhole();
  expect(await statusOf("L1")).toBe("AVAILABLE");
});

test("a newer push wins over an older state in a list, unless the operator's lists change without newer times", async () => {
  fill(4);
  await firstWhole();
  const { country_code, party_id } = operator.party;
  await operator.call("PATCH", `/locations/${country_code}/${party_id}/L1/L1-1`, {
    status: "CHARGING",
    last_updated: iso(START.getTime()),
  });
  world.clock.advance(2 * HOUR);
  await firstWhole();
  expect(await statusOf("L1")).toBe("CHARGING");
  list.get("L2")!.status = "OUTOFORDER";
  await firstWhole();
  world.clock.advance(HOUR);
  await firstWhole();
  expect(await statusOf("L1")).toBe("AVAILABLE");
});

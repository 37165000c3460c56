import { partners } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import {
  cdrOf,
  locationOf,
  openPartner,
  sessionOf,
  tariffOf,
  type Partner,
} from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let operator: Partner;

beforeAll(async () => {
  world = await startHarness({ locations: 30 });
  operator = await openPartner(world, "TST");
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});
beforeEach(() => {
  const locations = Array.from({ length: 25 }, (_, n) => locationOf(`L${n}`));
  const [tariffs, sessions, cdrs] = [[tariffOf("T1")], [sessionOf("S1")], [cdrOf("C1")]];
  Object.assign(operator.shelf, { locations, tariffs, sessions, cdrs });
  operator.onAnswer = (path, _data, query) => ({
    status: 200,
    ...answerOf(path, new URLSearchParams(query)),
  });
});

type Answer = { status?: number; headers?: Record<string, string>; body: string };
const envelope = (data: unknown, more: object = {}) =>
  JSON.stringify({ data, status_code: 1000, timestamp: "2026-11-20T06:30:00Z", ...more });

/** As OCPI 2.2.1 says. */
function answerOf(path: string, query: URLSearchParams): Answer {
  const base = `http://${operator.heard.at(-1)!.host}`;
  const modules = ["locations", "tariffs", "sessions", "cdrs"] as const;
  if (path === "/") return { body: envelope([{ version: "2.2.1", url: `${base}/2.2.1` }]) };
  if (path === "/2.2.1") {
    const endpoints = ["credentials", ...modules].map((identifier) => ({
      identifier,
      role: identifier === "credentials" ? "RECEIVER" : "SENDER",
      url: `${base}/${identifier}`,
    }));
    return { body: envelope({ version: "2.2.1", endpoints }) };
  }
  if (path === "/credentials") {
    const role = { ...operator.party, role: "CPO", business_details: { name: "Operator TST" } };
    return { body: envelope({ token: "token-of-tst", url: base, roles: [role] }) };
  }
  const module = modules.find((each) => path === `/${each}`)!;
  const at = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
  const [from, to] = [query.get("date_from"), query.get("date_to")];
  const [offset, limit] = [at("offset", 0), Math.min(10, at("limit", 10))];
  const all = (operator.shelf[module] as { last_updated: string }[]).filter(
    ({ last_updated: when }) => (!from || when >= from) && (!to || when < to),
  );
  query.set("offset", String(offset + limit));
  const link = `<${base}${path}?${query.toString()}>; rel="next"`;
  return {
    headers: {
      "X-Total-Count": String(all.length),
      "X-Limit": "10",
      ...(offset + limit < all.length ? { Link: link } : {}),
    },
    body: envelope(all.slice(offset, offset + limit)),
  };
}

const check = async (id: string) => {
  const { body } = await world.call(partners.checkPartner, {
    token: PROVIDER_TOKEN,
    params: { id },
  });
  return body.data;
};
const stored = async () => {
  await world.drain();
  await world.service.flushFindings();
  await world.service.flushOcpiLog();
  return rows(
    world.database.db,
    sql`select (select count(*) from location)::int locations, (select count(*) from operator_finding)::int findings,
      (select count(*) from ocpi_log)::int log, (select jsonb_agg(operator order by id) from operator) operators`,
  );
};

test("an operator that keeps to OCPI has no fault, and nothing of the check is stored", async () => {
  const before = await stored();
  const [simulated] = world.cpo.operators;
  const found = await check(simulated!.party_id);
  expect(found.faults).toEqual([]);
  expect(found.objects.map(({ module }) => module)).toEqual([
    "locations",
    "tariffs",
    "sessions",
    "cdrs",
  ]);
  expect(found.objects[0]!.read).toBeGreaterThan(5);
  const own = await check("TST");
  expect([own.faults, own.objects[0]]).toEqual([[], { module: "locations", read: 20 }]);
  operator.shelf.locations = [locationOf("L0", { city: undefined })];
  expect((await check("TST")).faults).toHaveLength(1);
  expect(await stored()).toEqual(before);
});

type Plant = (answer: Answer, path: string, query: URLSearchParams) => Answer;
const onList =
  (change: (answer: Answer, query: URLSearchParams) => Partial<Answer>): Plant =>
  (answer, path, query) =>
    path === "/locations" ? { ...answer, ...change(answer, query) } : answer;
const without = (name: string) =>
  onList(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers!).filter(([each]) => each !== name)),
  }));
const link = (to: string) =>
  onList(({ headers }) => ({ headers: { ...headers, Link: `<${to}>; rel="next"` } }));
const edited = (edit: (location: Record<string, unknown>) => void) =>
  onList(({ body }) => {
    const parsed = JSON.parse(body) as { data: Record<string, unknown>[] };
    parsed.data.forEach(edit);
    return { body: JSON.stringify(parsed) };
  });

test.each<[string, Plant, came: RegExp, asked: RegExp]>([
  ["no X-Total-Count", without("X-Total-Count"), /^no X-Total-Count$/, /^GET \/locations\?/],
  ["no X-Limit", without("X-Limit"), /^no X-Limit$/, /limit=20/],
  ["no Link", without("Link"), /^10 of 25 objects and no Link/, /limit=20/],
  [
    "a Link to the same page",
    (answer, path, query) => {
      const here = new URLSearchParams({ date_from: query.get("date_from") ?? "", limit: "20" });
      return link(`/locations?${here.toString()}`)(answer, path, query);
    },
    /^the pages run in a circle$/,
    /limit=20/,
  ],
  ["a Link to nowhere", link("/nowhere"), /^HTTP 404/, /^GET \/nowhere$/],
  [
    "a Link that ignores its offset",
    onList(({ headers }, query) =>
      query.has("offset")
        ? answerOf("/locations", new URLSearchParams({ limit: "20" }))
        : { headers: headers! },
    ),
    /^the same objects as on the page before$/,
    /offset=10/,
  ],
  [
    "date_from ignored",
    onList((_, query) => {
      query.delete("date_from");
      return answerOf("/locations", query);
    }),
    /^L0 with last_updated 2026-11-01T00:00:00Z$/,
    /date_from=2026-11-01T00%3A00%3A01Z/,
  ],
  [
    "date_to ignored",
    onList((_, query) => {
      query.delete("date_to");
      return answerOf("/locations", query);
    }),
    /^L0 with last_updated/,
    /date_to=2026-11-01/,
  ],
  [
    "an object without a required field",
    edited((location) => delete location["city"]),
    /^city: absent, but mandatory, in IN\/TST\/L0/,
    /^GET \/locations/,
  ],
  [
    "an object that is refused",
    edited((location) => delete location["coordinates"]),
    /^coordinates: .*, in IN\/TST\/L0/,
    /^GET \/locations/,
  ],
  [
    "a status code that says it failed",
    onList(() => ({ body: envelope([], { status_code: 2000 }) })),
    /^status code 2000/,
    /^GET \/locations/,
  ],
  [
    "a status code as a text",
    onList(({ body }) => ({ body: body.replace('"status_code":1000', '"status_code":"1000"') })),
    /^status_code "1000"$/,
    /^GET \/locations/,
  ],
  ["HTTP 500", onList(() => ({ status: 500 })), /^HTTP 500/, /^GET \/locations/],
  [
    "no timestamp",
    onList(({ body }) => ({ body: body.replace(/,"timestamp":"[^"]+"/, "") })),
    /^no timestamp$/,
    /^GET \/locations/,
  ],
])("%s is named, with what was asked and what OCPI says", async (_name, plant, came, asked) => {
  operator.onAnswer = (path, _data, search) => {
    const query = new URLSearchParams(search);
    return path === "/nowhere"
      ? { status: 404, body: envelope(undefined, { status_code: 2000 }) }
      : { status: 200, ...plant(answerOf(path, new URLSearchParams(query)), path, query) };
  };
  const { faults } = await check("TST");
  expect(faults[0]).toMatchObject({
    module: "locations",
    came: expect.stringMatching(came) as string,
    asked: expect.stringMatching(asked) as string,
    standard: expect.stringMatching(/ \(OCPI 2\.2\.1, .+\)$/) as string,
  });
  expect(faults.every(({ module }) => module === "locations")).toBe(true);
});

test("versions, details and credentials are compared too", async () => {
  const planted = async (path: string, answer: Partial<Answer>) => {
    operator.onAnswer = (at, _data, search) => ({
      status: 200,
      ...answerOf(at, new URLSearchParams(search)),
      ...(at === path ? answer : {}),
    });
    return (await check("TST")).faults.map(({ module, came }) => [module, came]);
  };
  expect(await planted("/", { body: envelope([]) })).toEqual([["versions", "no version"]]);
  expect(await planted("/2.2.1", { status: 404 })).toEqual([
    ["versions", "HTTP 404 and status code 1000"],
  ]);
  expect(await planted("/credentials", { status: 500 })).toEqual([
    ["credentials", "HTTP 500 and status code 1000"],
  ]);
});

test("an unknown partner is a 404", async () => {
  const refused = await world.refused(partners.checkPartner, {
    token: PROVIDER_TOKEN,
    params: { id: "nobody" },
  });
  expect(refused.status).toBe(404);
});

import { backoffice, stations, type ConsoleLocation, type RouteCall } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { evseOf, locationOf, openPartner } from "@voltmarg/testkit/partner";

let own: OwnOperator;
let token = "";
beforeAll(async () => {
  own = await openOwnOperator();
  const body = { name: "staff-read", role: "read" as const };
  const made = await own.world.call(backoffice.createCredential, { token: PROVIDER_TOKEN, body });
  token = made.body.data.token;
  const put = (id: string, more: object) =>
    own.operator.call("PUT", `/locations/IN/TST/${id}`, locationOf(id, more));
  const evse = (uid: string, status: string) => evseOf(uid, { status, evse_id: `IN*TST*E${uid}` });
  await put("GOA", {
    name: "50% Beach",
    city: "Panaji",
    state: "Goa",
    evses: [evse("G1", "AVAILABLE"), evse("G2", "CHARGING"), evse("G3", "OUTOFORDER")],
  });
  await put("PUNE", { name: "beach Road", evses: [evse("P1", "UNKNOWN")] });
  await put("एक", { name: "पुणे स्टेशन", state: undefined, evses: [] });
  return () => own.close();
});

type Query = RouteCall<typeof backoffice.listLocations>["query"];
const list = async (query: Query = {}) =>
  (await own.world.call(backoffice.listLocations, { token, query })).body;
const names = async (query: Query = {}) => (await list(query)).content.map(({ name }) => name);

describe("[D-21] the list of stations", () => {
  test("has each station once over its pages, by name", async () => {
    const all: ConsoleLocation[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await list({ limit: 1, ...(cursor && { cursor }) });
      all.push(...page.content);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(all).toEqual((await list()).content);
    expect(all.map(({ name }) => name)).toEqual([
      "50% Beach",
      "beach Road",
      "Place EVEN",
      "पुणे स्टेशन",
    ]);
    const { evses, city, operator } = all[0]!;
    expect({ evses, city, operator: operator.name }).toEqual({
      evses: { total: 3, free: 1, used: 1, down: 1, unknown: 0 },
      city: "Panaji",
      operator: "Operator TST",
    });
    expect(all[1]!.evses).toMatchObject({ total: 1, free: 0, unknown: 1 });
  });

  test.each<[Query, string[]]>([
    [{ operator: "tst", city: "PANAJI" }, ["50% Beach"]],
    [{ state: "goa" }, ["50% Beach"]],
    [{ state: "goa", city: "pune" }, []],
    [{ q: "BEACH" }, ["beach Road"]],
    [{ q: "5" }, ["50% Beach"]],
    [{ q: "%" }, []],
    [{ q: "_" }, []],
    [{ q: "पुणे" }, ["पुणे स्टेशन"]],
    [{ q: "एक" }, ["पुणे स्टेशन"]],
    [{ q: "goa" }, ["50% Beach"]],
    [{ q: "g2" }, ["50% Beach"]],
    [{ q: "IN*TST*EP1" }, ["beach Road"]],
    [{ q: "intstep1" }, ["beach Road"]],
    [{ hidden: "YES" }, []],
  ])("%o finds %o", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test("finds one by our id, and what is hidden", async () => {
    const [goa] = (await list({ q: "goa" })).content;
    expect(await names({ q: goa!.id })).toEqual(["50% Beach"]);
    const call = { token: PROVIDER_TOKEN, params: { id: goa!.id }, body: { reason: "Flooded" } };
    await own.world.call(backoffice.hideLocation, call);
    expect(await names({ hidden: "YES" })).toEqual(["50% Beach"]);
    expect(await names({ hidden: "NO" })).toHaveLength(3);
    expect((await list({ q: "goa" })).content[0]!.hidden).toMatchObject({ because: "Flooded" });
    await own.world.call(backoffice.showLocation, call);
  });

  test("refuses an unknown operator, and a cursor that is none of its own", async () => {
    const refused = async (query: Query) =>
      (await own.world.refused(backoffice.listLocations, { token, query })).body.code;
    expect(await refused({ operator: "nobody" })).toBe("NOT_FOUND");
    const forged = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString("base64url");
    for (const cursor of [
      "x",
      forged("a"),
      forged(1, 2),
      forged("a\0b", "x"),
      forged("\ud800", "x"),
    ])
      expect([cursor, await refused({ cursor })]).toEqual([cursor, "INVALID_INPUT"]);
  });
});

describe("[D-21] a station", () => {
  const details = async (id: string) =>
    (await own.world.call(backoffice.getConsoleLocation, { token, params: { id } })).body.data;

  test("has what its operator sent, its plugs, what they were, and its tariffs", async () => {
    const push = (uid: string, status: string, seconds: number) =>
      own.operator.call("PATCH", `/locations/IN/TST/EVEN/${uid}`, {
        status,
        last_updated: new Date(own.world.clock.now().getTime() + seconds * 1000).toISOString(),
      });
    await push("EVEN-3", "AVAILABLE", 0);
    own.world.clock.advance(600_000);
    await push("EVEN-3", "OUTOFORDER", 0);
    const known = await details(own.places.get("EVEN")!);
    expect(known.source).toMatchObject({ id: "EVEN", country_code: "IN", party_id: "TST" });
    expect(known.plugs.map(({ uid }) => uid)).toEqual(["EVEN-1", "EVEN-2", "EVEN-3"]);
    const plug = known.plugs[2]!;
    expect(plug).toMatchObject({
      status: "OUTOFORDER",
      connectors: [{ id: "1", tariff_ids: ["EVEN"] }],
      source: { uid: "EVEN-3" },
    });
    expect(plug.history[0]).toMatchObject({ state: "free" });
    expect(known.plugs[0]!.history).toEqual([]);
    expect(known.tariffs).toMatchObject([{ ocpi_id: "EVEN", tariff: { currency: "INR" } }]);
  });

  test("has what was said of it, and of no other object with its id", async () => {
    const other = await openPartner(own.world, "OTH");
    const theirs = locationOf("EVEN", { ...other.party });
    expect((await other.call("PUT", "/locations/IN/OTH/EVEN", theirs)).code).toBe(1000);
    await other.close();
    await own.world.service.flushOcpiLog();
    const { messages } = await details(own.places.get("EVEN")!);
    expect(messages.length).toBeGreaterThan(0);
    for (const { path } of messages) expect(path).toMatch(/\/locations\/IN\/TST\/EVEN(?:\/|$)/);
  });

  test("has what drivers met there, without saying who they are", async () => {
    const charge = await own.ask(await own.driver(), "EVEN-1");
    own.world.clock.advance(3_600_000);
    await own.world.drain();
    const id = own.places.get("EVEN")!;
    await own.world.call(stations.reportStationProblem, {
      token: await own.tokenOf(charge.driver),
      params: { userId: charge.driver.id },
      body: { location_id: id, kind: "BLOCKED", text: "A lorry stands there" },
    });
    const known = await details(id);
    expect(known.problems).toMatchObject([{ kind: "BLOCKED", text: "A lorry stands there" }]);
    expect([...known.failed_starts, ...known.open_charges].map((each) => each.id)).toContain(
      charge.id,
    );
    expect(JSON.stringify(known)).not.toContain(charge.driver.mobile);
    expect(JSON.stringify(known)).not.toContain(charge.driver.id);
  });

  test("that nobody knows is not found", async () => {
    const call = { token, params: { id: "loc_absent" } };
    expect((await own.world.refused(backoffice.getConsoleLocation, call)).body.code).toBe(
      "LOCATION_NOT_FOUND",
    );
  });
});

import { charging, backoffice, partners, stations } from "@voltmarg/contract";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { locationOf, openPartner, tariffOf, type Partner } from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, expect, test } from "vitest";
import { outcomeOf } from "./backoffice-command.ts";
import { operatorCommand } from "./operator-command.ts";
import { providerCommand } from "./provider-command.ts";

let world: Harness;
let operator: Partner;
let hub: Partner;
const MINUTE_MS = 60_000;
const backOffice = { token: PROVIDER_TOKEN };

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  hub = await openPartner(world, "HUB");
  for (const [each, party_id] of [
    [operator, "TST"],
    [hub, "AAA"],
  ] as const) {
    each.shelf.tariffs = [tariffOf("T1", { party_id })];
    each.shelf.locations = [locationOf(party_id, { party_id })];
  }
});
afterAll(async () => {
  await world.stop();
  for (const each of [operator, hub]) await each.close();
});

const run = async (command: typeof operatorCommand, ...args: string[]) => {
  const environment = { PROVIDER_TOKEN, PORT: new URL(world.url).port };
  const { error, out } = await outcomeOf(command, args, environment);
  expect(error).toBe("");
  return out;
};
/** The line of an operator in a table or a list. */
const lineOf = (text: string, begin: string) =>
  text.split("\n").find((line) => line.startsWith(begin)) ?? "";
const stateIn = (line: string) =>
  /\b(HEALTHY|(?:FAILING|REJECTED|SUSPENDED|SILENT) since \S+)/.exec(line)?.[1];
const written = ({ state, since }: { state: string | null; since: string | null }) =>
  since === null ? String(state) : `${state} since ${since.slice(0, 19)}Z`;

/** How an operator is, by every place that says so. */
async function placesOf({ operatorId: id, party: { party_id } }: Partner) {
  const name = `Operator ${party_id}`;
  const { body: all } = await world.call(backoffice.getOverview, backOffice);
  const { body: listed } = await world.call(partners.listPartnerRecords, backOffice);
  const { body: one } = await world.call(partners.getPartnerRecord, {
    ...backOffice,
    params: { id },
  });
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  const gauge = new RegExp(`^operator_state{operator="${name}",state="(\\w+)"} 1$`, "m");
  const text = {
    list: lineOf(await run(operatorCommand, "list"), name),
    show: lineOf(await run(operatorCommand, "show", id), "health"),
    overview: lineOf(await run(providerCommand, "overview"), name),
  };
  return {
    overview: written(all.data.operators.find((each) => each.id === id)!.health),
    list: written(listed.data.partners.find((each) => each.id === id)!.health),
    record: written(one.data.health),
    "operator list": stateIn(text.list),
    "operator show": stateIn(text.show),
    "provider overview": stateIn(text.overview),
    "metrics, without since": gauge.exec(metrics)?.[1],
  };
}

/** What every place says then. */
function everywhere(state: string, since?: Date) {
  const said = since ? `${state} since ${since.toISOString().slice(0, 19)}Z` : state;
  return {
    overview: said,
    list: said,
    record: said,
    "operator list": said,
    "operator show": said,
    "provider overview": said,
    "metrics, without since": state.toLowerCase(),
  };
}
/** Moves the clock; the operator pushes all the while, so it is heard. */
async function heardFor(minutes: number) {
  for (let passed = 0; passed < minutes; passed++) {
    world.clock.advance(MINUTE_MS);
    const place = locationOf("TST", { last_updated: world.clock.now().toISOString() });
    await operator.call("PUT", "/locations/IN/TST/TST", place);
  }
}
/** Another driver starts to charge there. */
async function start() {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from location where operator_id = '${operator.operatorId}'`,
  );
  await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: rows[0]!.id,
      evse_uid: "TST-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 300 },
    },
  });
  await world.service.outbox.drain();
}
const mapState = async (name: string) => {
  const driver = await world.signUp();
  const { body } = await world.call(stations.searchLocations, {
    token: driver.token,
    query: { latitude: 18.52, longitude: 73.85, distance: 10 },
  });
  return body.content.find((each) => each.name === name)!.state_on_map;
};

test("[D-7] an operator that says nothing is silent from the moment at which drivers see its plugs as unknown", async () => {
  await world.service.pullAll();
  const heard = world.clock.now();
  world.clock.advance(15 * MINUTE_MS);
  expect(await mapState("Place TST")).toBe("available");
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
  world.clock.advance(1_000);
  expect(await mapState("Place TST")).toBe("unknown");
  expect(await placesOf(operator)).toEqual(everywhere("SILENT", heard));
  await heardFor(1);
  expect(await mapState("Place TST")).toBe("available");
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
});

test("[D-7] one whose answers are errors fails since the first of them, though it is heard", async () => {
  operator.fails = () => 500;
  await world.service.pullAll();
  const since = world.clock.now();
  await heardFor(42);
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("FAILING", since));
  operator.fails = undefined;
  await heardFor(1);
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
});

test("[D-7] one whose starts fail does not work because its lists do", async () => {
  operator.onAnswer = (path) =>
    path.startsWith("/commands") ? { status: 500, body: "" } : undefined;
  for (let starts = 0; starts < 3; starts++) await start();
  const since = world.clock.now();
  await heardFor(5);
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("FAILING", since));
  operator.onAnswer = undefined;
  await heardFor(1);
  await start();
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
});

test("[D-7] one that does not answer fails until it answers anything", async () => {
  operator.onCommand = () => null;
  for (let starts = 0; starts < 3; starts++) await start();
  expect(await placesOf(operator)).toEqual(everywhere("FAILING", world.clock.now()));
  await heardFor(1);
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
  delete operator.onCommand;
});

test("[D-7] one that does not accept our token rejects us", async () => {
  operator.fails = () => 401;
  await world.service.pullAll();
  const since = world.clock.now();
  await heardFor(2);
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("REJECTED", since));
  const shown = await run(operatorCommand, "show", "TST");
  expect(shown).toMatch(/^last failure +HTTP 401$/m);
  operator.fails = undefined;
  await world.service.pullAll();
  expect(await placesOf(operator)).toEqual(everywhere("HEALTHY"));
});

test("[D-7] a hub that can reach none of its operators is suspended, and each party says what it is", async () => {
  await world.database.pool.query("update operator set kind = 'HUB' where id = 'opr_hub'");
  const tell = async (party_id: string, status: string) => {
    world.clock.advance(1_000);
    const last_updated = world.clock.now().toISOString();
    const client = { country_code: "IN", party_id, role: "CPO", status, last_updated };
    expect((await hub.call("PUT", `/hubclientinfo/IN/${party_id}`, client)).code).toBe(1000);
  };
  await tell("AAA", "CONNECTED");
  await tell("BBB", "CONNECTED");
  await world.service.pullAll();
  expect(await mapState("Place AAA")).toBe("available");
  await tell("AAA", "OFFLINE");
  expect(await mapState("Place AAA")).toBe("unknown");
  expect(await placesOf(hub)).toEqual(everywhere("HEALTHY"));
  const line = lineOf(await run(operatorCommand, "list"), "Operator HUB");
  expect(line).toContain("IN*AAA OFFLINE IN*BBB");
  await tell("BBB", "SUSPENDED");
  expect(await placesOf(hub)).toEqual(everywhere("SUSPENDED", world.clock.now()));
  await tell("AAA", "CONNECTED");
  expect(await placesOf(hub)).toEqual(everywhere("HEALTHY"));
});

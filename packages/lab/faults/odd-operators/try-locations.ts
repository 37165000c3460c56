import type { Location } from "@voltmarg/contract";
import type { Partner } from "@voltmarg/testkit/test-bed";
import { speaksOf, type TestBed, type Way } from "./test-bed.ts";
import { ABSENT, type Json } from "./case.ts";
import { goodConnector, goodEvse, goodLocation, goodTariff } from "./good.ts";
import { mutate, pathsOf, saysTheSame, isKeptAt, type Mutated, type Mutation } from "./mutate.ts";
import type { Tally } from "./tally.ts";

type Sent = Mutated & { id: string };

const LOCATION_NEEDS = /^(id|coordinates(\.latitude|\.longitude)?)$/;
const WHOSE = /^(id|country_code|party_id)$/;
const PARTY = /^(country_code|party_id)$/;
const CONNECTOR_NEEDS = /^(id|standard|power_type)$/;
const NOTHING_SAID = new Set(["absent", "null", "empty string"]);
/** Fields of a tariff that change no price, and those that identify the tariff. */
const PRICELESS =
  /^(country_code|party_id|id|type|tariff_alt_text|tariff_alt_url|energy_mix|last_updated)(\.|$)/;

/** Locations with every field, one of them bad in each. */
export async function tryLocations(
  testBed: TestBed,
  partner: Partner,
  way: Way,
  mutation: Mutation,
  tally: Tally,
): Promise<void> {
  const { party } = partner;
  const good = (n: number) => goodLocation(party, `M${n}`, "EVEN");
  const paths = pathsOf(good(0));
  const sent: Sent[] = mutate(mutation, paths, good).map((each) =>
    Object.assign(each, { id: `M${paths.indexOf(each.path)}` }),
  );
  await send(testBed, partner, way, "locations", sent, tally);
  const shown = await testBed.shown(partner);
  const noted = await testBed.noted(partner);
  for (const each of sent) {
    const { id, path, kind, value } = each;
    const what = `${way} ${path} ${kind}`;
    const { status, data } = await testBed.stored(partner, `/locations/IN/${party.party_id}/${id}`);
    const kept = status === 200 ? (data as Json) : undefined;
    const isOther = path === "id" && shown.has(String(value));
    if (!isOther && !isKept(kept, each) && !speaksOf(noted, "locations", path))
      tally.add("silent", what);
    const hidden = hiddenOf(shown.get(id), each, way);
    if (hidden) tally.add("hiddenForOptional", `${what}: ${hidden}`);
  }
}

/** What is missing from a location although no field it needs was bad; null: nothing. */
function hiddenOf(
  station: Location | undefined,
  { id, path, kind }: Sent,
  way: Way,
): string | null {
  if (LOCATION_NEEDS.test(path)) return null;
  // A party in the body other than the sender belongs to somebody else; without one, the address of a push names the
  // party.
  if (PARTY.test(path) && (way === "PULL" || !NOTHING_SAID.has(kind))) return null;
  if (!station) return "the station";
  if (path === "evses") return null;
  const [first, second] = ["1", "2"].map((n) =>
    station.evses.find(({ uid }) => uid === `${id}-${n}`),
  );
  if (!second) return "the other EVSE";
  if (/^evses\.0(\.uid|\.connectors)?$/.test(path)) return null;
  if (!first) return "the EVSE";
  const within = path.replace(/^evses\.0\.connectors\.0\.?/, "");
  const mayGo = within !== path && (within === "" || CONNECTOR_NEEDS.test(within));
  const ids = first.connectors.map((connector) => connector.id);
  if (!ids.includes("2")) return "the other connector";
  return mayGo || ids.includes("1") ? null : "the connector";
}

/** Whether the stored object equals the one sent; EVSEs and connectors are matched by id. */
function isKept(kept: Json | undefined, { id, path, value }: Sent): boolean {
  if (kept === undefined) return false;
  const evses = (kept["evses"] ?? []) as Json[];
  if (path === "evses.0.uid") return evses.some(({ uid }) => uid === String(value));
  const evse = evses.find(({ uid }) => uid === `${id}-1`);
  const connectors = (evse?.["connectors"] ?? []) as Json[];
  if (path === "evses.0.connectors.0.id")
    return connectors.some((each) => each["id"] === String(value));
  const connector = connectors.find((each) => each["id"] === "1");
  const [, inConnector] = /^evses\.0\.connectors\.0\.(.+)$/.exec(path) ?? [];
  const [, inEvse] = /^evses\.0\.(.+)$/.exec(path) ?? [];
  if (inConnector) return isKeptAt(inConnector, value, connector);
  if (/^evses\.0(\.connectors\.0)?$/.test(path) && (value === ABSENT || value === null))
    return true;
  if (path === "evses.0.connectors.0") return saysTheSame(value, connector);
  if (inEvse) return isKeptAt(inEvse, value, evse);
  return path === "evses.0" ? saysTheSame(value, evse) : isKeptAt(path, value, kept);
}

/** New EVSEs and connectors of a good location, pushed alone. */
export async function tryParts(
  testBed: TestBed,
  partner: Partner,
  mutation: Mutation,
  tally: Tally,
): Promise<void> {
  const { party } = partner;
  const base = `/locations/IN/${party.party_id}`;
  const evsePaths = pathsOf(goodEvse("E", "EVEN")).filter(
    (path) => !path.startsWith("connectors."),
  );
  const evses = mutate(mutation, evsePaths, (n) => goodEvse(`E${n}`, "EVEN")).map((each) =>
    Object.assign(each, { uid: `E${evsePaths.indexOf(each.path)}` }),
  );
  await partner.call("PUT", `${base}/EV`, goodLocation(party, "EV", "EVEN"));
  for (const { uid, path, kind, body } of evses)
    tally.answered(`EVSE ${path} ${kind}`, await partner.call("PUT", `${base}/EV/${uid}`, body));

  const connectorPaths = pathsOf(goodConnector("EVEN"));
  const connectors = mutate(mutation, connectorPaths, () => goodConnector("EVEN")).map((each) =>
    Object.assign(each, { uid: `C${connectorPaths.indexOf(each.path)}` }),
  );
  const hosts = connectors.map(({ uid }) => {
    const [, second] = goodEvse(uid, "EVEN")["connectors"] as Json[];
    return { ...goodEvse(uid, "EVEN"), connectors: [second] };
  });
  await partner.call("PUT", `${base}/CO`, { ...goodLocation(party, "CO", "EVEN"), evses: hosts });
  for (const { uid, path, kind, body } of connectors)
    tally.answered(
      `connector ${path} ${kind}`,
      await partner.call("PUT", `${base}/CO/${uid}/1`, body),
    );

  const shown = await testBed.shown(partner);
  const noted = await testBed.noted(partner);
  for (const { uid, path, kind, value } of evses) {
    const isShown = shown.get("EV")?.evses.some((evse) => evse.uid === uid);
    if (!isShown && !/^(uid|connectors)$/.test(path))
      tally.add("hiddenForOptional", `EVSE ${path} ${kind}`);
    const { status, data } = await testBed.stored(partner, `${base}/EV/${uid}`);
    const kept = status === 200 && isKeptAt(path, value, data);
    if (!kept && !speaksOf(noted, "locations", path)) tally.add("silent", `EVSE ${path} ${kind}`);
  }
  for (const { uid, path, kind, value } of connectors) {
    const evse = shown.get("CO")?.evses.find((each) => each.uid === uid);
    const isShown = evse?.connectors.some(({ id }) => id === "1");
    if (!isShown && !CONNECTOR_NEEDS.test(path))
      tally.add("hiddenForOptional", `connector ${path} ${kind}`);
    const { status, data } = await testBed.stored(partner, `${base}/CO/${uid}/1`);
    const kept = status === 200 && isKeptAt(path, value, data);
    if (!kept && !speaksOf(noted, "locations", path))
      tally.add("silent", `connector ${path} ${kind}`);
  }
}

/** Tariffs, each for a station of its own. */
export async function tryTariffs(
  testBed: TestBed,
  partner: Partner,
  way: Way,
  mutation: Mutation,
  tally: Tally,
): Promise<void> {
  const { party } = partner;
  const good = (n: number) => goodTariff(party, `T${n}`);
  const paths = pathsOf(good(0));
  const sent: Sent[] = mutate(mutation, paths, good).map((each) =>
    Object.assign(each, { id: `T${paths.indexOf(each.path)}` }),
  );
  for (const { id } of sent) {
    const place = goodLocation(party, `L${id}`, id);
    partner.shelf.locations.push(place);
    await partner.call("PUT", `/locations/IN/${party.party_id}/L${id}`, place);
  }
  await send(testBed, partner, way, "tariffs", sent, tally);
  const shown = await testBed.shown(partner);
  const noted = await testBed.noted(partner);
  for (const { id, path, kind, value } of sent) {
    const what = `${way} tariff ${path} ${kind}`;
    const { status, data } = await testBed.stored(partner, `/tariffs/IN/${party.party_id}/${id}`);
    const kept = status === 200 && isKeptAt(path, value, data);
    if (!kept && !speaksOf(noted, "tariffs", path)) tally.add("silent", what);
    const plug = shown.get(`L${id}`)?.evses[0]?.connectors[0];
    if (!plug) tally.add("hiddenForOptional", `${what}: the station`);
    else if (!plug.tariff && PRICELESS.test(path) && !WHOSE.test(path))
      tally.add("hiddenForOptional", `${what}: the price`);
    else if (plug.tariff && !kept && !PRICELESS.test(path)) tally.add("wrongPrice", what);
  }
}

async function send(
  testBed: TestBed,
  partner: Partner,
  way: Way,
  module: "locations" | "tariffs",
  sent: readonly Sent[],
  tally: Tally,
): Promise<void> {
  if (way === "PULL") {
    partner.shelf[module].push(...sent.map(({ body }) => body));
    for (const _ of sent) tally.add("tried");
    const failed = await testBed.pull(partner);
    if (failed) tally.add("fiveHundreds", `${module}: ${failed}`);
    return;
  }
  for (const { id, path, kind, body } of sent) {
    const address = `/${module}/IN/${partner.party.party_id}/${id}`;
    tally.answered(`${module} ${path} ${kind}`, await partner.call("PUT", address, body));
  }
}

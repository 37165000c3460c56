import { partners, stations, type RouteCall } from "@voltmarg/contract";
import type { Credentials } from "@voltmarg/ocpi";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openOcpiPeer, type OcpiPeer } from "@voltmarg/testkit/ocpi-peer";
import { locationOf, tariffOf } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
const peers: OcpiPeer[] = [];
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const { id, state } of await all())
    if (state !== "REMOVED")
      await world.call(partners.removePartner, { ...backoffice, params: { id } });
  for (const peer of peers.splice(0)) await peer.close();
});

const backoffice = { token: PROVIDER_TOKEN };
const all = async () =>
  (await world.call(partners.listPartnerRecords, backoffice)).body.data.partners;
const show = async (id: string) =>
  (await world.call(partners.getPartnerRecord, { ...backoffice, params: { id } })).body.data;
const role = (
  party_id: string,
  name = `Operator ${party_id}`,
  kind = "CPO",
): Credentials["roles"][number] => ({
  role: kind,
  country_code: "IN",
  party_id,
  business_details: { name },
});
async function peerOf(...roles: Credentials["roles"]): Promise<OcpiPeer> {
  const [{ party_id }] = roles as [(typeof roles)[number]];
  const peer = await openOcpiPeer({ roles, tokenA: `token-a-${party_id}-${peers.length}` });
  peer.shelf.locations = [locationOf(`${party_id}-1`, { party_id })];
  peer.shelf.tariffs = [tariffOf("T1", { party_id })];
  peers.push(peer);
  return peer;
}
async function add(peer: OcpiPeer, name: string, more: object = {}) {
  const body = { name, versions_url: peer.versionsUrl, token: peer.tokens[0]!, ...more };
  return (await world.call(partners.addPartner, { ...backoffice, body })).body.data.partner;
}
/** From now on the partner claims these roles. */
async function rename(peer: OcpiPeer, ...roles: Credentials["roles"]) {
  peer.roles = roles;
  const answer = await peer.introduce("put", `${world.url}/ocpi/versions`, peer.ours!.token);
  expect(answer).toMatchObject({ roles: [{ role: "EMSP" }] });
}
const accept = (id: string, body: RouteCall<typeof partners.acceptPartner>["body"]) =>
  world.call(partners.acceptPartner, { ...backoffice, params: { id }, body });
/** The HTTP status of a location pushed for a party. */
async function push(peer: OcpiPeer, party_id: string, id: string): Promise<number> {
  const { token, endpoints } = peer.ours!;
  const { url } = endpoints.find(({ identifier }) => identifier === "locations")!;
  const response = await fetch(`${url}/IN/${party_id}/${id}`, {
    method: "PUT",
    headers: {
      authorization: `Token ${Buffer.from(token).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(locationOf(id, { party_id, name: `Place ${id}` })),
  });
  return response.status;
}
const partiesOf = async (id: string) => (await show(id)).parties.map(({ party_id }) => party_id);
const found = async () => {
  const { token } = await world.signUp();
  const query = { latitude: 18.52, longitude: 73.85, distance: 100 };
  const { body } = await world.call(stations.searchLocations, { token, query });
  return body.content.map(({ name, operator }) => `${name} of ${operator.name}`).toSorted();
};

test("a party claimed by PUT credentials waits for the back office, whether another partner has it or not", async () => {
  const [victim, claimant] = [await peerOf(role("VIC")), await peerOf(role("CLA"))];
  const { id: victimId } = await add(victim, "Victim");
  const { id } = await add(claimant, "Claimant");
  await rename(claimant, role("CLA"), role("VIC"), role("NEW"));
  expect(await partiesOf(id)).toEqual(["CLA"]);
  expect((await show(id)).waiting).toMatchObject({
    name: null,
    parties: [{ party_id: "VIC" }, { party_id: "NEW" }],
  });
  for (const party of ["VIC", "NEW"]) expect(await push(claimant, party, `${party}-9`)).toBe(404);
  expect(await push(claimant, "CLA", "CLA-9")).toBe(201);
  // Also when it claims no other party.
  await rename(claimant, role("VIC"));
  expect(await push(claimant, "VIC", "VIC-9")).toBe(404);
  expect(await push(victim, "VIC", "VIC-9")).toBe(201);
  expect(await partiesOf(victimId)).toEqual(["VIC"]);

  await rename(claimant, role("CLA"), role("VIC"), role("NEW"));
  const IN = (party_id: string) => [{ country_code: "IN", party_id }];
  for (const party of ["VIC", "NIL"]) {
    const refused = await world.refused(partners.acceptPartner, {
      ...backoffice,
      params: { id },
      body: { parties: IN(party) },
    });
    expect(refused.body).toMatchObject({ code: "CONFLICT" });
  }
  await accept(id, { parties: IN("new") });
  expect(await partiesOf(id)).toEqual(["CLA", "NEW"]);
  expect((await show(id)).waiting).toMatchObject({ parties: [{ party_id: "VIC" }] });
  expect(await push(claimant, "NEW", "NEW-9")).toBe(201);
});

test("a name similar to a known one waits for the back office, and so does every later change of name", async () => {
  const [first, second] = [
    await peerOf(role("NAM", "Girivolt")),
    await peerOf(role("NMB", "GIRI-V0LT Pvt. Ltd.")),
  ];
  await add(first, "Girivolt");
  const { id, name } = await add(second, "Hill Chargers");
  expect(name).toBe("Hill Chargers");
  expect((await show(id)).waiting).toEqual({ parties: [], name: "GIRI-V0LT Pvt. Ltd." });
  // A name that nobody has is accepted only at the first registration.
  const third = await peerOf(role("NMC", "Valley Chargers"));
  const valley = await add(third, "To be named");
  expect(valley).toMatchObject({ name: "Valley Chargers", waiting: null });
  await rename(third, role("NMC", "Girivolt"));
  expect(await show(valley.id)).toMatchObject({
    name: "Valley Chargers",
    waiting: { parties: [], name: "Girivolt" },
  });
  await rename(third, role("NMC", "Plain Chargers"));
  expect(await show(valley.id)).toMatchObject({
    name: "Valley Chargers",
    waiting: { parties: [], name: "Plain Chargers" },
  });
  await accept(valley.id, { name: true });
  expect(await show(valley.id)).toMatchObject({ name: "Plain Chargers", waiting: null });
});

test("the party and the name of a removed partner are free: a new one gets them, and the locations", async () => {
  const before = await peerOf(role("GON", "Gone Away"));
  const [firstToken] = before.tokens as [string];
  const gone = await add(before, "Gone Away");
  expect(await found()).toEqual(["Place GON-1 of Gone Away"]);
  await world.call(partners.removePartner, { ...backoffice, params: { id: gone.id } });

  const heir = await peerOf(role("GON", "Gone Away"));
  const invited = await world.call(partners.addPartner, { ...backoffice, body: { name: "Heir" } });
  const { partner, introduction } = invited.body.data;
  await heir.introduce("post", introduction!.versions_url, introduction!.token);
  await world.drain();
  expect(await found()).toEqual(["Place GON-1 of Gone Away"]);
  expect(await push(heir, "GON", "GON-1")).toBe(200);
  const its = { name: "Gone Away", waiting: null, parties: [{ party_id: "GON" }] };
  expect(await show(partner.id)).toMatchObject({ ...its, state: "REGISTERED" });
  expect((await show(gone.id)).parties).toEqual([]);
  const [place] = await rows(
    world.database.db,
    sql<{ operator_id: string }>`select operator_id from location where ocpi_id = 'GON-1'`,
  );
  expect(place).toEqual({ operator_id: partner.id });

  // It stays with the new partner, also after that registers again.
  await rename(heir, role("GON", "Gone Away"));
  expect(await show(partner.id)).toMatchObject(its);
  // The removed partner comes back; its party belongs to another partner.
  before.tokens.push(firstToken);
  const back = await world.call(partners.addPartner, {
    ...backoffice,
    body: { name: "Gone Away", versions_url: before.versionsUrl, token: firstToken },
  });
  expect(back.body.data.partner).toMatchObject({ id: gone.id, parties: [] });
  expect(await push(before, "GON", "GON-1")).toBe(404);
  expect(await push(heir, "GON", "GON-1")).toBe(200);
});

test("the party of a removed partner among a hub's clients is the hub's, with its locations", async () => {
  const before = await peerOf(role("OLD", "Was here"));
  const { id: oldId } = await add(before, "Was here");
  await world.call(partners.removePartner, { ...backoffice, params: { id: oldId } });
  const hub = await peerOf(role("HUY", "Another hub", "HUB"));
  const { id } = await add(hub, "Another hub", { partner_type: "HUB" });
  const tell = async () => {
    const { token, endpoints } = hub.ours!;
    const { url } = endpoints.find(({ identifier }) => identifier === "hubclientinfo")!;
    const response = await fetch(`${url}/IN/OLD`, {
      method: "PUT",
      headers: { authorization: `Token ${Buffer.from(token).toString("base64")}` },
      body: JSON.stringify({
        country_code: "IN",
        party_id: "OLD",
        role: "CPO",
        status: "CONNECTED",
        last_updated: world.clock.now().toISOString(),
      }),
    });
    return ((await response.json()) as { status_code: number }).status_code;
  };
  expect([await tell(), await tell()]).toEqual([1000, 1000]);
  expect(await push(hub, "OLD", "OLD-1")).toBe(201);
  expect(await found()).toEqual(["Place HUY-1 of Another hub", "Place OLD-1 of Another hub"]);
  expect(await show(id)).toMatchObject({
    waiting: null,
    parties: [{ party_id: "HUY" }, { party_id: "OLD", status: "CONNECTED" }],
  });
});

test("what a partner claimed is void once it is removed", async () => {
  const peer = await peerOf(role("VOI"));
  const { id } = await add(peer, "Void");
  await rename(peer, role("VOI"), role("FUR", "Further"));
  expect((await show(id)).waiting).not.toBeNull();
  await world.call(partners.removePartner, { ...backoffice, params: { id } });
  expect(await show(id)).toMatchObject({ waiting: null, parties: [] });
});

test("a removed partner is listed only where it is asked for", async () => {
  const peer = await peerOf(role("LIS"));
  const { id } = await add(peer, "Listed");
  const idsOf = async (query: { removed?: "yes" | "no" }) => {
    const { body } = await world.call(partners.listPartnerRecords, { ...backoffice, query });
    return body.data.partners.map((each) => each.id);
  };
  expect(await idsOf({})).toEqual([id]);
  await world.call(partners.removePartner, { ...backoffice, params: { id } });
  expect([await idsOf({}), await idsOf({ removed: "no" })]).toEqual([[], []]);
  expect(await idsOf({ removed: "yes" })).toContain(id);
});

test("an operator moves away from its hub, with its locations, when the back office decides so", async () => {
  const hub = await peerOf(role("HUX", "A hub", "HUB"), role("LEA", "Leaving"));
  const { id: hubId } = await add(hub, "A hub", { partner_type: "HUB" });
  expect(await push(hub, "LEA", "LEA-1")).toBe(201);
  const direct = await peerOf(role("LEA", "Leaving"));
  const { id } = await add(direct, "Leaving");
  expect(await partiesOf(id)).toEqual([]);
  expect(await push(hub, "LEA", "LEA-1")).toBe(200);

  await accept(id, { parties: [{ country_code: "IN", party_id: "LEA" }] });
  await world.drain();
  expect(await push(hub, "LEA", "LEA-1")).toBe(404);
  expect(await push(direct, "LEA", "LEA-1")).toBe(200);
  expect(await found()).toEqual(["Place HUX-1 of A hub", "Place LEA-1 of Leaving"]);
  expect(await partiesOf(hubId)).toEqual(["HUX"]);
});

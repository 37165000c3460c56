import { partners, stations, type RouteCall } from "@voltmarg/contract";
import type { Credentials } from "@voltmarg/ocpi";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openOcpiPeer, type OcpiPeer } from "@voltmarg/testkit/ocpi-peer";
import { locationOf, tariffOf } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let driver: Driver;
const peers: OcpiPeer[] = [];

beforeAll(async () => {
  world = await startHarness({ locations: 20, operators: false });
  driver = await world.signUp();
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const role = (kind: string, party_id: string): Credentials["roles"][number] => ({
  role: kind,
  country_code: "IN",
  party_id,
  business_details: { name: `Operator ${party_id}` },
});
async function peerOf(
  party: string,
  more: { tokenA?: string; strict?: boolean; hub?: string[] } = {},
) {
  const peer = await openOcpiPeer({
    ...more,
    roles: more.hub
      ? [role("HUB", party), ...more.hub.map((each) => role("CPO", each))]
      : [role("CPO", party)],
  });
  peer.shelf.locations = [locationOf(`${party}-1`, { party_id: more.hub?.[0] ?? party })];
  peer.shelf.tariffs = [tariffOf("T1", { party_id: more.hub?.[0] ?? party })];
  peers.push(peer);
  return peer;
}
const backoffice = { token: PROVIDER_TOKEN };
const add = async (body: RouteCall<typeof partners.addPartner>["body"]) =>
  (await world.call(partners.addPartner, { ...backoffice, body })).body.data;
const show = async (id: string) =>
  (await world.call(partners.getPartnerRecord, { ...backoffice, params: { id } })).body.data;
const remove = async (id: string) =>
  (await world.call(partners.removePartner, { ...backoffice, params: { id } })).body.data;
const found = async () =>
  (
    await world.call(stations.searchLocations, {
      token: driver.token,
      query: { latitude: 18.52, longitude: 73.85, distance: 100 },
    })
  ).body.content.map(({ name }) => name);
const push = (peer: OcpiPeer, party: string, id: string, token?: string) =>
  peer.client(token).putLocation(locationOf(id, { party_id: party }));

test("[L-10] with its URL and token a partner is registered, pulled, and shown to drivers", async () => {
  const [operator] = world.cpo.operators;
  const { partner, introduction } = await add({
    name: "The simulated one",
    versions_url: operator!.versionsUrl,
    token: operator!.tokenA,
  });
  expect(introduction).toBeNull();
  expect(partner).toMatchObject({
    state: "REGISTERED",
    name: operator!.name,
    parties: [{ role: "CPO", party_id: operator!.party_id }],
    health: { breaker: "CLOSED", error_rate: 0, last_failure: null },
  });
  expect(partner.pulled_at).not.toBeNull();
  const { body } = await world.call(partners.searchPartners, { token: driver.token });
  expect(body).toMatchObject({ page_size: 100, total_elements: 1 });
  const one = await world.call(partners.getPartner, {
    token: driver.token,
    params: { id: partner.id },
  });
  expect(one.body.data).toEqual(body.content[0]);
  expect(one.body.data).toMatchObject({ name: operator!.name, partner_type: "CPO" });
  // Adding it again returns the same partner and sends nothing.
  const again = await add({
    name: "The simulated one",
    versions_url: operator!.versionsUrl,
    token: operator!.tokenA,
  });
  expect(again.partner.id).toBe(partner.id);
});

test("an invited partner registers with our token, which then is invalid", async () => {
  const peer = await peerOf("INV");
  const { partner, introduction } = await add({ name: "Invited" });
  expect(partner.state).toBe("INVITED");
  const answer = await peer.introduce("post", introduction!.versions_url, introduction!.token);
  expect(answer).toMatchObject({ roles: [{ role: "EMSP", party_id: "VMG" }] });
  expect((await push(peer, "INV", "INV-9")).ok).toBe(true);
  expect(await show(partner.id)).toMatchObject({
    state: "REGISTERED",
    versions_url: peer.versionsUrl,
    name: "Operator INV",
  });
  const late = await peer.introduce("post", introduction!.versions_url, introduction!.token);
  expect(late).toBe("unknown credentials token");
  const twice = await peer.client().postCredentials({
    token: "another-token",
    url: peer.versionsUrl,
    roles: peer.roles,
  });
  expect(twice).toMatchObject({ ok: false, status: 405 });
  await world.drain();
  expect(await found()).toContain("Place INV-1");
  await remove(partner.id);
});

test("our tokens are stored as hashes, the partner's encrypted", async () => {
  const peer = await peerOf("SEA", { tokenA: "token-a-of-sea" });
  const { partner } = await add({
    name: "Sealed",
    versions_url: peer.versionsUrl,
    token: "token-a-of-sea",
  });
  const [row] = await rows(
    world.database.db,
    sql<Record<string, unknown>>`select * from operator where id = ${partner.id}`,
  );
  const stored = JSON.stringify(row);
  for (const secret of [peer.ours!.token, peer.tokens.at(-1)!, "token-a-of-sea"])
    expect(stored).not.toContain(secret);
  expect(row!["their_token"]).toMatch(/^sealed:1:/);
  expect(
    (
      await world.call(partners.syncPartner, {
        ...backoffice,
        params: { id: partner.id },
        body: {},
      })
    ).body.data,
  ).toMatchObject({ closed: 0 });
  await remove(partner.id);
});

/** Both sides can call each other with their tokens. */
async function expectInStep(peer: OcpiPeer, party: string, id: string) {
  expect((await push(peer, party, `${party}-2`)).ok).toBe(true);
  const synced = await world.call(partners.syncPartner, {
    ...backoffice,
    params: { id },
    body: { whole: false },
  });
  expect(synced.status).toBe(200);
}

test("a registration that broke off at any step is finished by repeating it", async () => {
  // Versions, details, credentials; the partner calls us back in between.
  for (const when of ["before", "after"] as const) {
    for (const at of [1, 2, 3]) {
      const party = `${when === "before" ? "B" : "A"}C${at}`;
      const peer = await peerOf(party, { tokenA: `token-a-${party}` });
      // GETs are retried automatically: all first tries are cut.
      const body = { name: party, versions_url: peer.versionsUrl, token: `token-a-${party}` };
      peer.cut = { at, when };
      await world.service.http.inject({
        method: "POST",
        url: "/provider/v1/partners",
        headers: { authorization: `Bearer ${PROVIDER_TOKEN}` },
        payload: body,
      });
      peer.cut = null;
      const { partner } = await add(body);
      expect(partner.state).toBe("REGISTERED");
      await expectInStep(peer, party, partner.id);
      await remove(partner.id);
    }
  }
});

test("a registration that broke off is continued automatically", async () => {
  const peer = await peerOf("RES", { tokenA: "token-a-res" });
  const body = { name: "Resumed", versions_url: peer.versionsUrl, token: "token-a-res" };
  peer.cut = { at: 3, when: "after" };
  const refused = await world.refused(partners.addPartner, { ...backoffice, body });
  expect(refused.body).toMatchObject({ code: "OPERATOR_UNREACHABLE" });
  expect(await show("Resumed")).toMatchObject({ state: "INTRODUCING" });
  peer.cut = null;
  await world.service.askDueSyncs();
  await world.drain();
  const partner = await show("RES");
  expect(partner).toMatchObject({ state: "REGISTERED" });
  await expectInStep(peer, "RES", partner.id);
  await remove(partner.id);
});

test("after a lost answer of ours the partner can register again", async () => {
  const peer = await peerOf("LST");
  const { partner, introduction } = await add({ name: "Lost answer" });
  const { token, versions_url } = introduction!;
  const first = await peer.introduce("post", versions_url, token);
  expect(first).toMatchObject({ token: expect.any(String) });
  // It never got that answer, so it still has its first token.
  const second = (await peer.introduce("post", versions_url, token)) as Credentials;
  expect(second.token).not.toBe((first as Credentials).token);
  expect((await push(peer, "LST", "LST-2")).ok).toBe(true);
  expect((await push(peer, "LST", "LST-2", (first as Credentials).token)).ok).toBe(false);
  await expectInStep(peer, "LST", partner.id);
  await remove(partner.id);
});

test("rotation by us renews both tokens; the old ones are invalid", async () => {
  const peer = await peerOf("ROT", { tokenA: "token-a-rot" });
  const { partner } = await add({
    name: "Rotated",
    versions_url: peer.versionsUrl,
    token: "token-a-rot",
  });
  const before = peer.ours!.token;
  await world.call(partners.rotatePartner, { ...backoffice, params: { id: partner.id } });
  expect(peer.ours!.token).not.toBe(before);
  await expectInStep(peer, "ROT", partner.id);
  expect(await push(peer, "ROT", "ROT-2", before)).toMatchObject({ ok: false, status: 401 });
  await remove(partner.id);
});

test("after a rotation without an answer both of our tokens are valid, and the next synchronisation finishes it", async () => {
  for (const when of ["before", "after"] as const) {
    const party = when === "before" ? "RQB" : "RQA";
    const peer = await peerOf(party, { tokenA: `token-a-${party}` });
    const { partner } = await add({
      name: party,
      versions_url: peer.versionsUrl,
      token: `token-a-${party}`,
    });
    const before = peer.ours!.token;
    peer.cut = { at: peer.requests.length + 3, when };
    await world.refused(partners.rotatePartner, { ...backoffice, params: { id: partner.id } });
    expect((await show(partner.id)).rotating_since).not.toBeNull();
    peer.cut = null;
    // The partner can call us with either token.
    expect((await push(peer, party, `${party}-2`)).ok).toBe(true);
    await expectInStep(peer, party, partner.id);
    expect((await show(partner.id)).rotating_since).toBeNull();
    expect((await push(peer, party, `${party}-2`)).ok).toBe(true);
    expect(await push(peer, party, `${party}-2`, before)).toMatchObject({ status: 401 });
    await remove(partner.id);
  }
});

test("rotation by the partner: its old token is valid until the new one is used", async () => {
  const peer = await peerOf("PUT", { tokenA: "token-a-put" });
  const { partner } = await add({
    name: "Renewing",
    versions_url: peer.versionsUrl,
    token: "token-a-put",
  });
  const before = peer.ours!.token;
  const versionsUrl = `${world.url}/ocpi/versions`;
  await peer.introduce("put", versionsUrl, before);
  const lost = peer.ours!.token;
  expect((await push(peer, "PUT", "PUT-2", before)).ok).toBe(true);
  await peer.introduce("put", versionsUrl, before);
  expect((await push(peer, "PUT", "PUT-2")).ok).toBe(true);
  for (const dead of [before, lost])
    expect(await push(peer, "PUT", "PUT-2", dead)).toMatchObject({ status: 401 });
  await expectInStep(peer, "PUT", partner.id);
  await remove(partner.id);
});

test("a partner that unregisters or is removed has no access and is not shown; it may come back", async () => {
  const peer = await peerOf("BYE", { tokenA: "token-a-bye" });
  const body = { name: "Leaving", versions_url: peer.versionsUrl, token: "token-a-bye" };
  const { partner } = await add(body);
  expect(await found()).toContain("Place BYE-1");
  const token = peer.ours!.token;
  const removed = await remove(partner.id);
  expect(removed).toMatchObject({ told: true, partner: { state: "REMOVED" } });
  expect(peer.ours).toBeNull();
  expect(await found()).not.toContain("Place BYE-1");
  const stranger = await fetch(`${world.url}/ocpi/versions`, {
    headers: { authorization: `Token ${token}` },
  });
  expect(stranger.status).toBe(401);

  peer.tokens.push("token-a-bye");
  const back = await add(body);
  expect([back.partner.id, back.partner.state]).toEqual([partner.id, "REGISTERED"]);
  expect(await found()).toContain("Place BYE-1");
  expect((await peer.client().deleteCredentials()).ok).toBe(true);
  expect(await show(partner.id)).toMatchObject({ state: "LEFT" });
  expect(await peer.client().getVersions(`${world.url}/ocpi/versions`)).toMatchObject({
    status: 401,
  });
  await remove(partner.id);
});

test("no partner gets another's party, URL or host", async () => {
  const first = await peerOf("OWN", { tokenA: "token-a-own" });
  const { partner } = await add({
    name: "Owner",
    versions_url: first.versionsUrl,
    token: "token-a-own",
  });
  const thief = await peerOf("OWN", { tokenA: "token-a-thief" });
  const stealing = await add({
    name: "Thief",
    versions_url: thief.versionsUrl,
    token: "token-a-thief",
  });
  expect(stealing.partner).toMatchObject({ name: "Thief", parties: [] });
  expect(await push(thief, "OWN", "OWN-1")).toMatchObject({ status: 404 });
  const ours = await peerOf("VMG", { tokenA: "token-a-vmg" });
  const asUs = await world.refused(partners.addPartner, {
    ...backoffice,
    body: { name: "As us", versions_url: ours.versionsUrl, token: "token-a-vmg" },
  });
  expect(asUs.body.code).toBe("CONFLICT");
  const moved = await first.client().putCredentials({
    token: "new-token",
    url: thief.versionsUrl,
    roles: first.roles,
  });
  expect(moved).toMatchObject({ ok: false, status_code: 3001 });
  expect(thief.requests.filter(({ headers }) => headers.authorization?.includes("new"))).toEqual(
    [],
  );
  const more = await first.client().putCredentials({
    token: first.tokens.at(-1)!,
    url: first.versionsUrl,
    roles: [...first.roles, role("CPO", world.cpo.operators[0]!.party_id)],
  });
  expect(more.ok).toBe(true);
  const claimed = await show(partner.id);
  expect(claimed.parties.map(({ party_id }) => party_id)).toEqual(["OWN"]);
  await remove(stealing.partner.id);
  await remove(partner.id);
});

test("a hub writes only for its parties, and reports which of them it can reach", async () => {
  const hub = await peerOf("HUB", { tokenA: "token-a-hub", hub: ["HA1"] });
  const { partner } = await add({
    name: "A hub",
    partner_type: "HUB",
    versions_url: hub.versionsUrl,
    token: "token-a-hub",
  });
  expect(partner.parties.map(({ party_id }) => party_id)).toEqual(["HA1", "HUB"]);
  expect(await found()).toContain("Place HUB-1");
  const url = hub.ours!.endpoints.find(({ identifier }) => identifier === "hubclientinfo")!.url;
  const call = async (method: string, path: string, body?: object, token = hub.ours!.token) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Token ${Buffer.from(token).toString("base64")}`,
        "content-type": "application/json",
        "ocpi-from-country-code": "IN",
        "ocpi-from-party-id": "HUB",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { status_code: code, data } = (await response.json()) as {
      status_code: number;
      data?: object;
    };
    return {
      status: response.status,
      code,
      data,
      routed: response.headers.get("ocpi-to-party-id"),
    };
  };
  const client = {
    country_code: "IN",
    party_id: "HB2",
    role: "CPO",
    status: "CONNECTED",
    last_updated: "2026-11-20T06:30:00Z",
  };
  const [before] = [await call("GET", "/IN/HB2")];
  expect(before.status).toBe(404);
  expect((await call("PUT", "/IN/HB2", client)).code).toBe(1000);
  expect(await call("GET", "/in/hb2")).toMatchObject({ data: client, routed: null });
  // Now the hub may write for it; the routing headers address the party.
  const locations = hub.ours!.endpoints.find(({ identifier }) => identifier === "locations")!.url;
  const written = await fetch(`${locations}/IN/HB2/X`, {
    method: "PUT",
    headers: {
      authorization: `Token ${Buffer.from(hub.ours!.token).toString("base64")}`,
      "ocpi-from-country-code": "IN",
      "ocpi-from-party-id": "HB2",
      "ocpi-to-country-code": "IN",
      "ocpi-to-party-id": "VMG",
    },
    body: JSON.stringify(locationOf("X", { party_id: "HB2" })),
  });
  expect([written.status, written.headers.get("ocpi-to-party-id")]).toEqual([201, "HB2"]);
  const stolen = { ...client, party_id: world.cpo.operators[0]!.party_id };
  expect((await call("PUT", `/IN/${stolen.party_id}`, stolen)).code).toBe(2001);

  const plain = await peerOf("PLN", { tokenA: "token-a-pln" });
  const other = await add({ name: "Plain", versions_url: plain.versionsUrl, token: "token-a-pln" });
  const notHub = await call("PUT", "/IN/HB3", { ...client, party_id: "HB3" }, plain.ours!.token);
  expect(notHub.status).toBe(404);
  await remove(other.partner.id);
  await remove(partner.id);
});

test("invalid requests are refused with a reason", async () => {
  const half = await world.refused(partners.addPartner, {
    ...backoffice,
    body: { name: "Half", versions_url: "https://peer.example" },
  });
  expect(half.body.message).toMatch(/both/);
  const inside = await world.refused(partners.addPartner, {
    ...backoffice,
    body: { name: "Inside", versions_url: "http://169.254.169.254/ocpi/versions", token: "x" },
  });
  expect(inside.body).toMatchObject({ code: "OPERATOR_UNREACHABLE" });
  expect(inside.body.message).toMatch(/not public/);
  for (const path of [partners.rotatePartner, partners.removePartner] as const) {
    const nobody = await world.refused(path, { ...backoffice, params: { id: "nobody" } });
    expect(nobody.body.code).toBe("NOT_FOUND");
  }
});

import { partners, type RouteCall } from "@voltmarg/contract";
import type { Credentials } from "@voltmarg/ocpi";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { openOcpiPeer, type OcpiPeer } from "@voltmarg/testkit/ocpi-peer";

let world: Harness;
let peer: OcpiPeer;
const TOKEN_A = "first-token-of-the-peer";
const backoffice = { token: PROVIDER_TOKEN };

beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());
let number = 0;
beforeEach(async () => {
  number++;
  peer = await openOcpiPeer({ roles: [role(`P${number}`)], tokenA: TOKEN_A });
  return () => peer.close();
});

const role = (
  party_id: string,
  name = `Own name of ${party_id}`,
): Credentials["roles"][number] => ({
  role: "CPO",
  country_code: "IN",
  party_id,
  business_details: { name },
});
type Body = RouteCall<typeof partners.addPartner>["body"];
const address = () => ({ versions_url: peer.versionsUrl, token: TOKEN_A });
const add = async (body: Body) =>
  (await world.call(partners.addPartner, { ...backoffice, body })).body.data;
const refuses = async (body: Body) =>
  (await world.refused(partners.addPartner, { ...backoffice, body })).body;
const show = async (id: string) =>
  (await world.call(partners.getPartnerRecord, { ...backoffice, params: { id } })).body.data;

test("adding a registered partner again with a wrong token changes neither its name nor anything else", async () => {
  const { partner } = await add({ name: "Girivolt", ...address() });
  const calls = peer.requests.length;
  const refused = await refuses({
    name: "Another name",
    versions_url: peer.versionsUrl,
    token: "wrong",
    hosts: ["elsewhere.example"],
    token_encoding: "raw",
  });
  expect(refused.code).toBe("CONFLICT");
  expect(refused.message).toMatch(/registered already.*nothing was changed/);
  expect(await show(partner.id)).toEqual(partner);
  expect(peer.requests).toHaveLength(calls);
});

test("a partner is found by the back office's name and by its own", async () => {
  const { partner } = await add({ name: "Girivolt West", ...address() });
  expect(partner).toMatchObject({ name: `Own name of P${number}`, desk_name: "Girivolt West" });
  for (const name of ["girivolt west", partner.name, partner.parties[0]!.party_id, partner.id])
    expect((await show(name)).id).toBe(partner.id);
});

test("no partner is found by a name that the back office gave to another, whatever name it claims", async () => {
  const { partner } = await add({ name: "Kaveri Power", ...address() });
  const other = await openOcpiPeer({
    roles: [role("FAKE", "kaveri  power")],
    tokenA: "first-token-of-the-other",
  });
  const added = await add({
    name: "The other",
    versions_url: other.versionsUrl,
    token: "first-token-of-the-other",
  });
  expect(added.partner).toMatchObject({ name: "The other", waiting: { name: "kaveri  power" } });
  expect((await show("Kaveri Power")).id).toBe(partner.id);
  // Even if the back office accepts that name.
  const input = { ...backoffice, params: { id: added.partner.id }, body: { name: true } };
  await world.call(partners.acceptPartner, input);
  expect((await show("Kaveri Power")).id).toBe(partner.id);
  await other.close();
});

test("renewing tokens of a partner that is only invited is refused with a reason", async () => {
  await add({ name: "Only invited" });
  const { body } = await world.refused(partners.rotatePartner, {
    ...backoffice,
    params: { id: "Only invited" },
  });
  expect(body.code).toBe("CONFLICT");
  expect(body.message).toMatch(/invited.*has not introduced itself/);
  expect(body.message).not.toMatch(/removed|did not take/);
});

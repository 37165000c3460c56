import { partners, type RouteCall } from "@voltmarg/contract";
import { asProvider } from "@voltmarg/testkit/company";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: Harness;
let operator: Partner;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  operator = await openPartner(world, "TST");
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await operator.close();
});

const add = async (body: RouteCall<typeof partners.addPartner>["body"]) =>
  (await world.call(partners.addPartner, { ...asProvider, body })).body.data;
const at = (id: string) => ({ ...asProvider, params: { id } });

test("[L-10] a driver sees a partner, and no one that is not there", async () => {
  const { token } = driver;
  const shown = await world.call(partners.getPartner, {
    token,
    params: { id: operator.operatorId },
  });
  expect(shown.body.data.id).toBe(operator.operatorId);
  const none = await world.refused(partners.getPartner, { token, params: { id: "opr_none" } });
  expect(none.body.code).toBe("NOT_FOUND");
});

describe("[L-10] an unknown partner", () => {
  const message = "There is no partner of that id, name or party.";
  test.each([
    ["shown", () => world.refused(partners.getPartnerRecord, at("nobody"))],
    ["asked for its messages", () => world.refused(partners.listPartnerMessages, at("nobody"))],
    ["asked for its findings", () => world.refused(partners.listPartnerFindings, at("nobody"))],
    ["given new tokens", () => world.refused(partners.rotatePartner, at("nobody"))],
    ["synchronised", () => world.refused(partners.syncPartner, { ...at("nobody"), body: {} })],
    [
      "accepted",
      () =>
        world.refused(partners.acceptPartner, {
          ...at("nobody"),
          body: { parties: [], name: true },
        }),
    ],
    ["removed", () => world.refused(partners.removePartner, at("nobody"))],
  ])("cannot be %s", async (_what, ask) => {
    expect((await ask()).body).toMatchObject({ code: "NOT_FOUND", message });
  });
});

describe("[L-10] adding a partner", () => {
  test.each([
    { name: "Half", versions_url: "https://peer.example" },
    { name: "Half", token: "token-a" },
  ])("by half of what it takes is refused: %o", async (body) => {
    const { body: said } = await world.refused(partners.addPartner, { ...asProvider, body });
    expect(said).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/both/) });
  });

  test("without its address invites it, with the hosts that it may use; again with a new token", async () => {
    const first = await add({ name: "Invited", hosts: ["peer.example"] });
    expect(first.partner).toMatchObject({
      state: "INVITED",
      hosts: ["peer.example"],
      versions_url: null,
    });
    const again = await add({ name: "Invited" });
    expect(again.partner.id).toBe(first.partner.id);
    expect(again.introduction?.token).not.toBe(first.introduction?.token);
    expect(
      (await world.call(partners.listPartnerRecords, asProvider)).body.data.partners.map(
        ({ name }) => name,
      ),
    ).toContain("Invited");
  });

  test("under the name of a registered one is not done, and the partner is not called", async () => {
    const { name } = (await world.call(partners.getPartnerRecord, at(operator.operatorId))).body
      .data;
    const { body } = await world.refused(partners.addPartner, { ...asProvider, body: { name } });
    expect(body).toMatchObject({
      code: "CONFLICT",
      message: "Not done: a partner of this name is registered.",
    });
  });

  test("that cannot be reached says so, and one that refuses says that it did not take it", async () => {
    const away = { name: "Away", versions_url: "http://127.0.0.1:9/versions", token: "token-a" };
    const { body } = await world.refused(partners.addPartner, { ...asProvider, body: away });
    expect(body.code).toBe("OPERATOR_UNREACHABLE");
    expect(body.message).toMatch(/^The partner did not take it: versions: /);
  });
});

describe("[L-10] a partner that has only been invited", () => {
  test("has no tokens to renew, nothing to pull and nothing that waits", async () => {
    const { partner } = await add({ name: "Waiting" });
    const rotated = await world.refused(partners.rotatePartner, at(partner.id));
    expect(rotated.body).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^Not done: it was invited/),
    });
    const synced = await world.refused(partners.syncPartner, { ...at(partner.id), body: {} });
    expect(synced.body.code).toBe("OPERATOR_UNREACHABLE");
    const accepted = await world.refused(partners.acceptPartner, {
      ...at(partner.id),
      body: { parties: [], name: true },
    });
    expect(accepted.body).toMatchObject({
      code: "CONFLICT",
      message: "Not accepted: nothing of this partner waits.",
    });
    const removed = await world.call(partners.removePartner, at(partner.id));
    expect(removed.body.data).toMatchObject({ told: false, partner: { state: "REMOVED" } });
  });
});

test("[L-10] messages and findings of a partner are listed, or those since an instant", async () => {
  const id = operator.operatorId;
  const broken = { country_code: "IN", party_id: "TST", id: "BROKEN" };
  expect((await operator.call("PUT", "/locations/IN/TST/BROKEN", broken)).code).not.toBe(1000);
  await world.service.flushOcpiLog();
  const [before, after] = [-60_000, 60_000].map((ms) =>
    new Date(world.clock.now().getTime() + ms).toISOString(),
  );
  const messages = async (since?: string) =>
    (
      await world.call(partners.listPartnerMessages, {
        ...at(id),
        query: since ? { since } : {},
      })
    ).body.data.messages.length;
  const findings = async (since?: string) =>
    (
      await world.call(partners.listPartnerFindings, {
        ...at(id),
        query: since ? { since } : {},
      })
    ).body.data.refused;
  for (const count of [messages, findings]) {
    expect(await count()).toBeGreaterThan(0);
    expect(await count(before)).toBe(await count());
    expect(await count(after)).toBe(0);
  }
});

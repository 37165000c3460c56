import { accounts, charging, ratings } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 60 });
});
afterAll(() => world.stop());

type Charge = { driver: Driver; id: string; location: string };

async function begin(at?: string): Promise<Charge> {
  const driver = await world.signUp();
  await world.topUp(driver, 100_000);
  const plug = await world.freePlug(driver, ({ location }) => !at || location.id === at);
  const body = {
    location_id: plug.location.id,
    evse_uid: plug.evse.uid,
    connector_id: plug.connector.id,
    estimation_info: { selectedPower: 5 },
  };
  const { body: started } = await world.call(charging.startSession, {
    body,
    token: driver.token,
  });
  await world.pass(20, 5);
  return { driver, id: started.data.id, location: plug.location.id };
}
async function charged(at?: string): Promise<Charge> {
  const charge = await begin(at);
  const { driver, id } = charge;
  await world.call(charging.stopSession, { body: { session_id: id }, token: driver.token });
  await world.pass(20, 5);
  return charge;
}
const on = ({ driver, id }: Charge) => ({ params: { id }, token: driver.token });
const rate = async (charge: Charge, stars: number, more: object = {}) =>
  (await world.call(ratings.rateSession, { ...on(charge), body: { stars, ...more } })).body.data;
const read = async (charge: Charge) => (await world.call(ratings.getRating, on(charge))).body.data;
const ofLocation = async (charge: Charge) =>
  (
    await world.call(ratings.getLocationRating, {
      params: { id: charge.location },
      token: charge.driver.token,
    })
  ).body.data;

describe("[R-17] [B-5] a finished session", () => {
  test("is rated once, changed for seven days, and counts once for its station", async () => {
    const charge = await charged();
    expect(await read(charge)).toBe(null);
    expect(await ofLocation(charge)).toMatchObject({ average: null, count: 0 });
    const said = { tags: ["CLEAN", "FAST", "CLEAN"], text: "  Good light at night. " };
    const first = await rate(charge, 4, said);
    expect(first).toMatchObject({
      session_id: charge.id,
      location_id: charge.location,
      stars: 4,
      tags: ["CLEAN", "FAST"],
      text: "Good light at night.",
    });
    expect(await read(charge)).toEqual(first);
    world.clock.advance(60_000);
    const second = await rate(charge, 2, { text: "" });
    expect(second).toMatchObject({ stars: 2, tags: [], text: null, created_at: first.created_at });
    expect(second.updated_at > first.updated_at).toBe(true);
    expect(await ofLocation(charge)).toMatchObject({ average: 2, count: 1 });
  });

  test("counts with the ratings of others, to one decimal", async () => {
    const one = await charged();
    await rate(one, 5);
    const before = await ofLocation(one);
    const two = await charged(one.location);
    await rate(two, 4);
    const { average, count } = await ofLocation(one);
    expect(count).toBe(before.count + 1);
    expect(average).toBe(Math.round(((before.average! * before.count + 4) / count) * 10) / 10);
  });

  test("cannot be rated while it runs, by another driver, or above five stars", async () => {
    const running = await begin();
    const early = await world.refused(ratings.rateSession, { ...on(running), body: { stars: 5 } });
    expect([early.status, early.body.code]).toEqual([409, "SESSION_NOT_FINISHED"]);
    const charge = await charged();
    const stranger = { ...charge, driver: running.driver };
    const theirs = await world.refused(ratings.rateSession, {
      ...on(stranger),
      body: { stars: 1 },
    });
    expect([theirs.status, theirs.body.code]).toEqual([404, "SESSION_NOT_FOUND"]);
    expect((await world.refused(ratings.getRating, on(stranger))).status).toBe(404);
    for (const body of [{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { stars: 5, tags: ["?"] }]) {
      const wrong = await world.refused(ratings.rateSession, {
        ...on(charge),
        body: body as { stars: number },
      });
      expect([body, wrong.body.code]).toEqual([body, "INVALID_INPUT"]);
    }
    expect(await read(charge)).toBe(null);
  });

  test("cannot be rated differently after seven days", async () => {
    const charge = await charged();
    const made = await rate(charge, 3);
    world.clock.set(new Date(Date.parse(made.editable_until) + 1000));
    const { body } = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: charge.driver.refresh },
    });
    const later = { ...charge, driver: { ...charge.driver, token: body.access_token } };
    const refused = await world.refused(ratings.rateSession, { ...on(later), body: { stars: 1 } });
    expect([refused.status, refused.body.code]).toEqual([409, "RATING_CLOSED"]);
    expect((await read(later))!.stars).toBe(3);
  });
});

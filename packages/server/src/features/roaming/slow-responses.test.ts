import { charging, partners } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ledgerFaults,
  PROVIDER_TOKEN,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 120 });
});
afterAll(() => world.stop());

/** Milliseconds after which an unfinished answer is aborted, and the tolerance for a slow machine. */
const CUT_MS = 10_000;
const LATE_MS = 5_000;

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

test("[S-1] slow_drip: an endless answer is aborted after ten seconds, delays no other partner, and the session is found by asking", async () => {
  const driver = await world.signUp();
  await world.topUp(driver, 200_000);
  const { location, evse, connector } = await world.freePlug(driver);
  const party_id = evse.uid.slice(0, 3);
  const { body } = await world.call(partners.listPartnerRecords, { token: PROVIDER_TOKEN });
  const other = body.data.partners.find(({ roles }) => roles[0]?.party_id !== party_id)!;
  await world.control("/control/disturb", { name: "slow_drip", party_id, on: true });
  await world.call(charging.startSession, {
    token: driver.token,
    body: {
      location_id: location.id,
      evse_uid: evse.uid,
      connector_id: connector.id,
      estimation_info: { selectedMoney: 500 },
    },
  });
  const step = async () =>
    (
      await world.call(charging.latestSession, {
        params: { userId: driver.id },
        token: driver.token,
      })
    ).body.data!;

  const sent = took(() => world.service.outbox.settle());
  const sync = () =>
    world.call(partners.syncPartner, {
      token: PROVIDER_TOKEN,
      params: { id: other.id },
      body: { whole: false },
    });
  // While the start's answer arrives slowly, the other partner synchronises at normal speed.
  expect(await took(sync)).toBeLessThan(LATE_MS);
  expect((await step()).status).toBe("PENDING");
  const cut = await sent;
  expect(cut).toBeGreaterThanOrEqual(CUT_MS - 100);
  expect(cut).toBeLessThan(CUT_MS + LATE_MS);

  await world.control("/control/disturb", { name: "slow_drip", party_id, on: false });
  await world.pass(40, 10);
  const running = await step();
  expect(running.status).toBe("ACTIVE");
  await world.call(charging.stopSession, {
    token: driver.token,
    body: { session_id: running.id },
  });
  await world.pass(60, 10);
  expect(await step()).toMatchObject({ status: "COMPLETED", hold: { status: "CAPTURED" } });
  expect(await ledgerFaults(world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

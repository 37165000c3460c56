import { charging, partners } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { heldTooLong, openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

test("[L-10] a partner with running sessions is removed only with force, and all their holds end", async () => {
  const running = await own.ask(await own.driver(), "EVEN-2");
  await own.tell(running);
  own.world.clock.advance(600_000);
  await own.tell(running, { kwh: 3 });
  const over = await own.ask(await own.driver(), "EVEN-3");
  await own.tell(over, { kwh: 0 });
  own.world.clock.advance(20_000);
  await own.tell(over, { kwh: 0.1, status: "COMPLETED" });
  const starting = await own.ask(await own.driver(), "EVEN-1");

  const params = { id: own.operator.operatorId };
  const refused = await own.world.refused(partners.removePartner, { ...asProvider, params });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("under way there: 2. Over, without a record yet: 1.");
  expect((await own.show(running)).status).toBe("ACTIVE");

  await own.world.call(partners.removePartner, { ...asProvider, params, query: { force: "yes" } });
  expect(own.stops(running)).toBe(1);
  expect(await own.show(starting)).toMatchObject({
    failure: { code: "UNREACHABLE", not_charged: false },
    hold: { status: "RELEASED" },
  });
  expect(await own.show(running)).toMatchObject({ step: "ENDED", hold: { status: "HELD" } });
  expect((await own.told(running.driver))[0]).toContain("is leaving our network");

  await own.world.pass(25 * 3_600, 3_600);
  for (const charge of [running, over])
    expect((await own.show(charge)).hold?.status).toBe("CAPTURED");
  expect((await own.bills(running.driver))[0]).toMatchObject({
    amount_minor: 7_080,
    provisional: { state: "OPEN" },
  });
  expect(await heldTooLong(own.world)).toBe(0);
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[S-1] no session starts at a removed partner", async () => {
  const refused = await own.world.refused(charging.startSession, {
    body: {
      location_id: own.places.get("EVEN")!,
      evse_uid: "EVEN-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 100 },
    },
    token: (await own.driver()).token,
  });
  expect(refused.body.code).toBe("LOCATION_NOT_FOUND");
});

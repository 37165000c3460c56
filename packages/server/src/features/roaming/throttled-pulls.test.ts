import { charging, partners } from "@voltmarg/contract";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { beforeAll, expect, test } from "vitest";

const BUSY = { status: 429, headers: { "retry-after": "300" }, body: "" };

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

test("[S-1] [S-3] beside pulls that an operator has no time for, starts and stops neither fail nor wait", async () => {
  const { world, operator } = own;
  let refused = 0;
  operator.onAnswer = (path) => {
    if (path.startsWith("/commands/")) return undefined;
    refused++;
    return BUSY;
  };
  for (const place of ["EVEN-1", "EVEN-2", "EVEN-3"]) {
    await world.refused(partners.syncPartner, {
      params: { id: operator.operatorId },
      body: {},
      token: PROVIDER_TOKEN,
    });
    const driver = await own.driver();
    const charge = await own.ask(driver, place);
    expect((await own.show(charge)).step).toBe("ACCEPTED");
    await own.tell(charge);
    world.clock.advance(30_000);
    await own.tell(charge);
    const token = await own.tokenOf(driver);
    await world.call(charging.stopSession, { body: { session_id: charge.id }, token });
    await world.drain();
    // In the service's time none has passed.
    expect(own.stops(charge)).toBe(1);
    await own.tell(charge, { kwh: 0.4, status: "COMPLETED" });
    await own.send(own.record(charge, 0.4, 30));
    await world.drain();
    expect((await own.show(charge)).step).toBe("BILLED");
  }
  expect(refused).toBeGreaterThan(0);
});

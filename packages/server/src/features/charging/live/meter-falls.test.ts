import { partners } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
});
afterAll(() => own.close());

const findings = async () => {
  await own.world.service.flushFindings();
  const { body } = await own.world.call(partners.listPartnerFindings, {
    token: PROVIDER_TOKEN,
    params: { id: own.operator.operatorId },
  });
  return body.data.findings.filter(({ path }) => path === "kwh");
};

test("[B-5] energy that falls is shown, priced and limited at its highest, and is a finding", async () => {
  const charge = await own.ask(await own.driver());
  const told = async (kwh: number) => {
    own.world.clock.advance(300_000);
    await own.tell(charge, { kwh });
    return own.show(charge);
  };
  const before = await told(4.4);
  expect(before).toMatchObject({ kwh: 4.4, cost_minor: 10_384, meter_fell: false });
  // By rounding alone: nothing fell.
  expect(await told(4.395)).toMatchObject({ kwh: 4.4, meter_fell: false });
  expect(await findings()).toEqual([]);
  for (const kwh of [0, 0.8])
    expect(await told(kwh)).toMatchObject({ kwh: 4.4, cost_minor: 10_384, meter_fell: true });
  expect(await findings()).toMatchObject([
    { module: "sessions", outcome: "READ_AS", count: 2, raw: '{"kwh":0,"before":4.4}' },
  ]);
  expect(await told(5)).toMatchObject({ kwh: 5, cost_minor: 11_800, meter_fell: true });
  // The record decides the bill, whatever was told before it.
  await own.send(own.record(charge, 1, 1_500));
  expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 2_360 }]);
});

test("[B-5] a bill from our own figures has the highest, too", async () => {
  const charge = await own.ask(await own.driver());
  own.world.clock.advance(300_000);
  await own.tell(charge, { kwh: 4.4 });
  own.world.clock.advance(300_000);
  await own.tell(charge, { kwh: 0.8, status: "COMPLETED" });
  await own.world.pass(26 * 3_600, 600);
  expect(await own.bills(charge.driver)).toMatchObject([{ amount_minor: 10_384 }]);
});

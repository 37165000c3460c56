import { partners } from "@voltmarg/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { openPartner, type Partner } from "@voltmarg/testkit/partner";
import { shareOf } from "./operator-figures.ts";

let own: OwnOperator;
let idle: Partner;
beforeAll(async () => {
  own = await openOwnOperator();
  idle = await openPartner(own.world, "NIL");
  return async () => {
    await own.close();
    await idle.close();
  };
});

const figures = async (id: string) =>
  (await own.world.call(partners.getPartnerFigures, { token: PROVIDER_TOKEN, params: { id } })).body
    .data;

/** A charge of 3 kWh in ten minutes whose CDR comes so many minutes after its end, and asks so many rupees more. */
async function charged(minutes: number, more = 0) {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  own.world.clock.advance(minutes * 60_000);
  const total_cost = { excl_vat: 60 + more, incl_vat: Math.round((60 + more) * 118) / 100 };
  await own.send(own.record(charge, 3, 600, more ? { total_cost } : {}));
  await own.world.drain();
}

describe("[D-20] an operator's figures", () => {
  test("without a single charge are not known, and not zero", async () => {
    expect(await figures("NIL")).toMatchObject({
      partner: { id: idle.operatorId },
      starts: { decided: 0, worked: 0, worked_percent: null, since: null },
      cdrs: { count: 0, median_minutes: null, late_minutes: null, since: null },
      disagreements: { count: 0, amount_minor: 0 },
    });
  });

  test("count starts that worked, the minutes to the CDR, and what was asked too much", async () => {
    for (const minutes of [2, 4, 30]) await charged(minutes);
    await charged(6, 10);
    own.operator.onCommand = () => ({ result: "REJECTED", timeout: 30 });
    await own.ask(await own.driver());
    delete own.operator.onCommand;
    expect(await figures(own.operator.operatorId)).toMatchObject({
      starts: { decided: 5, worked: 4, worked_percent: 80, since: null },
      cdrs: { count: 4, median_minutes: 4, late_minutes: 30 },
      disagreements: { count: 1, amount_minor: 1_180 },
    });
  });

  test("are of thirty days", async () => {
    own.world.clock.advance(31 * 86_400_000);
    expect(await figures("tst")).toMatchObject({
      starts: { decided: 0, worked_percent: null },
      cdrs: { count: 0 },
      disagreements: { count: 0 },
    });
  });

  test("of nobody are not found", async () => {
    const answer = await own.world.refused(partners.getPartnerFigures, {
      token: PROVIDER_TOKEN,
      params: { id: "nobody" },
    });
    expect(answer.status).toBe(404);
  });
});

test("[D-20] the share of values is one of the values", () => {
  expect(shareOf([], 0.5)).toBeNull();
  expect(shareOf([7], 0.95)).toBe(7);
  const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
  expect([shareOf(hundred, 0.5), shareOf(hundred, 0.95)]).toEqual([50, 95]);
});

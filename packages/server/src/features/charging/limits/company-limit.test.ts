import { charging } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { accountOf, companyDriver, limitCompany, newCompany } from "@voltmarg/testkit/company";
import { START } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

const LIMIT = 100_000;
const KW = 60;

/**
 * Three cars of a company take 60 kW each from the first second, at ₹23.60 a kWh; the operator reports each every so
 * many seconds, in turn, and stops it a second after the request. Returns the sum of their bills.
 */
async function together(everySeconds: number): Promise<number> {
  own.world.clock.set(new Date(START));
  const company = await newCompany(own.world);
  await limitCompany(own.world, company, LIMIT);
  const running: OwnCharge[] = [];
  for (const n of [1, 2, 3]) {
    const charge = await own.ask(await companyDriver(own.world, company), `EVEN-${n}`, {});
    await own.tell(charge);
    running.push(charge);
  }
  const kwhAt = ({ start }: OwnCharge) => {
    const seconds = (own.world.clock.now().getTime() - start) / 1000;
    return Math.round((KW * seconds * 10_000) / 3_600) / 10_000;
  };
  for (let second = 1; running.length > 0; second++) {
    if (second > 2_400) throw new Error("nobody stopped them");
    await own.world.pass(1);
    for (const [n, charge] of running.entries()) {
      if (own.stops(charge) > 0) {
        await own.world.pass(1);
        const seconds = (own.world.clock.now().getTime() - charge.start) / 1000;
        await own.tell(charge, { kwh: kwhAt(charge), status: "COMPLETED" });
        await own.send(own.record(charge, kwhAt(charge), seconds));
        running.splice(n, 1);
        break;
      }
      if ((second + 7 * n) % everySeconds === 0) await own.tell(charge, { kwh: kwhAt(charge) });
    }
  }
  return (await accountOf(own.world, company)).owed_minor;
}

test.each([20, 85, Infinity])(
  "[S-7] several sessions of a company that report every %s s do not exceed its limit together",
  async (everySeconds) => {
    const billed = await together(everySeconds);
    expect(billed).toBeLessThanOrEqual(LIMIT);
    expect(billed).toBeGreaterThan(LIMIT * 0.8);
  },
);

test("[S-7] a session that continues after its stop reduces the allowance of the others", async () => {
  own.world.clock.set(new Date(START));
  const company = await newCompany(own.world);
  await limitCompany(own.world, company, LIMIT);
  const driver = await companyDriver(own.world, company);
  const charge = await own.ask(driver, "EVEN-1", {});
  await own.tell(charge);
  await own.world.call(charging.stopSession, {
    body: { session_id: charge.id },
    token: driver.token,
  });
  own.world.clock.advance(1_800_000);
  await own.tell(charge, { kwh: 30 });
  const { open_minor: open } = await accountOf(own.world, company);
  expect(open).toBe(70_800);
});

import { charging, provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

/** A session of ten minutes that has ended at the operator. */
async function ended(): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 5, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}
const creditOf = (record: object) => {
  const { id, total_cost } = record as {
    id: string;
    total_cost: { excl_vat: number; incl_vat: number };
  };
  const total = { excl_vat: -total_cost.excl_vat, incl_vat: -total_cost.incl_vat };
  return { ...record, id: `${id}-c`, credit: true, credit_reference_id: id, total_cost: total };
};
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);

test("[B-3] a corrected CDR that arrives before the credit CDR is billed once, when that arrives", async () => {
  const charge = await ended();
  const first = own.record(charge, 5, 600);
  const corrected = own.record(charge, 4, 600);
  await own.send(first);
  await own.send(corrected);
  expect(await asideOf(corrected)).toMatchObject({ decision: null });
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000 - 11_800);
  for (let again = 0; again < 2; again++) {
    await own.send(creditOf(first));
    await own.send(corrected);
    expect((await own.purse(charge.driver)).balance_minor).toBe(100_000 - 9_440);
  }
  const bills = (await own.bills(charge.driver)).map((bill) => bill.amount_minor);
  expect(bills.toSorted((a, b) => a - b)).toEqual([9_440, 11_800]);
  expect((await asideOf(corrected))?.decision).toMatchObject({ decision: "RELEASED" });
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

test("[B-3] after a credit CDR, an implausible CDR or one of another session is still not billed", async () => {
  const [charge, other] = [await ended(), await ended()];
  const first = own.record(charge, 5, 600);
  const others = own.record(other, 4, 600);
  await own.send(own.record(other, 5, 600));
  await own.send(others);
  await own.send(first);
  await own.send(creditOf(first));
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
  expect(await asideOf(others)).toMatchObject({ decision: null });
  expect(
    (
      await own.world.call(charging.getSession, {
        params: { id: other.id },
        token: await own.tokenOf(other.driver),
      })
    ).body.data.step,
  ).toBe("BILLED");
});

import { provider } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { ledgerFaults } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  own = await openOwnOperator();
  return () => own.close();
});

/** A start at an operator that could not be asked. It charged, but the operator never sent a session. */
async function givenUp(): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver());
  own.operator.fails = () => 503;
  await own.world.pass(120, 5);
  own.operator.fails = undefined;
  expect(await own.show(charge)).toMatchObject({
    step: "EXPIRED",
    failure: { not_charged: false },
  });
  return charge;
}
/** A CDR without our reference and with an unknown session id. */
const bare = (charge: OwnCharge, more: object = {}) =>
  own.record(charge, 1, 120, {
    authorization_reference: undefined,
    session_id: `lost-${charge.ocpiId}`,
    ...more,
  });
const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);

test("[B-3] a CDR of a start that was given up is matched by its reference alone", async () => {
  const charge = await givenUp();
  await own.send(own.record(charge, 1, 120, { session_id: undefined }));
  expect((await own.show(charge)).step).toBe("BILLED");
  expect((await own.purse(charge.driver)).balance_minor).toBe(97_640);
});

test("[B-3] without a reference it is matched by token, plug and time, and billed once", async () => {
  const charge = await givenUp();
  await own.send(bare(charge));
  expect((await own.show(charge)).step).toBe("BILLED");
  const twice = bare(charge);
  await own.send(twice);
  expect((await asideOf(twice))?.reason).toBe("no session of ours");
  expect((await own.purse(charge.driver)).balance_minor).toBe(97_640);
});

test("[B-3] it is matched to a waiting start too, and of two starts to the one without a bill", async () => {
  const first = await givenUp();
  await own.send(bare(first));
  const second = await own.ask(first.driver);
  await own.send(bare(second));
  expect((await own.show(second)).step).toBe("BILLED");
  expect(await own.purse(first.driver)).toMatchObject({ balance_minor: 95_280, held_minor: 0 });
});

test("[B-3] a CDR that matches no start is quarantined and billed to nobody", async () => {
  const charge = await givenUp();
  const token = (own.record(charge, 1, 120) as { cdr_token: object }).cdr_token;
  const place = (own.record(charge, 1, 120) as { cdr_location: object }).cdr_location;
  const later = (seconds: number) => new Date(charge.start + seconds * 1000).toISOString();
  for (const record of [
    bare(charge, { cdr_token: { ...token, uid: "usr_nobody" } }),
    bare(charge, { cdr_location: { ...place, evse_uid: "EVEN-2" } }),
    bare(charge, { start_date_time: later(3_600), end_date_time: later(3_720) }),
    bare(charge, { authorization_reference: "somebody-elses" }),
  ]) {
    await own.send(record);
    expect((await asideOf(record))?.reason).toBe("no session of ours");
  }
  expect((await own.purse(charge.driver)).balance_minor).toBe(100_000);
});

test("[B-2] the ledger balances after all of these", async () => {
  expect(await ledgerFaults(own.world)).toEqual({ unbalanced: 0, drifted: 0, misheld: 0 });
});

import { backoffice, support } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { PROVIDER_TOKEN } from "@voltmarg/testkit/harness";
import { openOwnOperator, type OwnCharge, type OwnOperator } from "@voltmarg/testkit/own-operator";

let own: OwnOperator;
beforeAll(async () => {
  const part = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
  own = await openOwnOperator({
    FEES: [{ price_components: [part("ENERGY", 20), part("FLAT", 10)] }],
  });
  return () => own.close();
});

const details = async ({ id }: OwnCharge) =>
  (await own.world.call(backoffice.getCharge, { token: PROVIDER_TOKEN, params: { id } })).body.data;
const because = ({ id }: OwnCharge) => ({
  token: PROVIDER_TOKEN,
  params: { id },
  body: { reason: "The driver called" },
});
async function running(at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), at);
  await own.tell(charge);
  own.world.clock.advance(60_000);
  await own.tell(charge);
  await own.world.drain();
  return charge;
}
async function over(at = "EVEN-1"): Promise<OwnCharge> {
  const charge = await own.ask(await own.driver(), at);
  await own.tell(charge);
  own.world.clock.advance(600_000);
  await own.tell(charge, { kwh: 3, status: "COMPLETED" });
  await own.world.drain();
  return charge;
}

test("[D-6] staff may stop a charge that runs, until somebody has asked for the stop", async () => {
  const charge = await running();
  const shown = await details(charge);
  expect(shown.may).toEqual({ stop: true, ask_again: true, close_unbilled: false });
  expect([shown.stop, shown.end_date_time, shown.price, shown.bills]).toEqual([
    null,
    null,
    null,
    [],
  ]);
  expect(shown.start_date_time).toBe(new Date(charge.start).toISOString());
  expect(shown.ocpi_session_id).toBe(charge.ocpiId);
  const asked = own.world.clock.now().toISOString();
  await own.world.call(backoffice.stopCharge, because(charge));
  const stopping = await details(charge);
  expect(stopping.stop).toMatchObject({ reason: "DESK", asked_at: asked });
  expect(stopping.may).toEqual({ stop: false, ask_again: true, close_unbilled: false });
  await own.tell(charge, { kwh: 1, status: "COMPLETED" });
});

test("[D-6] staff may close a charge that is over and has no bill, and do nothing with one that has", async () => {
  const charge = await over();
  const shown = await details(charge);
  expect(shown.may).toEqual({ stop: false, ask_again: true, close_unbilled: true });
  expect(shown.end_date_time).not.toBeNull();
  await own.send(own.record(charge, 3, 600));
  await own.world.drain();
  expect((await details(charge)).may).toEqual({
    stop: false,
    ask_again: false,
    close_unbilled: false,
  });
});

test("[D-5] the price has each part that was billed or asked for, and no other", async () => {
  const charge = await over("FEES-1");
  const asked = { excl_vat: 10, incl_vat: 11.8 };
  const total = { excl_vat: 70, incl_vat: 82.6 };
  const record = own.record(charge, 3, 600, {
    total_cost: total,
    total_fixed_cost: asked,
    total_parking_cost: { excl_vat: 0 },
  });
  await own.send(record);
  await own.world.drain();
  const shown = await details(charge);
  expect(shown.price?.parts).toEqual([
    { part: "ENERGY", billed_excl_minor: 6_000, asked_excl: null },
    { part: "PARKING_TIME", billed_excl_minor: 0, asked_excl: 0 },
    { part: "FLAT", billed_excl_minor: 1_000, asked_excl: 10 },
    { part: "TOTAL", billed_excl_minor: 7_000, asked_excl: 70 },
  ]);
  expect(shown.bills).toMatchObject([{ amount_minor: 8_260, credit_of: null, provisional: false }]);
  expect(shown.cost_minor).toBe(8_260);
});

test("[D-5] of a driver's tickets those about the charge are shown", async () => {
  const [charge, other] = [await over("EVEN-1"), await over("EVEN-2")];
  const ask = async ({ driver, id }: OwnCharge, about: boolean) => {
    const token = await own.tokenOf(driver);
    const body = { category: "BILL", text: "Too much", ...(about && { session_id: id }) } as const;
    return (await own.world.call(support.createTicket, { token, body })).body.data.number;
  };
  const number = await ask(charge, true);
  await ask(charge, false);
  await ask(other, true);
  expect((await details(charge)).tickets).toMatchObject([{ number }]);
});

test("[D-5] messages of other charges and tickets of other drivers are not shown", async () => {
  const [charge, other] = [await running("EVEN-2"), await running("EVEN-3")];
  await own.world.service.flushOcpiLog();
  const shown = await details(charge);
  expect(shown.messages.length).toBeGreaterThan(0);
  for (const { path } of shown.messages) expect(path).not.toContain(other.ocpiId);
  expect(shown.tickets).toEqual([]);
  expect(shown.vehicle).toBeNull();
  expect(shown.meter.every(({ kwh }) => kwh >= 0)).toBe(true);
  for (const each of [charge, other]) await own.tell(each, { kwh: 1, status: "COMPLETED" });
});

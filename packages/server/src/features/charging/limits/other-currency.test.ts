import { charging, provider, stations } from "@voltmarg/contract";
import { beforeAll, expect, test } from "vitest";
import { asProvider } from "@voltmarg/testkit/company";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { connectorOf, evseOf, locationOf, tariffOf } from "@voltmarg/testkit/partner";
import { sql } from "../../../platform/database/database.ts";

// An operator that prices some of its plugs in euros.
let own: OwnOperator;
const putTariff = (id: string, currency: string) =>
  own.operator.call(
    "PUT",
    `/tariffs/IN/TST/${id}`,
    tariffOf(id, { currency, last_updated: own.world.clock.now().toISOString() }),
  );
beforeAll(async () => {
  own = await openOwnOperator();
  await putTariff("EURO", "EUR");
  await putTariff("SMALL", "inr");
  const evse = (uid: string, tariff_ids: string[]) =>
    evseOf(uid, { connectors: [connectorOf({ tariff_ids })] });
  await own.operator.call(
    "PUT",
    "/locations/IN/TST/ABROAD",
    locationOf("ABROAD", {
      evses: [evse("EUR-1", ["EURO"]), evse("BOTH-1", ["EURO", "EVEN"]), evse("LOW-1", ["SMALL"])],
    }),
  );
  return () => own.close();
});

const asideOf = async (record: object) =>
  (
    await own.world.call(provider.listQuarantinedCdrs, { ...asProvider, query: { page_size: 100 } })
  ).body.content.find(({ ocpi_id }) => ocpi_id === (record as { id: string }).id);

async function plugsAbroad(token: string) {
  const { body } = await own.world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85, distance: 5000, page_size: 100 },
    token,
  });
  const listed = body.content.find(({ evses }) => evses.some(({ uid }) => uid === "EUR-1"))!;
  const shown = await own.world.call(stations.getLocation, {
    params: { id: listed.id },
    token,
  });
  const plugs = (evses: typeof listed.evses) =>
    Object.fromEntries(evses.map(({ uid, connectors }) => [uid, connectors[0]!]));
  return { id: listed.id, listed: plugs(listed.evses), shown: plugs(shown.body.data.evses) };
}

test("[E-4] a price in another currency is neither shown nor estimated, only its currency is named", async () => {
  const driver = await own.driver();
  const { listed, shown } = await plugsAbroad(driver.token);
  for (const plugs of [listed, shown]) {
    expect(plugs["EUR-1"]).toMatchObject({
      tariff: null,
      tariff_id: null,
      foreign_currency: "EUR",
    });
    expect(plugs["EUR-1"]!.estimation?.price ?? null).toBeNull();
    // Of several tariffs the one in rupees is used.
    expect(plugs["BOTH-1"]!.tariff?.currency).toBe("INR");
    expect(plugs["BOTH-1"]).not.toHaveProperty("foreign_currency");
    expect(plugs["LOW-1"]!.tariff).not.toBeNull();
  }
});

test("[S-1] a start at a price in another currency is refused with a code, and nothing is held", async () => {
  const driver = await own.driver();
  const { id } = await plugsAbroad(driver.token);
  const refused = await own.world.refused(charging.startSession, {
    body: {
      location_id: id,
      evse_uid: "EUR-1",
      connector_id: "1",
      estimation_info: { selectedMoney: 500 },
    },
    token: driver.token,
  });
  expect([refused.status, refused.body.code]).toEqual([409, "PRICE_IN_OTHER_CURRENCY"]);
  expect(await own.purse(driver)).toMatchObject({ balance_minor: 100_000, held_minor: 0 });
});

test("[B-7] a CDR in another currency than agreed is quarantined, and stays so when staff release it", async () => {
  const charge = await own.ask(await own.driver());
  await own.tell(charge);
  own.world.clock.advance(60_000);
  const record = own.record(charge, 0.5, 60, { currency: "EUR" });
  await own.send(record);
  const aside = await asideOf(record);
  expect(aside?.reason).toBe("currency EUR, expected INR");
  const released = await own.world.refused(provider.decideQuarantinedCdr, {
    ...asProvider,
    params: { id: aside!.id },
    body: { decision: "RELEASED", reason: "The driver agrees" },
  });
  expect(released.body.message).toContain("currency EUR, expected INR");
  expect(await own.bills(charge.driver)).toEqual([]);
});

test("[B-7] a session that began at a price in euros is not billed in rupees", async () => {
  const charge = await own.ask(await own.driver());
  await sql`update session set snapshot = jsonb_set(snapshot, '{tariff,currency}', '"EUR"') where id = ${charge.id}`.execute(
    own.world.database.db,
  );
  own.world.clock.advance(60_000);
  await own.tell(charge, { kwh: 0.5 });
  expect((await own.show(charge)).cost_minor).toBeNull();
  const record = own.record(charge, 0.5, 60);
  await own.send(record);
  expect((await asideOf(record))?.reason).toBe("no price was agreed for this charge");
  expect(await own.bills(charge.driver)).toEqual([]);
});

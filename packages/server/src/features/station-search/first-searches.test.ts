import { stations } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { startHarness } from "@voltmarg/testkit/harness";
import { connectorOf, evseOf, locationOf, openPartner, tariffOf } from "@voltmarg/testkit/partner";

test("[E-1] concurrent searches after a price change all show the new price", async () => {
  const world = await startHarness({ locations: 0, operators: false });
  const operator = await openPartner(world, "TST");
  try {
    const connectors = [connectorOf({ tariff_ids: ["T1"] })];
    const place = locationOf("A", { evses: [evseOf("A-1", { status: "AVAILABLE", connectors })] });
    await operator.call("PUT", "/locations/IN/TST/A", place);
    const driver = await world.signUp();
    const { latitude, longitude } = place.coordinates;
    const query = { latitude: Number(latitude), longitude: Number(longitude), distance: 50 };
    const prices = async () => {
      const { body } = await world.call(stations.searchLocations, { query, token: driver.token });
      return body.content[0]!.evses[0]!.connectors[0]!.tariff?.elements[0]!.price_components[0]!
        .price;
    };
    expect(await prices()).toBeUndefined();
    for (const price of [9, 12]) {
      const elements = [{ price_components: [{ type: "ENERGY", price, vat: 18, step_size: 1 }] }];
      const last_updated = `2026-11-20T06:30:${price}.000Z`.replace(":9.", ":09.");
      await operator.call("PUT", "/tariffs/IN/TST/T1", tariffOf("T1", { elements, last_updated }));
      expect(await Promise.all(Array.from({ length: 8 }, prices))).toEqual(Array(8).fill(price));
    }
  } finally {
    await world.stop();
    await operator.close();
  }
});

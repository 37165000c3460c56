import { connectorOf, evseOf, locationOf } from "@voltmarg/testkit/partner";
import { openOwnOperator } from "@voltmarg/testkit/own-operator";
import { expect, test } from "vitest";
import { sql } from "../../../platform/database/database.ts";

test("[S-1] a charging session names the station's help phone, else the operator's own number", async () => {
  const own = await openOwnOperator();
  const { db } = own.world.database;
  const phoneOf = async () => {
    const { location } = await own.show(await own.ask(await own.driver()));
    return location.operator_phone;
  };
  expect(await phoneOf()).toBeNull();
  await sql`update operator set phone = '+91 22 1234 5678'`.execute(db);
  expect(await phoneOf()).toBe("+91 22 1234 5678");
  const connectors = [connectorOf({ tariff_ids: ["EVEN"] })];
  const evses = [evseOf("EVEN-1", { connectors })];
  const help_phone = "+91 20 2612 0000";
  await own.operator.call(
    "PUT",
    "/locations/IN/TST/EVEN",
    locationOf("EVEN", { evses, help_phone }),
  );
  expect(await phoneOf()).toBe(help_phone);
  await own.close();
});

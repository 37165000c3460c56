import type { Party, Tariff } from "@voltmarg/ocpi";
import type { Queryable } from "../../platform/database/database.ts";
import { findTariffs } from "./tariffs.store.ts";

/** A tariff in force as its operator sent it; null: none has this id. */
export async function readOcpiTariff(
  on: Queryable,
  party: Party,
  ocpiId: string,
): Promise<Tariff | null> {
  const [row] = await findTariffs(on, [{ ...party, ocpi_id: ocpiId }]);
  return row?.body ?? null;
}

import type { Tariff } from "@voltmarg/contract";
import type { Tariff as OcpiTariff } from "@voltmarg/ocpi";
import { headlinePrice, INDIA_ZONE } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import {
  findTariff,
  findTariffs,
  removeOthers,
  removeTariff,
  upsertTariffs,
  type Party,
  type TariffRow,
} from "./tariffs.store.ts";

type Deps = { database: Database; clock: Clock };

/** The operator's tariff under our own id; null when its price cannot be read, which means unknown. */
function toWire(row: TariffRow): Tariff | null {
  // OCPI lets operators add their own price components; `whyUnpriced` refuses those that are not in the contract.
  const tariff = { ...row.body, id: row.id } as unknown as Tariff;
  return whyUnpriced(tariff) === null ? tariff : null;
}

/** Why no price can be read from this tariff, in a sentence that begins with the field. Null: a price can be read. */
export function whyUnpriced(tariff: Pick<Tariff, "elements" | "last_updated">): string | null {
  if (tariff.elements.length === 0) return "tariff.elements is empty";
  try {
    // The result does not depend on the time zone.
    headlinePrice(tariff as Tariff, INDIA_ZONE, new Date(tariff.last_updated));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const tariffKey = (party: Party, ocpiId: string) =>
  `${party.country_code}/${party.party_id}/${ocpiId}`.toLowerCase();

/** Tariffs in force by the operators' own ids; the keys are of `tariffKey`. */
export async function tariffsByKey(
  on: Queryable,
  wanted: readonly (Party & { ocpi_id: string })[],
): Promise<Map<string, Tariff>> {
  if (wanted.length === 0) return new Map();
  const found = await findTariffs(on, wanted);
  const readable = new Map<string, Tariff>();
  for (const row of found) {
    const tariff = toWire(row);
    if (tariff) readable.set(tariffKey(row, row.ocpi_id), tariff);
  }
  return readable;
}

export async function getTariff(on: Queryable, id: string): Promise<Tariff | null> {
  const row = await findTariff(on, id);
  return row && toWire(row);
}

/** Stores tariffs, each id once. */
export async function onTariffs(deps: Deps, tariffs: readonly OcpiTariff[]): Promise<void> {
  if (tariffs.length === 0) return;
  const now = deps.clock.now();
  await upsertTariffs(
    deps.database.db,
    tariffs.map((t) => ({
      id: newId("tar", now),
      country_code: t.country_code,
      party_id: t.party_id,
      ocpi_id: t.id,
      body: t,
      last_updated: new Date(t.last_updated),
    })),
  );
}

/** After a complete list: tariffs it does not name are no longer in force. */
export async function onTariffListComplete(
  deps: Deps,
  party: Party,
  kept: readonly string[],
): Promise<void> {
  await removeOthers(deps.database.db, party, kept, deps.clock.now());
}

export function onTariffRemoved(deps: Deps, party: Party, ocpiId: string): Promise<boolean> {
  return removeTariff(deps.database.db, party, ocpiId, deps.clock.now());
}

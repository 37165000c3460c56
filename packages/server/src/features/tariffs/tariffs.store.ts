import type { Tariff as OcpiTariff } from "@voltmarg/ocpi";
import { one, rows, sql, type Queryable, planKept } from "../../platform/database/database.ts";

export type TariffRow = {
  id: string;
  country_code: string;
  party_id: string;
  ocpi_id: string;
  body: OcpiTariff;
  last_updated: Date;
};

/** Stores tariffs of one party; an older last_updated never overwrites a newer one. */
export const upsertTariffs = (on: Queryable, tariffs: readonly TariffRow[]) =>
  sql`insert into tariff (id, country_code, party_id, ocpi_id, body, last_updated)
      select id, country_code, party_id, ocpi_id, body, last_updated
      from jsonb_to_recordset(${JSON.stringify(tariffs)}::jsonb)
        as t (id text, country_code text, party_id text, ocpi_id text, body jsonb, last_updated timestamptz)
      on conflict (lower(country_code), lower(party_id), lower(ocpi_id)) do update
        set body = excluded.body, last_updated = excluded.last_updated, removed_at = null
        where excluded.last_updated >= tariff.last_updated or tariff.removed_at is not null`.execute(
    on,
  );

export const removeTariff = async (
  on: Queryable,
  party: Party,
  ocpiId: string,
  at: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`update tariff set removed_at = ${at} where removed_at is null and lower(country_code) = lower(${party.country_code})
          and lower(party_id) = lower(${party.party_id}) and lower(ocpi_id) = lower(${ocpiId}) returning id`,
  )) !== null;

/** Removes the tariffs that a full list does not name. */
export const removeOthers = (on: Queryable, party: Party, kept: readonly string[], at: Date) =>
  sql`update tariff set removed_at = ${at} where removed_at is null and lower(country_code) = lower(${party.country_code})
        and lower(party_id) = lower(${party.party_id}) and lower(ocpi_id) <> all(${kept.map((id) => id.toLowerCase())})`.execute(
    on,
  );

export type Party = { country_code: string; party_id: string };

/** Tariffs in force by the operators' own ids. */
export const findTariffs = (on: Queryable, wanted: readonly (Party & { ocpi_id: string })[]) =>
  rows(
    on,
    sql<TariffRow>`
      select t.id, t.country_code, t.party_id, t.ocpi_id, t.body, t.last_updated
      from tariff t join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as w (country_code text, party_id text, ocpi_id text)
        on lower(t.country_code) = lower(w.country_code) and lower(t.party_id) = lower(w.party_id)
          and lower(t.ocpi_id) = lower(w.ocpi_id)
      where t.removed_at is null ${planKept}`,
  );

export const findTariff = (on: Queryable, id: string) =>
  one(
    on,
    sql<TariffRow>`select id, country_code, party_id, ocpi_id, body, last_updated from tariff
      where id = ${id} and removed_at is null ${planKept}`,
  );

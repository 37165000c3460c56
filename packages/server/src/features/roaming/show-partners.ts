import type { Partner } from "@voltmarg/contract";
import { page, type Page } from "../../platform/http/paging.ts";
import type { Database } from "../../platform/database/database.ts";
import {
  countShown,
  findOperator,
  listShown,
  type OperatorRow,
  type PartnerKind,
} from "./operators.store.ts";

/** Operators whose chargers drivers can see, by name. */
export async function searchPartners(
  { db }: Database,
  query: { kind: PartnerKind; pageNo: number; pageSize: number },
): Promise<Page<Partner>> {
  const { kind, pageNo, pageSize } = query;
  const rows = await listShown(db, kind, pageSize, pageNo * pageSize);
  return page(rows.map(toWire), pageNo, pageSize, await countShown(db, kind));
}

/** Also finds a removed partner, because old bills show it. */
export async function getPartner({ db }: Database, id: string): Promise<Partner | null> {
  const row = await findOperator(db, id);
  return row?.party_id ? toWire(row) : null;
}

function toWire(row: OperatorRow): Partner {
  const details = row.roles.find(({ party_id }) => party_id === row.party_id)?.business_details;
  const { logo, website } = details ?? {};
  return {
    id: row.id,
    name: row.name,
    partner_type: row.kind,
    country_code: row.country_code,
    party_id: row.party_id,
    logo: logo && isWeb(logo.url) ? { url: logo.url, thumbnail: webOrNull(logo.thumbnail) } : null,
    website: webOrNull(website),
  };
}

// Drivers see these URLs, so only http and https are allowed.
const isWeb = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
const webOrNull = (url: string | undefined) => (url !== undefined && isWeb(url) ? url : null);

import type { PartnerMessages } from "@voltmarg/contract";
import type { Database } from "../../platform/database/database.ts";
import { listOcpiLog, type OcpiLogRow } from "./ocpi-log.store.ts";
import { operatorNamed } from "./operators.store.ts";

/** The messages between a partner and us, newest first; also of a removed partner. Null: unknown partner. */
export async function showOcpiLog(
  { db }: Database,
  query: { partner: string; since: Date | null; about: string | null; limit: number },
): Promise<PartnerMessages | null> {
  const partner = await operatorNamed(db, query.partner);
  if (!partner) return null;
  const found = await listOcpiLog(db, { ...query, operatorId: partner.id });
  return { partner: { id: partner.id, name: partner.name }, messages: found.map(toWire) };
}

const toWire = ({ at, ...row }: Omit<OcpiLogRow, "operator_id">) => ({
  ...row,
  at: at.toISOString(),
});

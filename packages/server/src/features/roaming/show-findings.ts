import type { PartnerFindings } from "@voltmarg/contract";
import { listFindings, type FindingRow } from "./findings.store.ts";
import { findOperator, operatorNamed, type OperatorRow } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/** A partner's findings, worst first. Null: unknown partner. */
export async function showFindings(
  { database, findings }: Pick<RoamingDeps, "database" | "findings">,
  query: { partner: string; module: string | null; since: Date | null },
): Promise<PartnerFindings | null> {
  const { db } = database;
  const named = await operatorNamed(db, query.partner);
  const operator = named && (await findOperator(db, named.id));
  if (!operator) return null;
  await findings.flush();
  const found = await listFindings(db, { ...query, operatorId: operator.id });
  const count = (outcome: FindingRow["outcome"]) =>
    found.reduce((sum, each) => sum + (each.outcome === outcome ? each.count : 0), 0);
  return {
    partner: {
      id: operator.id,
      name: operator.name,
      country_code: operator.country_code,
      party_id: operator.party_id,
    },
    refused: count("REFUSED"),
    left_out: count("LEFT_OUT"),
    read_as: count("READ_AS"),
    findings: found.map((each) => toWire(operator, each)),
  };
}

/** Modules that full pulls read. */
const PULLED = new Set(["locations", "tariffs"]);

const toWire = (
  { whole_pulled_at: whole }: OperatorRow,
  { first_at, last_at, ...row }: FindingRow,
) => ({
  ...row,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
  mended: PULLED.has(row.module) && whole !== null && last_at < whole,
});

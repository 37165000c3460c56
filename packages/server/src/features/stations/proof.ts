import type { Location } from "@voltmarg/contract";
import type { ProofRow } from "./proof.store.ts";

export const PROOF_DAYS = 30;
/** Fewer starts say nothing. */
const FEWEST_STARTS = 10;

/** What drivers' charges say of a station, or of one EVSE of it. */
export function proofOf(of: readonly ProofRow[]): NonNullable<Location["proof"]> {
  const last = of
    .filter(({ charged_at }) => charged_at !== null)
    .toSorted((a, b) => b.charged_at!.getTime() - a.charged_at!.getTime())[0];
  const worked = of.reduce((sum, row) => sum + row.worked, 0);
  const tried = of.reduce((sum, row) => sum + row.worked + row.failed, 0);
  return {
    last_charged: last ? { at: last.charged_at!.toISOString(), power_kw: last.power_kw } : null,
    starts: tried < FEWEST_STARTS ? null : { tried, worked },
  };
}

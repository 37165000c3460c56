import type { Location } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { readStationProofs, type ProofFigures } from "./proof.store.ts";

export const PROOF_DAYS = 30;
/** Fewer starts say nothing. */
export const FEWEST_STARTS = 10;

/** The first day whose starts count. */
export const proofSince = (now: Date): string =>
  new Date(now.getTime() - PROOF_DAYS * 86_400_000).toISOString().slice(0, 10);

/** What drivers' charges say of a station, from what they say of its EVSEs. */
export function proofOf(of: readonly ProofFigures[]): NonNullable<Location["proof"]> {
  const last = of
    .filter(({ charged_at }) => charged_at !== null)
    .toSorted(
      (a, b) =>
        b.charged_at!.getTime() - a.charged_at!.getTime() || (b.power_kw ?? 0) - (a.power_kw ?? 0),
    )[0];
  return toWire({
    worked: of.reduce((sum, row) => sum + row.worked, 0),
    failed: of.reduce((sum, row) => sum + row.failed, 0),
    charged_at: last?.charged_at ?? null,
    power_kw: last?.power_kw ?? null,
  });
}

function toWire({ worked, failed, charged_at, power_kw }: ProofFigures) {
  const tried = worked + failed;
  return {
    last_charged: charged_at && { at: charged_at.toISOString(), power_kw },
    starts: tried < FEWEST_STARTS ? null : { tried, worked },
  };
}

/** The same for a list, which says it only where there is something to say. */
export function listedProof(of: ProofFigures): Pick<Location, "proof"> {
  const proof = toWire(of);
  return proof.last_charged || proof.starts ? { proof } : {};
}

export const hoursBetween = (ms: number, now: Date): number => (now.getTime() - ms) / 3_600_000;

const NONE: ProofFigures = { worked: 0, failed: 0, charged_at: null, power_kw: null };

/** Figures of these locations, none left out. */
export async function proofsOf(
  on: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<(id: string) => ProofFigures> {
  const found = await readStationProofs(on, ids, proofSince(now));
  const byId = new Map(found.map((one) => [one.location_id, one]));
  return (id) => byId.get(id) ?? NONE;
}

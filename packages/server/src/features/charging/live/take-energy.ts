import type { ChargingDeps } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";

/** kWh a meter may be lower than before by rounding alone. */
const ROUNDING_KWH = 0.01;

/** A meter only rises: what is told below the highest value stays with the operator's session, and is a finding. */
export function takeEnergy(deps: ChargingDeps, row: SessionRow, told: number): void {
  const highest = Math.max(row.kwh ?? 0, told);
  if (told < highest - ROUNDING_KWH) {
    row.meter_fell = true;
    deps.meterFell(row, { told, highest });
  }
  row.kwh = highest;
}

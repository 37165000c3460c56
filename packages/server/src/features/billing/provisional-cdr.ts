import { writeDateTime } from "@voltmarg/ocpi";
import { priceSession } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import { periodsSoFar, type SessionRow } from "../charging/index.ts";
import type { Settled } from "./check-cdr.ts";
import type { ChargeFigures } from "./describe-bill.ts";

const HOUR_MS = 3_600_000;

/**
 * A session's figures from the operator's meter values, and its price by the agreed tariff. Null: it never began as
 * far as we know, or there is no price for it. Throws RangeError for a meter that cannot be priced.
 */
export async function ownRecord(
  tx: Tx,
  row: SessionRow,
): Promise<{ figures: ChargeFigures; settled: Settled } | null> {
  const { tariff, location, ocpi } = row.snapshot;
  const metered = await periodsSoFar(tx, row);
  if (!metered || !tariff) return null;
  const { start, periods } = metered;
  const end = Math.max(metered.end, row.end_at?.getTime() ?? 0);
  const ours = priceSession({
    tariff,
    timeZone: location.time_zone,
    start,
    end: new Date(end).toISOString(),
    periods,
  });
  const parked = periods
    .filter(({ kind }) => kind === "PARKING")
    .reduce((sum, period) => sum + Date.parse(period.end) - Date.parse(period.start), 0);
  const energy = periods.reduce((sum, { kwh }) => sum + Number(kwh), 0);
  return {
    figures: {
      country_code: ocpi.country_code,
      party_id: ocpi.party_id,
      id: `own-${row.id}`,
      start_date_time: writeDateTime(Date.parse(start)),
      end_date_time: writeDateTime(end),
      currency: tariff.currency,
      total_energy: Number(energy.toFixed(4)),
      total_parking_time: parked / HOUR_MS,
    },
    settled: { net: ours.exclMinor, total: ours.inclMinor, ours, audit: null },
  };
}

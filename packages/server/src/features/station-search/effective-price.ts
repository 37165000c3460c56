import type { Tariff, Vehicle } from "@voltmarg/contract";
import { chargePowerKw, planCharge, type Connector } from "@voltmarg/rules";

/** kWh of the charge that prices are compared by; a small battery takes less. */
const COMPARED_KWH = 15;
const COMPARED_SHARE = 0.6;

/**
 * Paise a kWh, GST, start fee and time included, of an ordinary charge with this car at this plug now; to sort by, not to
 * show. null: no price known.
 */
export function effectivePrice(
  tariff: Tariff | null,
  plug: Connector,
  vehicle: Vehicle | null,
  timeZone: string,
  now: Date,
): number | null {
  const powerKw = chargePowerKw(plug, vehicle);
  if (tariff === null || powerKw === null) return null;
  const battery = vehicle?.battery_capacity ?? Infinity;
  const kwh = Math.min(COMPARED_KWH, battery * COMPARED_SHARE);
  try {
    const { costMinor } = planCharge({
      tariff,
      timeZone,
      start: now,
      powerKw,
      vehicle,
      choice: { by: "ENERGY", kwh },
    });
    return costMinor === null ? null : Number(costMinor) / kwh;
  } catch {
    return null;
  }
}

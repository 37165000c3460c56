import type { ChargingPeriod } from "@voltmarg/ocpi";
import type { ChargingPeriodInput } from "@voltmarg/rules";
import type { MeterRow } from "./meter.store.ts";

const HOUR_MS = 3_600_000;

/** Amounts that are added when two periods have the same start. */
const AMOUNTS = new Set(["ENERGY", "TIME", "PARKING_TIME"]);

/**
 * OCPI charging periods as rows, one for each start: periods that begin at one instant are one period, with the sum of
 * their amounts and the later one's readings. TIME and PARKING_TIME say how long a period lasted so far.
 */
export function meterOf(periods: readonly ChargingPeriod[]): MeterRow[] {
  const byStart = new Map<number, Map<string, number>>();
  for (const { start_date_time, dimensions } of periods) {
    const start = Date.parse(start_date_time);
    const volumes = byStart.get(start) ?? new Map<string, number>();
    byStart.set(start, volumes);
    for (const { type, volume } of dimensions)
      volumes.set(type, AMOUNTS.has(type) ? (volumes.get(type) ?? 0) + volume : volume);
  }
  return [...byStart].map(([start, volumes]) => {
    const hours = (volumes.get("TIME") ?? 0) + (volumes.get("PARKING_TIME") ?? 0);
    const at = new Date(start);
    return {
      at,
      until: hours > 0 ? new Date(at.getTime() + Math.round(hours * 3600) * 1000) : null,
      // OCPI's numbers have four decimals; a sum of binary fractions has more.
      kwh: String(Math.round((volumes.get("ENERGY") ?? 0) * 1e6) / 1e6),
      charging: !((volumes.get("PARKING_TIME") ?? 0) > 0 && (volumes.get("TIME") ?? 0) === 0),
      power_kw: volumes.get("POWER") ?? volumes.get("MAX_POWER") ?? null,
      state_of_charge: volumes.get("STATE_OF_CHARGE") ?? null,
    };
  });
}

/** kWh the meter may differ from its periods by rounding alone. */
const ROUNDING = 0.01;

/**
 * The rows with unreported energy added: after a lost push the meter is above the sum of its periods. The missing energy
 * is put into the longest gap, so that the running cost and the limit include it; the operator's own periods, pulled
 * or in the CDR, replace it.
 */
export function withLostEnergy(
  rows: readonly MeterRow[],
  start: Date,
  kwh: number | null,
): readonly MeterRow[] {
  const told = rows.reduce((sum, row) => sum + Number(row.kwh), 0);
  const lost = (kwh ?? 0) - told;
  if (lost <= ROUNDING) return rows;
  const last = rows.at(-1);
  let hole = {
    index: rows.length,
    from: last?.until ?? last?.at ?? start,
    until: null as Date | null,
  };
  let longest = 0;
  rows.forEach((row, index) => {
    const from = index === 0 ? start : (rows[index - 1]!.until ?? row.at);
    const length = row.at.getTime() - from.getTime();
    if (length <= longest) return;
    longest = length;
    hole = { index, from, until: row.at };
  });
  const filled = {
    at: hole.from,
    until: hole.until,
    kwh: lost.toFixed(4),
    charging: true,
    power_kw: null,
    state_of_charge: null,
  };
  return rows.toSpliced(hole.index, 0, filled);
}

/** Rows as the price engine wants them: each until the next one starts, the last until it ended or `now`. */
export function periodsOf(rows: readonly MeterRow[], now: Date): ChargingPeriodInput[] {
  return rows.map((row, index) => {
    const next = rows[index + 1]?.at ?? row.until ?? now;
    const end = next < row.at ? row.at : next;
    return {
      start: row.at.toISOString(),
      end: end.toISOString(),
      kwh: row.kwh,
      kind: row.charging ? "CHARGING" : "PARKING",
    };
  });
}

/** kW of a row: what the operator says, else energy over time. */
export function powerOf(row: MeterRow, end: Date): number | null {
  if (row.power_kw !== null) return row.power_kw;
  const hours = (end.getTime() - row.at.getTime()) / HOUR_MS;
  return hours > 0 ? Math.round((Number(row.kwh) / hours) * 100) / 100 : null;
}

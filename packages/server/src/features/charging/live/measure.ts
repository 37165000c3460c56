import {
  isProviderCurrency,
  priceSession,
  type ChargingPeriodInput,
  type PricedSession,
} from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { sessionNow, type ChargingDeps } from "../change-session.ts";
import { periodsOf, powerOf, withLostEnergy } from "./meter.ts";
import type { SessionRow } from "../session.store.ts";
import { meterRows, putMeters, type MeterRow, type ToldMeter } from "./meter.store.ts";

/** What is stored of a locked session, read once: an update measures, looks for its limit and for parking. */
const readMeter = new WeakMap<SessionRow, readonly MeterRow[]>();

/** Stores the operator's meter values of locked sessions. */
export async function storeMeters(tx: Tx, told: readonly ToldMeter[]): Promise<void> {
  if (told.length === 0) return;
  const stored = await putMeters(tx, told);
  for (const { row } of told) readMeter.set(row, stored.get(row.id) ?? []);
}

/** Energy, power, time and cost so far from the operator's meter, priced by the same engine as bills, on the frozen tariff. */
export async function measure(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (!row.start_at) return;
  const clock = row.end_at ?? sessionNow(row, row.news_at ?? deps.clock.now());
  const meter = await meterOfSession(tx, row);
  const last = meter.at(-1);
  const end = row.end_at ?? last?.until ?? clock;
  row.duration_s = Math.max(0, (end.getTime() - row.start_at.getTime()) / 1000);
  if (last) {
    row.power_kw = last.charging ? powerOf(last, end) : 0;
    row.state_of_charge = last.state_of_charge ?? row.state_of_charge;
  }
  row.cost_minor = costOf(deps, row, soFarOf(row, row.start_at, meter));
}

/** None from before the start. The caller has locked the session. */
async function meterOfSession(tx: Tx, row: SessionRow): Promise<MeterRow[]> {
  const stored = readMeter.get(row) ?? (await meterRows(tx, [row])).get(row.id) ?? [];
  readMeter.set(row, stored);
  return stored.filter((m) => m.at >= row.start_at!);
}

export type SoFar = {
  /** RFC 3339 */
  start: string;
  periods: ChargingPeriodInput[];
  /** Epoch milliseconds on the session's own clock. */
  end: number;
  /** What it does now: the last period charges. */
  charging: boolean;
};

/** The metered periods up to `duration_s`, as input of the price engine; null before the start. */
export async function periodsSoFar(tx: Tx, row: SessionRow): Promise<SoFar | null> {
  if (!row.start_at) return null;
  return soFarOf(row, row.start_at, await meterOfSession(tx, row));
}

function soFarOf(row: SessionRow, startAt: Date, told: MeterRow[]): SoFar {
  const start = startAt.toISOString();
  const meter = withLostEnergy(told, startAt, row.kwh);
  const end = new Date(startAt.getTime() + (row.duration_s ?? 0) * 1000);
  const periods = periodsOf(meter, end);
  return {
    start,
    periods,
    end: Math.max(end.getTime(), Date.parse(periods.at(-1)?.end ?? start)),
    charging: meter.at(-1)?.charging ?? true,
  };
}

function costOf(deps: ChargingDeps, row: SessionRow, metered: SoFar): bigint | null {
  try {
    return priceSoFar(row, metered)?.inclMinor ?? null;
  } catch (error) {
    // With implausible meter values the last cost stays; the bill is checked separately.
    deps.logger.warn({ err: error, session: row.id }, "running cost not computable");
    return row.cost_minor;
  }
}

/**
 * The cost of the metered periods by the driver's frozen tariff. Null: no price was agreed. Throws RangeError for a
 * meter that cannot be priced.
 */
export function priceSoFar(
  { snapshot }: SessionRow,
  { start, periods, end }: SoFar,
): PricedSession | null {
  const { tariff, location } = snapshot;
  if (!tariff || !isProviderCurrency(tariff.currency)) return null;
  return priceSession({
    tariff,
    timeZone: location.time_zone,
    start,
    end: new Date(end).toISOString(),
    periods,
  });
}

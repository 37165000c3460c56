import { priceSession } from "@voltmarg/rules";
import type { Tx } from "../../platform/database.ts";
import { sessionNow, type ChargingDeps } from "./change-session.ts";
import { periodsOf, powerOf, withLostEnergy } from "./meter.ts";
import { meterRows, type SessionRow } from "./session.store.ts";

/** Energy, power, time and cost so far from the operator's meter, priced by the one engine on the frozen tariff. */
export async function measure(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  if (!row.start_at) return;
  const clock = row.end_at ?? sessionNow(row, row.news_at ?? deps.clock.now());
  const meter = (await meterRows(tx, row.user_id, row.id)).filter((m) => m.at >= row.start_at!);
  const last = meter.at(-1);
  const end = row.end_at ?? last?.until ?? clock;
  row.duration_s = Math.max(0, (end.getTime() - row.start_at.getTime()) / 1000);
  if (last) {
    row.power_kw = last.charging ? powerOf(last, end) : 0;
    row.state_of_charge = last.state_of_charge ?? row.state_of_charge;
  }
  row.cost_minor = costOf(deps, row, withLostEnergy(meter, row.start_at, row.kwh), end);
}

function costOf(
  deps: ChargingDeps,
  row: SessionRow,
  meter: Parameters<typeof periodsOf>[0],
  end: Date,
): bigint | null {
  const { tariff, location } = row.snapshot;
  if (!tariff) return null;
  const periods = periodsOf(meter, end);
  const lastEnd = periods.at(-1)?.end;
  try {
    return priceSession({
      tariff: tariff,
      timeZone: location.time_zone,
      start: row.start_at!.toISOString(),
      end: lastEnd && new Date(lastEnd) > end ? lastEnd : end.toISOString(),
      periods,
    }).inclMinor;
  } catch (error) {
    // A meter that makes no sense leaves the last cost standing; the bill is checked on its own.
    deps.logger.warn({ err: error, session: row.id }, "running cost not computable");
    return row.cost_minor;
  }
}

import { wholeKmOf, withInlets } from "@voltmarg/rules";
import type { Session } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { holdsOf } from "../wallet/index.ts";
import { periodsOf, powerOf } from "./live/meter.ts";
import { meterRows, type MeterRow } from "./live/meter.store.ts";
import { keyOf, type SessionRow } from "./session.store.ts";

const MOST_POINTS = 120;

/** The power curve, thinned to what a chart can show. */
function curveOf(meter: readonly MeterRow[]): Session["curve"] {
  const step = Math.max(1, Math.ceil(meter.length / MOST_POINTS));
  return meter.flatMap((m, index) => {
    if (index % step !== 0 && index !== meter.length - 1) return [];
    const period = periodsOf([m, ...meter.slice(index + 1, index + 2)], m.until ?? m.at)[0]!;
    const kw = m.charging ? powerOf(m, new Date(period.end)) : 0;
    return kw === null ? [] : [{ at: period.end, kw }];
  });
}

/** Sessions as their driver sees them, with their holds and curves. */
export async function toWire(on: Queryable, found: readonly SessionRow[]): Promise<Session[]> {
  if (found.length === 0) return [];
  const holds = new Map((await holdsOf(on, found.map(keyOf))).map((h) => [h.session_id, h]));
  const meters = await meterRows(
    on,
    found.filter(({ start_at }) => start_at),
  );
  const shown: Session[] = [];
  for (const row of found) {
    const { snapshot } = row;
    const hold = holds.get(row.id);
    const vehicle = snapshot.vehicle && withInlets(snapshot.vehicle);
    shown.push({
      id: row.id,
      status: row.status,
      step: row.step,
      version: Number(row.version),
      timeline: row.timeline,
      failure: row.failure,
      location: { ...snapshot.location, operator_id: row.operator_id },
      evse_uid: snapshot.evse_uid,
      evse_label: snapshot.evse_label,
      connector: snapshot.connector,
      vehicle,
      estimation_info: snapshot.estimation_info,
      tariff: snapshot.tariff,
      requested_at: row.requested_at.toISOString(),
      start_date_time: row.start_at?.toISOString() ?? null,
      end_date_time: row.end_at?.toISOString() ?? null,
      speed: snapshot.speed,
      kwh: row.kwh,
      meter_fell: row.meter_fell,
      power_kw: row.power_kw,
      state_of_charge: row.state_of_charge,
      cost_minor: row.cost_minor === null ? null : Number(row.cost_minor),
      duration_s: row.duration_s,
      range_km: row.kwh === null ? null : wholeKmOf(row.kwh, vehicle),
      parking_fee:
        row.status === "ACTIVE" && row.parking_fee_at
          ? {
              starts_at: row.parking_fee_at.toISOString(),
              per_minute_minor: Number(row.parking_fee_minor),
            }
          : null,
      news_at: row.news_at?.toISOString() ?? null,
      curve: curveOf(meters.get(row.id) ?? []),
      hold: hold ? { amount_minor: Number(hold.amount), status: hold.status } : null,
      cdr_id: row.cdr_id,
    });
  }
  return shown;
}

import type { Session as OcpiSession } from "@voltmarg/ocpi";
import { sessionNow } from "../change-session.ts";
import type { SessionRow } from "../session.store.ts";

const HOUR_MS = 3_600_000;
/** How far an operator's clock may be from ours. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** kW of the strongest existing plug, used when the power is unknown. */
const STRONGEST_KW = 400;
// Generous, as meters and clocks are inexact: this finds figures that are wrong by a factor of a thousand.
const SLACK = 1.5;
const SLACK_KWH = 2;
const SLACK_KW = 10;

type Told = Partial<OcpiSession> & { last_updated: string };

/**
 * An update of a session without its implausible figures: Wh for kWh, W for kW, seconds for hours, dates of another
 * year. The rest is used: the session continues by our own clock, and its bill is checked separately.
 */
export function withoutImplausible(row: SessionRow, told: Told, now: Date): Told {
  const { kwh, charging_periods, start_date_time, end_date_time, ...rest } = told;
  const asked = row.requested_at.getTime();
  const within = (text: string, last: number) =>
    Date.parse(text) >= asked - CLOCK_TOLERANCE_MS && Date.parse(text) <= last + CLOCK_TOLERANCE_MS;
  const start =
    start_date_time && within(start_date_time, now.getTime()) ? new Date(start_date_time) : null;
  const begun = { ...row, start_at: start ?? row.start_at ?? row.requested_at };
  const from = begun.start_at.getTime();
  const clock = Math.max(sessionNow(begun, now).getTime(), asked);
  const isNear = (text: string) => within(text, clock);
  const end =
    end_date_time && isNear(end_date_time) && Date.parse(end_date_time) >= from
      ? end_date_time
      : null;
  const until = Math.max(clock, ...[told.last_updated, end ?? ""].filter(isNear).map(Date.parse));

  const hours = Math.max(0, until - from) / HOUR_MS;
  const plugKw = row.snapshot.plug_kw ?? STRONGEST_KW;
  const most = {
    kwh: plugKw * hours * SLACK + SLACK_KWH,
    hours: hours * SLACK + 1,
    kw: plugKw * SLACK + SLACK_KW,
  };
  const fits = (value: number, limit: number) => value >= 0 && value <= limit;
  const mostOf = (type: string) => {
    if (type === "ENERGY") return most.kwh;
    if (type === "TIME" || type === "PARKING_TIME") return most.hours;
    if (type === "POWER" || type === "MAX_POWER") return most.kw;
    return type === "STATE_OF_CHARGE" ? 100 : Infinity;
  };
  const periodsFit = charging_periods?.every(
    ({ start_date_time: at, dimensions }) =>
      isNear(at) && dimensions.every(({ type, volume }) => fits(volume, mostOf(type))),
  );
  return {
    ...rest,
    ...(kwh !== undefined && fits(kwh, most.kwh) ? { kwh } : {}),
    ...(charging_periods && periodsFit ? { charging_periods } : {}),
    ...(start_date_time && start ? { start_date_time } : {}),
    ...(end ? { end_date_time: end } : {}),
  };
}

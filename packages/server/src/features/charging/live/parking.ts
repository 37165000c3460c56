import { localTime, parkingFee } from "@voltmarg/rules";
import type { Tx } from "../../../platform/database/database.ts";
import { sessionNow, type ChargingDeps } from "../change-session.ts";
import { periodsSoFar } from "./measure.ts";
import type { SessionRow } from "../session.store.ts";
import { notifyOnce } from "../notify-driver.ts";

/** How long before a parking fee starts the driver is notified; at once if it starts sooner. */
const NOTIFY_BEFORE_MS = 15 * 60_000;

/** When a car that is full but still plugged in begins to pay, by the frozen tariff; forgotten when it charges again. */
export async function measureParking(deps: ChargingDeps, tx: Tx, row: SessionRow): Promise<void> {
  row.parking_fee_at = null;
  row.parking_fee_minor = null;
  const { tariff, location } = row.snapshot;
  const isFull = row.power_kw === 0 && (row.kwh ?? 0) > 0;
  if (!isFull || !tariff || !row.start_at || row.end_at) return;
  const metered = await periodsSoFar(tx, row);
  const parked = metered?.periods.findLastIndex(({ kind }) => kind === "CHARGING") ?? -1;
  const since = metered?.periods[parked + 1]?.start ?? metered?.end;
  if (since === undefined) return;
  try {
    const fee = parkingFee({
      tariff,
      timeZone: location.time_zone,
      start: row.start_at,
      from: new Date(since),
      kwh: row.kwh ?? 0,
    });
    row.parking_fee_at = fee && new Date(fee.startsAt);
    row.parking_fee_minor = fee && fee.perMinuteMinor;
  } catch (error) {
    deps.logger.warn({ err: error, session: row.id }, "no parking fee can be read from the tariff");
  }
}

/** Notifies the driver of a parking fee in time. True: notified now, so the caller must save `row`. */
export async function notifyParkingFee(
  deps: ChargingDeps,
  tx: Tx,
  row: SessionRow,
): Promise<boolean> {
  if (!isParkingDue(row, deps.clock.now())) return false;
  const { name: place, time_zone } = row.snapshot.location;
  const { time } = localTime(time_zone, row.parking_fee_at!.getTime());
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const since = `${two(time / 3_600_000)}:${two((time / 60_000) % 60)}`;
  const minor = Number(row.parking_fee_minor);
  const runs = row.parking_fee_at! <= sessionNow(row, deps.clock.now());
  return notifyOnce(deps, tx, row, "PARKING_FEE", { of: "PARKING_FEE", place, since, minor, runs });
}

export function isParkingDue(row: SessionRow, now: Date): boolean {
  if (row.status !== "ACTIVE" || !row.parking_fee_at || row.told.includes("PARKING_FEE"))
    return false;
  const left = row.parking_fee_at.getTime() - sessionNow(row, now).getTime();
  return left / row.snapshot.speed <= NOTIFY_BEFORE_MS;
}

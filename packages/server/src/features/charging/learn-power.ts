import { fits, isPowerUnknown, seenPower, withInlets } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import { keepSeenPower } from "../vehicles/index.ts";
import { periodsOf } from "./live/meter.ts";
import { meterRows } from "./live/meter.store.ts";
import type { SessionRow } from "./session.store.ts";

/** kWh by which periods may differ from the total of their session by rounding. */
const ROUNDING_KWH = 0.1;

/** A vehicle whose power nobody states is known better after each charge that its operator ended (decision 0017). */
export async function learnPower(tx: Tx, row: SessionRow): Promise<void> {
  const { snapshot, start_at: start, end_at: end, kwh } = row;
  if (row.status !== "COMPLETED" || row.given_up_at || !snapshot.vehicle) return;
  if (!start || !end || kwh === null) return;
  const vehicle = withInlets(snapshot.vehicle);
  const current = snapshot.connector.power_type === "DC" ? "DC" : "AC";
  // Where the plug does not fit, another vehicle was charged.
  if (!isPowerUnknown(current, vehicle) || !fits(snapshot.connector, vehicle)) return;
  const told = (await meterRows(tx, [row])).get(row.id) ?? [];
  if (told.reduce((sum, one) => sum + Number(one.kwh), 0) > kwh + ROUNDING_KWH) return;
  const whole = {
    start: start.toISOString(),
    end: end.toISOString(),
    kwh,
    kind: "CHARGING" as const,
  };
  const seen = seenPower({
    periods: told.length > 0 ? periodsOf(told, end) : [whole],
    plugKw: snapshot.plug_kw,
    current,
    batteryKwh: vehicle.battery_capacity,
  });
  if (!seen) return;
  await keepSeenPower(tx, current, seen, { userId: row.user_id, vehicle });
}

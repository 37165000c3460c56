import type { Vehicle } from "@voltmarg/contract";
import type { ChargingCurve } from "@voltmarg/rules";
import { sql, type Tx } from "../../platform/database/database.ts";

/** Keeps it with its driver's own vehicle, where that is still the one that was charged. */
export const keepSeenCurve = (
  tx: Tx,
  userId: string,
  { id, make, model, variant, battery_capacity, max_dc_intake }: Vehicle,
  curve: ChargingCurve,
) =>
  sql`update vehicle set seen_curve = ${JSON.stringify(curve)}::jsonb
      where user_id = ${userId} and id = ${id} and make = ${make} and model = ${model} and variant = ${variant}
        and battery_capacity is not distinct from ${battery_capacity}
        and max_dc_intake is not distinct from ${max_dc_intake}`.execute(tx);

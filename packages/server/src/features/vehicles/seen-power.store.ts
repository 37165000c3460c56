import type { Vehicle } from "@voltmarg/contract";
import type { SeenPower } from "@voltmarg/rules";
import { sql, type Tx } from "../../platform/database/database.ts";

type Of = { userId: string; vehicle: Pick<Vehicle, "id" | "make" | "model" | "variant"> };

/**
 * Keeps what a charge showed of its driver's own vehicle, where nobody states that power and the vehicle is still the one
 * that was charged. Whoever took more at a weaker plug than was seen before takes an unknown power again.
 */
export const keepSeenPower = (
  tx: Tx,
  current: "AC" | "DC",
  { kw, by }: SeenPower,
  { userId, vehicle: { id, make, model, variant } }: Of,
) => {
  const seen = sql.ref(current === "DC" ? "seen_dc_kw" : "seen_ac_kw");
  const stated = sql.ref(current === "DC" ? "max_dc_intake" : "onboard_charger_capacity");
  return sql`
    update vehicle set ${seen} = ${by === "VEHICLE" ? kw : null}
    where user_id = ${userId} and id = ${id} and make = ${make} and model = ${model}
      and variant = ${variant} and ${stated} is null
      and coalesce(${seen}, ${by === "VEHICLE" ? 0 : Infinity}) < ${kw}`.execute(tx);
};

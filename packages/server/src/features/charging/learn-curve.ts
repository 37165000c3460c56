import { plugsFor, seenCurve, withInlets, type SeenSession } from "@voltmarg/rules";
import type { Tx } from "../../platform/database/database.ts";
import { keepSeenCurve } from "../vehicles/index.ts";
import { curveSamples } from "./live/curve-samples.store.ts";
import type { SessionRow } from "./session.store.ts";

/** Older sessions say what the battery took when it was younger. */
const YEAR_MS = 365 * 86_400_000;

/**
 * What a vehicle takes at each state of charge is known better after each DC session that told it (decision 0017). Which
 * sessions show it is decided where they are read; one that does not leaves the curve as it is.
 */
export async function learnCurve(tx: Tx, row: SessionRow): Promise<void> {
  const { snapshot, user_id: userId } = row;
  // Some operators send 0 for a state of charge that they do not know.
  if (!snapshot.vehicle || !row.state_of_charge) return;
  const vehicle = withInlets(snapshot.vehicle);
  const { battery_capacity: batteryKwh } = vehicle;
  if (batteryKwh === null || snapshot.connector.power_type !== "DC") return;
  const since = new Date(row.requested_at.getTime() - YEAR_MS);
  const samples = await curveSamples(tx, userId, vehicle, plugsFor(vehicle), since);
  const sessions = [...Map.groupBy(samples, ({ id }) => id).values()].map((of): SeenSession => ({
    plugKw: of[0]!.plug_kw,
    samples: of.map(({ percent, kwh, minutes }) => ({
      percent,
      kw: minutes > 0 ? (kwh / minutes) * 60 : 0,
      minutes,
    })),
  }));
  const curve = seenCurve({ sessions, batteryKwh, statedKw: vehicle.max_dc_intake });
  if (curve) await keepSeenCurve(tx, userId, vehicle, curve);
}

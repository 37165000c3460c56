import { type StationsDeps, getLocation } from "../stations/index.ts";
import type { StationProblem } from "@voltmarg/contract";
import { newId } from "../../platform/ids.ts";
import type { Tx } from "../../platform/database/database.ts";
import {
  insertProblem,
  lockProblems,
  type NewProblem,
  problemsSince,
  rewriteProblem,
} from "./problems.store.ts";

const HOUR_MS = 3_600_000;
/** Reports per driver and hour; more cannot be about problems at one station. */
const MOST = 5;

export type ProblemRefusal = "LOCATION_NOT_FOUND" | "CONNECTOR_NOT_FOUND" | "TOO_MANY_PROBLEMS";

/** Stores a driver's report. The same problem reported again within an hour is one report, with the newest text. */
export async function reportProblem(
  deps: StationsDeps,
  userId: string,
  input: {
    location_id: string;
    evse_uid?: string | null | undefined;
    kind: StationProblem["kind"];
    text: string;
  },
): Promise<{ id: string; created_at: string } | ProblemRefusal> {
  const station = await getLocation(deps, userId, input.location_id, null);
  if (!station) return "LOCATION_NOT_FOUND";
  const evseUid = input.evse_uid ?? null;
  if (evseUid !== null && !station.evses.some(({ uid }) => uid === evseUid))
    return "CONNECTOR_NOT_FOUND";
  const at = deps.clock.now();
  return deps.database.transact(async (tx) => {
    await lockProblems(tx, userId);
    const { kind, text } = input;
    return addReport(tx, { userId, locationId: station.id, evseUid, kind, reason: null, text, at });
  });
}

/** Adds a report, or rewrites the same one of the last hour. Call after `lockProblems`. */
export async function addReport(
  tx: Tx,
  report: Omit<NewProblem, "id">,
): Promise<{ id: string; created_at: string } | "TOO_MANY_PROBLEMS"> {
  const { at } = report;
  const before = await problemsSince(tx, report.userId, new Date(at.getTime() - HOUR_MS));
  const same = before.find(
    (one) =>
      one.location_id === report.locationId &&
      one.evse_uid === report.evseUid &&
      one.kind === report.kind &&
      one.reason === report.reason &&
      one.closed_at === null,
  );
  if (same) {
    await rewriteProblem(tx, same.id, report.text, at);
    return { id: same.id, created_at: same.created_at.toISOString() };
  }
  if (before.length >= MOST) return "TOO_MANY_PROBLEMS";
  const id = newId("prb", at);
  await insertProblem(tx, { ...report, id });
  return { id, created_at: at.toISOString() };
}

import type { Location } from "@voltmarg/contract";
import { createEventLoopYield } from "../../platform/event-loop.ts";
import { CONFIDENCE_DAYS, confidenceOf, withoutEchoes } from "./confidence.ts";
import { show, whoIs } from "./show-locations.ts";
import type { CheckInEvidence, StartAttempt, StationsDeps } from "./stations-deps.ts";
import { findLocations } from "./stations.store.ts";

type Of<T> = T & { location_id: string };
/** What drivers tried and said at several locations since a time. */
export type Evidence = {
  starts(ids: readonly string[], since: Date): Promise<readonly Of<StartAttempt>[]>;
  checkIns(ids: readonly string[], since: Date): Promise<readonly Of<CheckInEvidence>[]>;
};

const AT_ONCE = 50;
const SLICE_MS = 5;

/** Locations as this driver sees them, and whether recent starts and check-ins leave little confidence in an EVSE. */
export async function listStationsOfTrip(
  deps: StationsDeps,
  evidence: Evidence,
  userId: string,
  ids: readonly string[],
): Promise<{ stations: Location[]; isDoubtful(id: string, evseUid: string): boolean }> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - CONFIDENCE_DAYS * 86_400_000);
  const who = await whoIs(deps, userId);
  const breathe = createEventLoopYield(SLICE_MS);
  const stations: Location[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const found = await findLocations(deps.database.db, ids.slice(at, at + AT_ONCE));
    const offered = found.filter((row) => row.hidden_at === null);
    stations.push(...(await show(deps, who, null, offered)));
    await breathe();
  }
  const starts = Map.groupBy(await evidence.starts(ids, since), (one) => one.location_id);
  const checkIns = Map.groupBy(await evidence.checkIns(ids, since), (one) => one.location_id);
  return {
    stations,
    isDoubtful: (id, evseUid) => {
      const tried = starts.get(id) ?? [];
      const said = withoutEchoes(checkIns.get(id) ?? [], tried);
      const { level } = confidenceOf(
        tried.filter(({ evse_uid }) => evse_uid === evseUid),
        said.filter(({ evse_uid, of_charger }) => evse_uid === evseUid && of_charger),
        now,
      );
      return level === "doubtful";
    },
  };
}

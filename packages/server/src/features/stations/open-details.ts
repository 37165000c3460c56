import type { Language, Location } from "@voltmarg/contract";
import type { Position } from "@voltmarg/rules";
import { CONFIDENCE_DAYS, confidenceOf, withoutEchoes } from "./confidence.ts";
import { proofOf, proofSince } from "./proof.ts";
import { readProof } from "./proof.store.ts";
import { siteOf } from "./site.ts";
import { getLocation, visibleLocation } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { evsesOf, findLocation, type LocationRow } from "./stations.store.ts";

const ASK_AGAIN_MS = 15_000;
const MOST = 10_000;

export type Details = {
  of(
    userId: string,
    id: string,
    from: Position | null,
    how: { fresh: boolean; language: Language },
  ): Promise<Location | null>;
};

/** A location's details with what recent starts and charges say; on request, checked with its operator first. */
export function createDetails(deps: StationsDeps): Details {
  const asked = new Map<string, { at: number; answered: Promise<boolean> }>();

  /** At most one request per location in 15 s; everybody who opens it meanwhile waits for the same answer. */
  const check = async ({ id, operator_id, country_code, party_id, ocpi_id }: LocationRow) => {
    const now = deps.clock.now().getTime();
    const before = asked.get(id);
    if (before && now - before.at < ASK_AGAIN_MS)
      return (await before.answered) ? ("recent" as const) : ("failed" as const);
    if (asked.size >= MOST) asked.clear();
    const place = { party: { country_code, party_id }, id: ocpi_id };
    const answered = deps.askOperator(operator_id, place).catch(() => false);
    asked.set(id, { at: now, answered });
    return (await answered) ? ("now" as const) : ("failed" as const);
  };

  return {
    of: async (userId, id, from, { fresh, language }) => {
      let checked: Location["checked"];
      if (fresh) {
        const seen = await visibleLocation(deps, userId, id);
        if (!seen) return null;
        checked = await check(seen.row);
      }
      const station = await getLocation(deps, userId, id, from);
      if (!station) return null;
      const now = deps.clock.now();
      const since = new Date(now.getTime() - CONFIDENCE_DAYS * 86_400_000);
      const attempts = await deps.startsAt(id, since);
      const checkIns = withoutEchoes(await deps.checkInsAt(id, since), attempts);
      const proof = await readProof(deps.database.db, id, proofSince(now));
      const evses = station.evses.map((evse) => ({
        ...evse,
        confidence: confidenceOf(
          attempts.filter(({ evse_uid }) => evse_uid === evse.uid),
          checkIns.filter(({ evse_uid, of_charger }) => evse_uid === evse.uid && of_charger),
          now,
        ),
        proof: proofOf(proof.filter(({ evse_uid }) => evse_uid === evse.uid)),
      }));
      const { db } = deps.database;
      const row = await findLocation(db, id);
      const parked = row?.body.parking_places ? await evsesOf(db, [id]) : [];
      return {
        ...station,
        evses,
        proof: proofOf(proof),
        ...(row && { site: siteOf(row, language, parked) }),
        ...(checked && { checked }),
      };
    },
  };
}

import type { Candidate, Candidates } from "./trip-candidates.ts";

export type UsedDeps = {
  /** How much of the hour of an instant each EVSE is usually in use, 0 to 1; null: too little is known. */
  usuallyUsed(
    at: readonly { locationId: string; evseUid: string; timeZone: string; instant: Date }[],
  ): Promise<(number | null)[]>;
};

/** How long a session still lasts when one finds it, about. */
const REST_MINUTES = { DC: 20, AC: 60 };
/** Of a plug of which nothing is known, beside others of which something is. */
const USED_SHARE = 1 / 4;
/** Charging on the way makes a trip so many times as long as driving. When stops are, is planned later. */
const WITH_CHARGING = 1.2;

/**
 * The stations with what is to be waited there at about the hour of arrival: the chance that all plugs of a kind are in
 * use, times what is left of the session that ends first. Without history a kind keeps its guess.
 */
export async function withExpectedWaits(
  { usuallyUsed }: UsedDeps,
  { stations, tariffs }: Candidates,
  way: { departsMs: number; km: number; minutes: number },
): Promise<Candidates> {
  const asked = stations.flatMap((station) =>
    uidsOf(station).map((evseUid) => ({
      locationId: station.id,
      evseUid,
      timeZone: station.timeZone,
      instant: new Date(way.departsMs + Math.round(passedAfterMs(station.km, way))),
    })),
  );
  const shares = await usuallyUsed(asked);
  const known = new Map<string, number>();
  for (const [nth, { locationId, evseUid }] of asked.entries()) {
    const share = shares[nth] ?? null;
    if (share !== null) known.set(`${locationId} ${evseUid}`, share);
  }
  return {
    tariffs,
    stations: stations.map((station) => ({
      ...station,
      plugs: station.plugs.map((plug) => {
        const used = plug.evseUids.map((uid) => known.get(`${station.id} ${uid}`));
        return { ...plug, waitMinutes: waitOf(plug, used) };
      }),
    })),
  };
}

const uidsOf = ({ plugs }: Candidate) => [...new Set(plugs.flatMap(({ evseUids }) => evseUids))];

const passedAfterMs = (km: number, { km: whole, minutes }: { km: number; minutes: number }) =>
  whole > 0 ? (km / whole) * minutes * WITH_CHARGING * 60_000 : 0;

function waitOf(
  { waitMinutes, current }: Candidate["plugs"][number],
  used: readonly (number | undefined)[],
): number {
  if (used.every((share) => share === undefined)) return waitMinutes;
  const allUsed = used.reduce<number>((chance, share = USED_SHARE) => chance * share, 1);
  return Math.round((allUsed * REST_MINUTES[current]) / used.length);
}

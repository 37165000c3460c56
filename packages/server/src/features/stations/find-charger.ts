import type { Location } from "@voltmarg/contract";
import { readChargerCode } from "./charger-code.ts";
import { getLocation, whyNotShown } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";
import { findByCodes } from "./stations.store.ts";

type NotShown = Awaited<ReturnType<typeof whyNotShown>>;

/** The location, reduced to the EVSE that a code names, if this driver may see it. */
export async function findByEvseCode(
  deps: StationsDeps,
  userId: string,
  codes: readonly string[],
): Promise<Location | NotShown> {
  if (codes.length === 0) return "LOCATION_NOT_FOUND";
  const found = await findByCodes(deps.database.db, codes);
  found.sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
  let why: NotShown = "LOCATION_NOT_FOUND";
  for (const { location_id, uid } of found) {
    const station = await getLocation(deps, userId, location_id, null);
    const evses = station?.evses.filter((e) => e.uid === uid) ?? [];
    if (station && evses.length > 0) return { ...station, evses };
    if (!station && why === "LOCATION_NOT_FOUND")
      why = await whyNotShown(deps, userId, location_id);
  }
  return why;
}

/** The location that a QR code in any form refers to. */
export async function findByQrCode(
  deps: StationsDeps,
  userId: string,
  text: string,
): Promise<Location | NotShown> {
  const code = readChargerCode(text, deps.publicUrl);
  if ("codes" in code) return findByEvseCode(deps, userId, code.codes);
  const station = await getLocation(deps, userId, code.location, null);
  if (!station) return whyNotShown(deps, userId, code.location);
  if (code.evse === null) return station;
  const evses = station.evses.filter((e) => e.uid === code.evse || e.evse_id === code.evse);
  return evses.length > 0 ? { ...station, evses } : station;
}

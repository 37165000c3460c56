import { call } from "../api/http/call.ts";
import { listTrips } from "../api/http/endpoints/trips.ts";
import { paths } from "../paths.ts";

/** The screen of the trip that is under way; else the list in which its notification is. */
export async function pathUnderWay(): Promise<string> {
  const [first] = (await call(listTrips, {})).data.trips;
  return first?.begun_at ? paths.tripOf(first.id) : paths.notifications;
}

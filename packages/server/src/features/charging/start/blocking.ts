import type { User } from "@voltmarg/contract";
import type { SessionRow } from "../session.store.ts";

/** The open session that forbids another one: any, or, for drivers who may have several, one at the same EVSE. */
export function blocking(
  user: Pick<User, "allow_multi_charging">,
  open: readonly SessionRow[],
  at: { location_id: string; evse_uid: string },
): SessionRow | undefined {
  if (!user.allow_multi_charging) return open[0];
  return open.find(
    ({ snapshot }) => snapshot.location.id === at.location_id && snapshot.evse_uid === at.evse_uid,
  );
}

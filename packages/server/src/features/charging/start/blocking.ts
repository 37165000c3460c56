import type { User } from "@voltmarg/contract";
import type { SessionRow } from "../session.store.ts";

/** The charge under way that forbids another one: any, or with several allowed the one at this very charger. */
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

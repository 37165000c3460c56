import type { Tx } from "../../platform/database/database.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { lockVisibility, setHidden, type HiddenRow } from "./hide-location.store.ts";

/** Who hides a station or shows it again, and why. */
export type Act = { by: string; because: string; at: Date };
type Changed = Outcome<HiddenRow, "LOCATION_NOT_FOUND" | "CONFLICT">;

/**
 * Takes a station out of the app: no search, map or code finds it, and no charge starts there. A charge under way goes on,
 * and what its operator sends is stored. CONFLICT: it is hidden already.
 */
export async function hideLocation(tx: Tx, id: string, act: Act): Promise<Changed> {
  const known = await lockVisibility(tx, id);
  if (!known) return refuse("LOCATION_NOT_FOUND");
  if (known.hidden_at)
    return refuse("CONFLICT", {
      message: `${known.hidden_by} hid this station before you. The reason: ${known.hidden_because}`,
      extra: {
        by: known.hidden_by,
        at: known.hidden_at.toISOString(),
        because: known.hidden_because,
      },
    });
  return done(await setHidden(tx, id, act));
}

/** Puts a hidden station back into the app. CONFLICT: it is shown. */
export async function showLocation(tx: Tx, id: string): Promise<Changed> {
  const known = await lockVisibility(tx, id);
  if (!known) return refuse("LOCATION_NOT_FOUND");
  if (!known.hidden_at) return refuse("CONFLICT", { message: "This station is shown already." });
  return done(await setHidden(tx, id, null));
}

import { one, sql, type Tx } from "../../platform/database/database.ts";
import { nextVersion } from "./stations.store.ts";

export type HiddenRow = {
  id: string;
  hidden_at: Date | null;
  hidden_by: string | null;
  hidden_because: string | null;
};

/** Locks a location, a closed one too: its operator may open it again. */
export const lockVisibility = (tx: Tx, id: string) =>
  one(
    tx,
    sql<HiddenRow>`select id, hidden_at, hidden_by, hidden_because from location where id = ${id} for update`,
  );

/** Hides a location, or shows it again. */
export const setHidden = async (
  tx: Tx,
  id: string,
  act: { by: string; because: string; at: Date } | null,
) =>
  (await one(
    tx,
    sql<HiddenRow>`
      update location set hidden_at = ${act?.at ?? null}, hidden_by = ${act?.by ?? null},
        hidden_because = ${act?.because ?? null}, version = ${nextVersion}
      where id = ${id} returning id, hidden_at, hidden_by, hidden_because`,
  ))!;

/** Notes in which GST state a location is; null: as its operator says. False: there is no such location. */
export const setGstState = async (tx: Tx, id: string, code: string | null): Promise<boolean> =>
  (await one(
    tx,
    sql<{ id: string }>`update location set gst_state = ${code} where id = ${id} returning id`,
  )) !== undefined;

import type { ConsoleLocation } from "@voltmarg/contract";
import { pageByCursor, readCursor } from "../../platform/http/cursor.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { idsNamed, listLocations, type LocationRow } from "./locations.store.ts";

type Asked = {
  operator?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  q?: string | undefined;
  hidden?: "YES" | "NO" | undefined;
  cursor?: string | undefined;
  limit: number;
};
type Page = { content: ConsoleLocation[]; next_cursor: string | null };

/** A page of the open stations of all operators, by name. */
export async function searchLocations(
  { database: { db }, operatorNamed }: ConsoleDeps,
  asked: Asked,
): Promise<Outcome<Page, "NOT_FOUND" | "INVALID_INPUT">> {
  const operator = asked.operator === undefined ? null : await operatorNamed(asked.operator);
  if (asked.operator !== undefined && !operator)
    return refuse("NOT_FOUND", { message: "There is no operator of that id, name or party." });
  const after = asked.cursor === undefined ? null : keyOf(asked.cursor);
  if (asked.cursor !== undefined && !after)
    return refuse("INVALID_INPUT", { message: "This is no cursor of this list." });
  const found = await listLocations(
    db,
    {
      operatorId: operator?.id ?? null,
      city: asked.city ?? null,
      state: asked.state ?? null,
      named:
        asked.q === undefined ? null : { beginning: asked.q, ids: await idsNamed(db, asked.q) },
      hidden: asked.hidden === undefined ? null : asked.hidden === "YES",
      after,
    },
    asked.limit + 1,
  );
  return done(pageByCursor(found, asked.limit, (row) => [row.sort_key, row.id], locationToWire));
}

function keyOf(cursor: string): { name: string; id: string } | null {
  const key = readCursor(cursor, 2);
  // PostgreSQL stores no NUL.
  if (!key?.every((part) => !part.includes("\0") && part.isWellFormed())) return null;
  const [name = "", id = ""] = key;
  return { name, id };
}

export const hiddenToWire = (row: {
  hidden_at: Date | null;
  hidden_by: string | null;
  hidden_because: string | null;
}): ConsoleLocation["hidden"] =>
  row.hidden_at && {
    at: row.hidden_at.toISOString(),
    by: row.hidden_by ?? "",
    because: row.hidden_because ?? "",
  };

export const locationToWire = (row: LocationRow): ConsoleLocation => ({
  id: row.id,
  ocpi_id: row.ocpi_id,
  name: row.name,
  address: row.address,
  city: row.city,
  state: row.state,
  latitude: row.latitude,
  longitude: row.longitude,
  operator: { id: row.operator_id, name: row.operator_name },
  evses: row.evses,
  last_updated: row.last_updated.toISOString(),
  publish: row.publish,
  hidden: hiddenToWire(row),
});

import type { Queryable } from "../../platform/database.ts";
import { checkLedger } from "../wallet/index.ts";

/** Looks through all books; sound when no kind of fault was found. */
export async function checkBooks(
  on: Queryable,
): Promise<{ sound: boolean; faults: Record<string, number> }> {
  const faults: Record<string, number> = { ...(await checkLedger(on)) };
  return { sound: Object.values(faults).every((count) => count === 0), faults };
}

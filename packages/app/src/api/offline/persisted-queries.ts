import { openQueryStore } from "../../native/query-store.ts";
import { persistQueries } from "./persist-queries.ts";
import { queryClient } from "../queries/query-client.ts";

const answers = openQueryStore();
let keeper: { user: string; stop: () => void } | null = null;

/** Restores and persists the answers of this driver while signed in. */
export function persistFor(user: string): void {
  if (keeper?.user === user) return;
  keeper?.stop();
  keeper = { user, ...persistQueries(queryClient, answers, user) };
}

/** Stops persisting and deletes all answers. Settles when they are gone. */
export async function wipePersisted(): Promise<void> {
  keeper?.stop();
  keeper = null;
  await answers.wipe();
}

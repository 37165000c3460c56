import { openQueryStore } from "../../native/query-store.ts";
import { persistQueries } from "./persist-queries.ts";
import { queryClient } from "../queries/query-client.ts";

const answers = openQueryStore();
let keeper: { user: string; stop: () => void } | null = null;

/** Answers of before are there again, and new ones are kept, for as long as this driver is signed in. */
export function persistFor(user: string): void {
  if (keeper?.user === user) return;
  keeper?.stop();
  keeper = { user, ...persistQueries(queryClient, answers, user) };
}

/** Stops keeping, and settles when nothing that was kept is left. */
export async function wipePersisted(): Promise<void> {
  keeper?.stop();
  keeper = null;
  await answers.wipe();
}

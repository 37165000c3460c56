import { deviceStore } from "../../native/query-store.ts";
import { keepAnswers } from "./persist-queries.ts";
import { queryClient } from "../queries/query-client.ts";

const answers = deviceStore();
let keeper: { user: string; stop: () => void } | null = null;

/** Answers of before are there again, and new ones are kept, for as long as this driver is signed in. */
export function keepFor(user: string): void {
  if (keeper?.user === user) return;
  keeper?.stop();
  keeper = { user, ...keepAnswers(queryClient, answers, user) };
}

/** Stops keeping, and settles when nothing that was kept is left. */
export async function wipeKept(): Promise<void> {
  keeper?.stop();
  keeper = null;
  await answers.wipe();
}

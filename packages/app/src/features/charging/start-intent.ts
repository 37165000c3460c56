import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { personal } from "../../native/storage.ts";

const KEY = "start-intent";

/**
 * The Idempotency-Key of one intent to start: the same for every attempt with the same choice, also after
 * a reload, until the service gave a definite answer. So no attempt can start a second session.
 */
export function intentKey(choice: string): string {
  const kept = personal.read<{ choice: string; key: string }>(KEY);
  if (kept?.choice === choice && typeof kept.key === "string") return kept.key;
  const key = newIdempotencyKey();
  personal.write(KEY, { choice, key });
  return key;
}

/** Call it when the service has answered: the next press is a new intent. */
export const forgetIntent = (): void => personal.write(KEY, null);

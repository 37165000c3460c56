import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { personal } from "../../native/storage.ts";

const KEY = "start-intent";

/**
 * The Idempotency-Key of one intent to start: the same for every try of the same choice, also after
 * a reload, until the service has given a definite answer. So no try can start a second charge.
 */
export function intentKey(choice: string): string {
  const kept = personal.read<{ choice: string; key: string }>(KEY);
  if (kept?.choice === choice && typeof kept.key === "string") return kept.key;
  const key = newIdempotencyKey();
  personal.write(KEY, { choice, key });
  return key;
}

/** The service has answered: the next press is a new intent. */
export const forgetIntent = (): void => personal.write(KEY, null);

import { noteFailure, noteSuccess } from "./operators.store.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

/** No answer came, in whichever lane. */
const ANY = "ANY";

/**
 * Stores what the end of a call says of a partner; every replica then says the same of it. It fails once the circuit
 * breaker has given it up, and until a call of that lane succeeds; one that does not answer, until it answers anything.
 */
export async function noteCall(
  deps: Pick<RoamingDeps, "database" | "clock" | "logger" | "circuitBreakers">,
  operatorId: string,
  lane: string,
  ended: { status: number } | { error: unknown },
): Promise<void> {
  const { db } = deps.database;
  const at = deps.clock.now();
  const failing = (what: string) => {
    const { state } = deps.circuitBreakers.of(operatorId).health().lanes[lane]!;
    return state === "OPEN" || state === "HALF_OPEN"
      ? ({ lane: what, is: "FAILING" } as const)
      : null;
  };
  try {
    if ("error" in ended) {
      const message = ended.error instanceof Error ? ended.error.message : String(ended.error);
      await noteFailure(db, operatorId, { message, trouble: failing(ANY), works: [], at });
      return;
    }
    const { status } = ended;
    const isRejected = status === 401 || status === 403;
    if (status < 500 && !isRejected)
      return void (await noteSuccess(db, operatorId, [ANY, lane], at));
    const trouble = isRejected ? ({ lane, is: "REJECTED" } as const) : failing(lane);
    await noteFailure(db, operatorId, { message: `HTTP ${status}`, trouble, works: [ANY], at });
  } catch (error) {
    deps.logger.warn({ err: error, operator: operatorId }, "the end of a call could not be noted");
  }
}

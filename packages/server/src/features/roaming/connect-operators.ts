import { withLease } from "../../platform/locks/lease.ts";
import { encryptTokens } from "./encrypt-tokens.ts";
import { listOperators } from "./operators.store.ts";
import { registerWith, type ConfiguredOperator } from "./register.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { syncOperator } from "./sync.ts";

/** If another replica pulled all of an operator's tariffs and locations this recently, only changes are pulled. */
const JUST_PULLED_MS = 10 * 60_000;

/**
 * Registers with the configured operators and pulls their tariffs and locations. True: all succeeded. One replica at a time:
 * replicas that start together must not register twice.
 */
export const connectOperators = (
  deps: RoamingDeps,
  operators: readonly ConfiguredOperator[],
): Promise<boolean> =>
  withLease(deps.database, "connect operators", () => connectAll(deps, operators));

async function connectAll(
  deps: RoamingDeps,
  operators: readonly ConfiguredOperator[],
): Promise<boolean> {
  const { clock, logger } = deps;
  let all = true;
  await encryptTokens(deps);
  for (const partner of operators) {
    const registered = await registerWith(deps, partner);
    if (!registered.ok) {
      logger.error(
        { operator: partner.name, reason: registered.message },
        "cannot register with an operator",
      );
      all = false;
      continue;
    }
    const { id, whole_pulled_at: at } = registered.operator;
    const whole = !at || clock.now().getTime() - at.getTime() > JUST_PULLED_MS;
    const pulled = await syncOperator(deps, id, { whole });
    if (!pulled.ok) all = false;
    else logger.info({ operator: registered.operator.name, ...pulled }, "operator in step");
  }
  return all;
}

/** Synchronises every registered partner now, with all its tariffs and locations. */
export async function pullAll(deps: RoamingDeps): Promise<void> {
  for (const { id, registered_at } of await listOperators(deps.database.db))
    if (registered_at) await syncOperator(deps, id, { whole: true });
}

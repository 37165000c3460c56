import type { Tx } from "../../platform/database/database.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { eraseClosed } from "./erase-closed.ts";
import type { ConsentDeps } from "./consent.ts";
import type { EraseDeps } from "./erase-driver.ts";
import { personalDataRoutes } from "./personal-data.routes.ts";
import { countReached, tellSlice, type BreachDeps } from "./tell-breach.ts";
import { restrictClosed, restrictDriver } from "./restrict-closed.ts";

type AllDeps = EraseDeps &
  ConsentDeps &
  BreachDeps & {
    logger: Logger;
    /** Days after its closing after which an account is erased. */
    closedDays: number;
  };

type PersonalDataApi = {
  /** In the transaction that closes an account: what no feature needs any more leaves their tables. */
  restrict(tx: Tx, userId: string): Promise<void>;
  /** Restricts what was settled of closed accounts, and erases those whose time is over; every night. */
  endClosed(): Promise<void>;
};

/** The privacy notice and consent to it; export, restriction and erasure of personal data, and what is told of a breach. */
export const createPersonalData = (deps: AllDeps): Feature<PersonalDataApi> => ({
  routes: async (mounts) => personalDataRoutes(mounts, deps),
  handlers: {
    "breach.tell": { queue: "message", handle: (at: { id: string }) => tellSlice(deps, at) },
    "breach.count": (at: { id: string }) => countReached(deps, at),
  },
  api: {
    restrict: (tx, userId) => restrictDriver(tx, userId, deps.clock.now()),
    endClosed: async () => {
      await restrictClosed(deps);
      await eraseClosed(deps);
    },
  },
});

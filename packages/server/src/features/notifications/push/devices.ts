import { createHash } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { putDevice } from "./devices.store.ts";
import { readSubscription, type PushHosts } from "./subscription.ts";

const MOST_DEVICES = 10;

export type Devices = ReturnType<typeof createDevices>;

/** Registered devices of drivers. */
export function createDevices(deps: { database: Database; clock: Clock; hosts: PushHosts }) {
  return {
    /**
     * Keeps a device for as long as the sign-in lasts; it belongs to the driver who registered it last. False: it is a
     * Web Push subscription that cannot be used.
     */
    async register(
      { userId, sid }: { userId: string; sid: string },
      token: string,
      transport: "NATIVE" | "OTHER",
    ): Promise<boolean> {
      const subscription = transport === "OTHER" ? readSubscription(token, deps.hosts) : null;
      if (subscription === "unusable") return false;
      const device = {
        userId,
        sid,
        token: subscription ? JSON.stringify(subscription) : token,
        // A browser that renews its keys keeps its endpoint.
        hash: createHash("sha256")
          .update(subscription?.endpoint ?? token)
          .digest(),
        transport,
        at: deps.clock.now(),
      };
      await deps.database.transact((tx) => putDevice(tx, device, MOST_DEVICES));
      return true;
    },
  };
}

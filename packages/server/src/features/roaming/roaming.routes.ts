import { fail, statusCodes } from "@voltmarg/ocpi";
import type { RawRoute } from "../../platform/http/raw.ts";
import type { Peers } from "./counterparties.ts";
import { createReceiver } from "./receiver.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

/** Everything under /ocpi: OCPI envelopes with access rules of their own. */
export function roamingRoutes(deps: RoamingDeps, peers: Peers): RawRoute[] {
  const receiver = createReceiver(deps, peers);
  return [
    {
      method: "ANY",
      path: `${OCPI_BASE}/*`,
      admit: ({ headers }) => receiver.refuseStranger({ ...headers }),
      handle: (request) => receiver.handle({ ...request, headers: { ...request.headers } }),
      refuse: (status, message) => ({
        status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fail(statusCodes.clientError, message, deps.clock.now().getTime())),
      }),
    },
  ];
}

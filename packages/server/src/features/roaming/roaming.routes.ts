import type { RawRoute } from "../../platform/http/raw.ts";
import { createReceiver } from "./receiver.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

/** Everything under /ocpi: OCPI envelopes with access rules of their own. */
export function roamingRoutes(deps: RoamingDeps): RawRoute[] {
  const receiver = createReceiver(deps);
  return [
    {
      method: "ANY",
      path: `${OCPI_BASE}/*`,
      handle: (request) => receiver.handle({ ...request, headers: { ...request.headers } }),
    },
  ];
}

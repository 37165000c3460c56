import { fail, statusCodes } from "@voltmarg/ocpi";
import type { RawRoute } from "../../platform/http/raw.ts";
import type { Peers } from "./counterparties.ts";
import { createReceiver } from "./receiver.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

/** An invoice lists a month of a large operator: 50,000 ids of 39 characters. */
const MOST_INVOICE_BYTES = 3 * 1024 * 1024;

/** Everything under /ocpi: OCPI envelopes with access rules of their own. */
export function roamingRoutes(deps: RoamingDeps, peers: Peers): RawRoute[] {
  const receiver = createReceiver(deps, peers);
  const routeOf = (path: string, mostBytes?: number): RawRoute => ({
    method: "ANY",
    path: `${OCPI_BASE}${path}`,
    ...(mostBytes === undefined ? {} : { mostBytes }),
    admit: ({ headers }) => receiver.refuseStranger({ ...headers }),
    handle: (request) => receiver.handle({ ...request, headers: { ...request.headers } }),
    refuse: (status, message) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fail(statusCodes.clientError, message, deps.clock.now().getTime())),
    }),
  });
  return [routeOf("/*"), routeOf("/emsp/:version/invoicereconciliation*", MOST_INVOICE_BYTES)];
}

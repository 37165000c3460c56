import type { ClientOptions } from "./call.ts";
import { configurationCalls } from "./configuration-calls.ts";
import { cpoCalls } from "./cpo-calls.ts";
import { emspCalls } from "./emsp-calls.ts";
import { createRequests } from "./requests.ts";

/** The calls of a client: of configuration modules, of an eMSP to a CPO, of a CPO to an eMSP. */
export type OcpiClient = ReturnType<typeof configurationCalls> &
  ReturnType<typeof emspCalls> &
  ReturnType<typeof cpoCalls>;

/**
 * The client end of OCPI, for both parties. Every call answers `{ok: true, data}` or a Failure; only objects to send that
 * are not valid OCPI throw. START_SESSION is never repeated here, nor anything else.
 */
export function createOcpiClient(options: ClientOptions): OcpiClient {
  const requests = createRequests(options);
  return { ...configurationCalls(requests), ...emspCalls(requests), ...cpoCalls(requests) };
}

import * as z from "zod/mini";
import { credentialsForms } from "./newer-shapes.ts";
import type { Leaf } from "./scalars.ts";
import type { locationSchemas } from "./locations.ts";

// OCPI 2.2.1 credentials and version_information_endpoint
const connectionStatuses = ["CONNECTED", "OFFLINE", "PLANNED", "SUSPENDED"] as const;
const roles = ["CPO", "EMSP", "HUB", "NAP", "NSP", "OTHER", "SCSP"] as const;
const moduleIds = [
  "cdrs",
  "chargingprofiles",
  "commands",
  "credentials",
  "hubclientinfo",
  "invoicereconciliation",
  "locations",
  "sessions",
  "tariffs",
  "tokens",
] as const;

export function credentialsSchemas(leaf: Leaf, places: ReturnType<typeof locationSchemas>) {
  const version = z.object({ version: leaf.text(10), url: leaf.url() });
  const endpoint = z.object({
    identifier: leaf.open(moduleIds),
    role: leaf.closed(["SENDER", "RECEIVER"]),
    url: leaf.url(),
  });
  return {
    version,
    endpoint,
    versionDetails: z.object({ version: leaf.text(10), endpoints: leaf.some(endpoint) }),
    // OCPI 2.2.1 mod_hub_client_info
    clientInfo: z.object({
      party_id: leaf.code(3),
      country_code: leaf.code(2),
      role: leaf.closed(roles),
      status: leaf.closed(connectionStatuses),
      last_updated: leaf.dateTime(),
    }),
    credentials: leaf.forms(
      z.object({
        token: leaf.text(64).check(z.regex(/^[\x21-\x7e]{1,64}$/, "not a credentials token")),
        url: leaf.url(),
        roles: leaf.some(
          z.object({
            role: leaf.closed(roles),
            business_details: places.businessDetails,
            party_id: leaf.code(3),
            country_code: leaf.code(2),
          }),
        ),
        hub_party_id: leaf.maybe(leaf.text(5)),
      }),
      credentialsForms,
    ),
  };
}

import * as z from "zod/mini";
import type { Leaf } from "./scalars.ts";
import { tokenTypes } from "./location-values.ts";
import { tokenForms } from "./older-shapes.ts";
import type { locationSchemas } from "./locations.ts";

// OCPI 2.2.1 mod_tokens
const allowedTypes = ["ALLOWED", "BLOCKED", "EXPIRED", "NO_CREDIT", "NOT_ALLOWED"] as const;
const whitelistTypes = ["ALWAYS", "ALLOWED", "ALLOWED_OFFLINE", "NEVER"] as const;
const profileTypes = ["CHEAP", "FAST", "GREEN", "REGULAR"] as const;

export function tokenSchemas(leaf: Leaf, shared: ReturnType<typeof locationSchemas>) {
  const token = leaf.forms(
    z.object({
      country_code: leaf.code(2),
      party_id: leaf.code(3),
      uid: leaf.id(36),
      type: leaf.open(tokenTypes),
      contract_id: leaf.id(36),
      visual_number: z.optional(leaf.text(64)),
      issuer: leaf.text(64),
      group_id: z.optional(leaf.id(36)),
      valid: leaf.flag(),
      whitelist: leaf.closed(whitelistTypes),
      language: z.optional(leaf.text(2)),
      default_profile_type: z.optional(leaf.closed(profileTypes)),
      energy_contract: z.optional(
        z.object({ supplier_name: leaf.text(64), contract_id: z.optional(leaf.text(64)) }),
      ),
      last_updated: leaf.dateTime(),
    }),
    tokenForms,
  );
  const locationReferences = z.object({
    location_id: leaf.id(36),
    evse_uids: z.optional(z.array(leaf.id(36))),
  });
  const authorizationInfo = z.object({
    allowed: leaf.closed(allowedTypes),
    token,
    location: z.optional(locationReferences),
    authorization_reference: z.optional(leaf.id(36)),
    info: z.optional(shared.displayText),
  });
  return {
    token,
    tokenPatch: z.extend(z.partial(token), { last_updated: leaf.dateTime() }),
    locationReferences,
    authorizationInfo,
  };
}

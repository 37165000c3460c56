import {
  highestOf,
  sameParty,
  versions,
  type Credentials,
  type Endpoint,
  type OcpiClient,
  type Party,
  type VersionNumber,
} from "@voltmarg/ocpi";
import type { Tx } from "../../platform/database/database.ts";
import {
  addressTaken,
  releaseAddress,
  ownPartyOf,
  setWaiting,
  storeRegistration,
  type OperatorRow,
  type PartnerKind,
} from "./operators.store.ts";
import { divideClaims } from "./evse-claims.ts";
import { partiesOf, partiesOfOthers, replaceParties } from "./parties.store.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

/** Modules that an operator must offer. */
const NEEDED = [
  ["credentials", null],
  ["locations", "SENDER"],
  ["tariffs", "SENDER"],
  ["sessions", "SENDER"],
  ["cdrs", "SENDER"],
  ["commands", "RECEIVER"],
] as const;

/** Our credentials object for a partner. */
export function ourCredentials(deps: RoamingDeps, token: string): Credentials {
  return {
    token,
    url: ourVersionsUrl(deps),
    roles: [
      {
        role: "EMSP",
        country_code: deps.party.countryCode,
        party_id: deps.party.partyId,
        business_details: { name: deps.party.name },
      },
    ],
  };
}

export const ourVersionsUrl = (deps: RoamingDeps) => `${deps.publicUrl}${OCPI_BASE}/versions`;

export type Refusal = {
  ok: false;
  reason: "UNREACHABLE" | "REFUSED" | "VERSION" | "ENDPOINTS" | "ROLE" | "PARTY_TAKEN";
  message: string;
};

/** A partner's endpoints, and the version they are of. */
export type Spoken = { version: VersionNumber; endpoints: Endpoint[] };

/**
 * Reads a partner's versions and version details: the endpoints to call in the highest version that both know. `only`: in
 * the one that the partner chose.
 */
export async function readEndpoints(
  client: OcpiClient,
  versionsUrl: string,
  only: readonly VersionNumber[] = versions,
): Promise<({ ok: true } & Spoken) | Refusal> {
  const listed = await client.getVersions(versionsUrl);
  if (!listed.ok) return unreachable("versions", listed.message);
  const highest = highestOf(listed.data, only);
  if (!highest)
    return {
      ok: false,
      reason: "VERSION",
      message: `the partner does not speak OCPI ${only.toReversed().join(", ")}`,
    };
  const { version } = highest;
  const details = await client.getVersionDetails(highest.named.url);
  if (!details.ok) return unreachable("version details", details.message);
  const { endpoints } = details.data;
  const missing = NEEDED.filter(
    ([id, role]) => !endpoints.some((e) => e.identifier === id && (!role || e.role === role)),
  );
  if (missing.length > 0) {
    const names = missing.map(([id]) => id).join(", ");
    return { ok: false, reason: "ENDPOINTS", message: `the partner lacks the modules ${names}` };
  }
  return { ok: true, version, endpoints };
}

const unreachable = (step: string, message: string): Refusal => ({
  ok: false,
  reason: "UNREACHABLE",
  message: `${step}: ${message}`,
});

/** The role that a partner of this kind must have, and the parties for which it may then write. */
function rolesFor(kind: PartnerKind, { roles }: Credentials) {
  const own = roles.find(({ role }) => role.toUpperCase() === kind);
  const parties = roles
    .filter(({ role }) => ["CPO", "HUB"].includes(role.toUpperCase()))
    .map(({ country_code, party_id, role, business_details }) => ({
      country_code,
      party_id,
      role: role.toUpperCase(),
      name: business_details.name,
    }));
  return own ? { own, parties } : null;
}

/**
 * Stores a partner's credentials. What the back office must decide waits (`divideClaims`): the partner is
 * registered and may write for the other parties, which may be none.
 */
export async function keepIntroduction(
  deps: RoamingDeps,
  tx: Tx,
  operator: OperatorRow,
  credentials: Credentials,
  { version, endpoints }: Spoken,
): Promise<{ ok: true } | Refusal> {
  const found = rolesFor(operator.kind, credentials);
  if (!found)
    return { ok: false, reason: "ROLE", message: `the partner has no ${operator.kind} role` };
  const { own, parties } = found;
  const us: Party = { country_code: deps.party.countryCode, party_id: deps.party.partyId };
  if (parties.some((each) => sameParty(each, us))) return taken;
  if (await addressTaken(tx, operator.id, credentials.url)) return taken;
  await releaseAddress(tx, operator.id, credentials.url);
  const name = own.business_details.name;
  const divided = await divideClaims(tx, operator, { parties, main: own, name });
  await replaceParties(tx, operator.id, divided.parties);
  const main = await mainParty(tx, operator, own);
  await setWaiting(tx, operator.id, divided.waiting);
  if (divided.waiting)
    deps.logger.warn(
      { operator: operator.id, waiting: divided.waiting },
      "what a partner says of itself waits for the back office",
    );
  await storeRegistration(tx, operator.id, {
    theirToken: deps.encryption.encrypt(credentials.token),
    version,
    endpoints,
    versionsUrl: credentials.url,
    roles: credentials.roles,
    party: main,
    name: divided.name,
    at: deps.clock.now(),
  });
  return { ok: true };
}

/** The claimed party if it is the partner's now; else its earlier one, unless the back office gave that to another. */
async function mainParty(tx: Tx, operator: OperatorRow, named: Party): Promise<Party | null> {
  const known = (await partiesOf(tx, operator.id)).find((each) => sameParty(each, named));
  if (known) return known;
  const before = ownPartyOf(operator);
  if (!before || (await partiesOfOthers(tx, operator.id, [before])).length > 0) return null;
  return before;
}

const taken: Refusal = {
  ok: false,
  reason: "PARTY_TAKEN",
  message: "its party is ours, or its address belongs to another partner",
};

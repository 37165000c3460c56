import type { Credentials, Failure } from "@voltmarg/ocpi";
import { newId, newSecret } from "../../platform/ids.ts";
import {
  completeRegistration,
  findOperator,
  putOperator,
  setPendingToken,
  type OperatorRow,
} from "./operators.store.ts";
import { clientFor, OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";

const VERSION = "2.2.1";

export type RegisterResult = { ok: true; operator: OperatorRow } | { ok: false; message: string };

const say = (step: string, failure: Failure): RegisterResult => ({
  ok: false,
  message: `${step}: ${failure.message}`,
});

/** What we tell partners of ourselves. */
export function ourCredentials(deps: RoamingDeps, token: string): Credentials {
  return {
    token,
    url: `${deps.publicUrl}${OCPI_BASE}/versions`,
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

/**
 * The credentials handshake, with us as the sender: versions and details with their TOKEN_A, our token B posted, their
 * token C received. B counts as pending before it is posted, since the partner calls back with it.
 */
export async function registerWith(
  deps: RoamingDeps,
  partner: { name: string; versionsUrl: string; tokenA: string },
): Promise<RegisterResult> {
  const { db } = deps.database;
  const at = deps.clock.now();
  const operator = await putOperator(db, {
    id: newId("opr", at),
    name: partner.name,
    versionsUrl: partner.versionsUrl,
    at,
  });
  if (!operator) return { ok: false, message: "the operator could not be stored" };
  if (operator.registered_at) return { ok: true, operator };

  const first = clientFor(deps, operator, partner.tokenA);
  const versions = await first.getVersions(partner.versionsUrl);
  if (!versions.ok) return say("versions", versions);
  const wanted = versions.data.find((v) => v.version === VERSION);
  if (!wanted) return { ok: false, message: `the operator does not speak OCPI ${VERSION}` };
  const details = await first.getVersionDetails(wanted.url);
  if (!details.ok) return say("version details", details);
  const { endpoints } = details.data;
  const missing = ["credentials", "locations", "tariffs", "commands", "sessions", "cdrs"].filter(
    (m) => !endpoints.some((e) => e.identifier === m),
  );
  if (missing.length > 0)
    return { ok: false, message: `the operator lacks the modules ${missing.join(", ")}` };

  const tokenB = newSecret();
  await setPendingToken(db, operator.id, tokenB);
  const answered = await clientFor(deps, operator, partner.tokenA, endpoints).postCredentials(
    ourCredentials(deps, tokenB),
  );
  if (!answered.ok) return say("credentials", answered);
  const role = answered.data.roles.find((r) => r.role === "CPO");
  if (!role) return { ok: false, message: "the operator has no CPO role" };
  await completeRegistration(db, operator.id, {
    theirToken: answered.data.token,
    endpoints,
    countryCode: role.country_code,
    partyId: role.party_id,
    name: role.business_details.name,
    at: deps.clock.now(),
  });
  const registered = await findOperator(db, operator.id);
  return registered
    ? { ok: true, operator: registered }
    : { ok: false, message: "the operator was removed meanwhile" };
}

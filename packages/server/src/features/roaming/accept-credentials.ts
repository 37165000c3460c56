import {
  done,
  refuse,
  statusCodes,
  type Context,
  type Credentials,
  type CredentialsHandlers,
  type Reply,
} from "@voltmarg/ocpi";
import { newSecret } from "../../platform/ids.ts";
import {
  keepIntroduction,
  ourCredentials,
  readEndpoints,
  type Refusal,
} from "./register-partner.ts";
import { clientFor, hostsOf } from "./circuit-breakers.ts";
import { findOperator, forgetRegistration, setPendingToken } from "./operators.store.ts";
import type { OperatorPeer } from "./counterparties.ts";
import type { RoamingDeps } from "./roaming-deps.ts";
import { askSync } from "./sync.ts";

/** The credentials module: partners that register, renew their token, or unregister. */
export function credentialsHandlers(
  deps: RoamingDeps,
  onChanged: () => void,
): CredentialsHandlers<OperatorPeer> {
  return {
    get: async ({ token }) => done(ourCredentials(deps, token)),
    post: (context, credentials) => accept(deps, context, credentials, onChanged),
    put: (context, credentials) => accept(deps, context, credentials, onChanged),
    delete: async ({ peer }) => {
      await forgetRegistration(deps.database.db, peer.operatorId);
      onChanged();
      deps.logger.warn({ operator: peer.operatorId }, "partner ended its registration");
      return done();
    },
  };
}

/**
 * The partner chose the version by the address it called. Reads its versions with its new token, then answers with a new token of ours. The token of this call stays
 * valid until the new one is used: after a lost answer the partner can repeat the call.
 */
async function accept(
  deps: RoamingDeps,
  { peer, version }: Pick<Context<OperatorPeer>, "peer" | "version">,
  credentials: Credentials,
  onChanged: () => void,
): Promise<Reply<Credentials>> {
  const { db } = deps.database;
  const operator = await findOperator(db, peer.operatorId);
  if (!operator) return refuse(statusCodes.clientError, "this partner is not known any more");
  if (!URL.canParse(credentials.url))
    return refuse(statusCodes.invalidParameters, "url: not a URL");
  // The first registration sets the partner's host; later ones may only use that host or one that the provider allowed.
  const hosts = hostsOf(operator);
  const firstTime = operator.versions_url === null && operator.hosts.length === 0;
  if (firstTime) hosts.add(new URL(credentials.url).host.toLowerCase());
  const client = clientFor(deps, operator, credentials.token, { hosts, version });
  const read = await readEndpoints(client, credentials.url, [version]);
  if (!read.ok) return replyOf(read);
  const token = newSecret();
  const kept = await deps.database.transact(async (tx) => {
    const stored = await keepIntroduction(deps, tx, operator, credentials, read);
    if (stored.ok) {
      await setPendingToken(tx, operator.id, token);
      await askSync(deps, tx, operator.id);
    }
    return stored;
  });
  if (!kept.ok) return replyOf(kept);
  onChanged();
  deps.logger.info({ operator: operator.id }, "partner registered");
  return done(ourCredentials(deps, token));
}

const replyOf = ({ reason, message }: Refusal): Reply<never> =>
  refuse(
    {
      UNREACHABLE: statusCodes.unableToUseClientApi,
      REFUSED: statusCodes.unableToUseClientApi,
      VERSION: statusCodes.unsupportedVersion,
      ENDPOINTS: statusCodes.noMatchingEndpoints,
      ROLE: statusCodes.invalidParameters,
      PARTY_TAKEN: statusCodes.invalidParameters,
    }[reason],
    message,
  );

import {
  created,
  createOcpiServer,
  done,
  invalid,
  missing,
  refuse,
  statusCodes,
  type Credentials,
  type EmspHandlers,
  type Party,
  type Peer,
  type Reply,
} from "@voltmarg/ocpi";
import { newSecret } from "../../platform/ids.ts";
import {
  findByToken,
  findOperator,
  forgetRegistration,
  noteContact,
  setPendingToken,
  tokenHash,
  completeRegistration,
} from "./operators.store.ts";
import { pullSessions } from "./pull.ts";
import { ourCredentials } from "./register.ts";
import { clientFor, OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";
import { takeResult } from "./send-command.ts";

export type OperatorPeer = Peer & { operatorId: string };

const LOOK_BACK_MS = 24 * 3_600_000;

/** The service's OCPI receiver: every partner's pushes, told upwards as news. */
export function createReceiver(deps: RoamingDeps) {
  const { news, logger } = deps;
  const { db } = deps.database;

  const authenticate = async (token: string): Promise<OperatorPeer | null> => {
    const operator = await findByToken(db, token);
    if (!operator) return null;
    const registered =
      operator.our_token_hash === tokenHash(token) && operator.registered_at !== null;
    const parties: Party[] =
      operator.country_code && operator.party_id
        ? [{ country_code: operator.country_code, party_id: operator.party_id }]
        : [];
    if (registered) await noteContact(db, operator.id, deps.clock.now());
    return { registered, parties, operatorId: operator.id };
  };

  const handlers: EmspHandlers<OperatorPeer> = {
    credentials: {
      get: async ({ token }) => done(ourCredentials(deps, token)),
      // We register with operators, not the other way round, as yet.
      post: () => ({
        ok: false,
        status: 405,
        status_code: statusCodes.clientError,
        message: "already registered",
      }),
      put: ({ peer }, credentials) => renew(deps, peer, credentials),
      delete: async ({ peer }) => {
        await forgetRegistration(db, peer.operatorId);
        logger.warn({ operator: peer.operatorId }, "operator ended its registration");
        return done();
      },
    },
    locations: {
      putLocation: async ({ peer }, _owner, location) => {
        await news.onLocations(peer.operatorId, [location]);
        return done();
      },
      putEvse: async (_context, owner, id, evse) => known(await news.onEvse(owner, id, evse)),
      patchEvse: async (_context, owner, id, uid, patch) =>
        known(await news.onEvsePatch(owner, id, uid, patch)),
      // The rest of a location is pulled whole: operators rarely send these.
      patchLocation: async () =>
        refuse(statusCodes.clientError, "send the whole location with PUT"),
      putConnector: async () => refuse(statusCodes.clientError, "send the whole EVSE with PUT"),
      patchConnector: async () => refuse(statusCodes.clientError, "send the whole EVSE with PUT"),
    },
    tariffs: {
      put: async (_context, _owner, tariff) => {
        await news.onTariffs([tariff]);
        return done();
      },
      delete: async (_context, owner, id) =>
        (await news.onTariffRemoved(owner, id)) ? done() : missing("no such tariff"),
    },
    sessions: {
      put: async ({ peer }, party, session) => {
        const taken = await news.onSession(peer.operatorId, {
          party,
          id: session.id,
          whole: true,
          session,
        });
        if (taken === "UNKNOWN")
          logger.error(
            { operator: peer.operatorId, session: session.id },
            "session of nobody we know",
          );
        return done();
      },
      patch: async ({ peer }, party, id, patch) => {
        const told = { party, id, whole: false, session: patch };
        if ((await news.onSession(peer.operatorId, told)) === "TAKEN") return done();
        // OCPI: after a refused PATCH the operator looks and PUTs; we look as well, in case it does not.
        await pullSessions(
          deps,
          peer.operatorId,
          new Date(deps.clock.now().getTime() - LOOK_BACK_MS),
        );
        return (await news.onSession(peer.operatorId, told)) === "TAKEN"
          ? done()
          : missing("no such session");
      },
    },
    cdrs: {
      post: async ({ peer }, cdr) => {
        const taken = await news.onCdr(peer.operatorId, cdr);
        if (taken.outcome === "DIFFERENT") return invalid("a different charge record has this id");
        return taken.outcome === "STORED" ? created({ id: taken.id }) : done({ id: taken.id });
      },
      get: async ({ peer }, id) => {
        const cdr = await news.readCdr(peer.operatorId, id);
        return cdr ? done(cdr) : missing("no such charge record");
      },
    },
    tokens: {
      // Drivers start by command only, which operators do not authorise again; no token is shared in advance.
      list: async () => ({ items: [], total: 0 }),
      authorize: async () => missing("no such token", statusCodes.unknownToken),
    },
    commandResult: async ({ peer }, kind, commandId, result) =>
      (await takeResult(deps, peer.operatorId, kind, commandId, result))
        ? done()
        : missing("no such command"),
  };

  return createOcpiServer<OperatorPeer>({
    base: OCPI_BASE,
    origin: deps.publicUrl,
    role: "EMSP",
    authenticate,
    handlers,
    onError: (error) => logger.error({ err: error }, "an OCPI request broke"),
  });
}

const known = (found: boolean): Reply =>
  found ? done() : refuse(statusCodes.unknownLocation, "no such location or EVSE");

/** PUT: the partner changed its token or endpoints; ours is renewed in the same step. */
async function renew(
  deps: RoamingDeps,
  peer: OperatorPeer,
  credentials: Credentials,
): Promise<Reply<Credentials>> {
  const { db } = deps.database;
  const operator = await findOperator(db, peer.operatorId);
  const role = credentials.roles.find((r) => r.role === "CPO");
  if (!operator || !role) return refuse(statusCodes.invalidParameters, "a CPO role is needed");
  const client = clientFor(deps, operator, credentials.token);
  const versions = await client.getVersions(credentials.url);
  const wanted = versions.ok ? versions.data.find((v) => v.version === "2.2.1") : undefined;
  const details = wanted ? await client.getVersionDetails(wanted.url) : null;
  if (!details?.ok)
    return refuse(statusCodes.unableToUseClientApi, "your versions could not be read");
  const token = newSecret();
  await setPendingToken(db, operator.id, token);
  await completeRegistration(db, operator.id, {
    theirToken: credentials.token,
    endpoints: details.data.endpoints,
    countryCode: role.country_code,
    partyId: role.party_id,
    name: role.business_details.name,
    at: deps.clock.now(),
  });
  return done(ourCredentials(deps, token));
}

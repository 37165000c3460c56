import {
  created,
  createOcpiServer,
  done,
  invalid,
  missing,
  type EmspHandlers,
} from "@voltmarg/ocpi";
import {
  createRateLimiter,
  type RateLimiter,
  type SharedCounts,
} from "../../platform/http/rate-limiter.ts";
import { newSecret } from "../../platform/ids.ts";
import { credentialsHandlers } from "./accept-credentials.ts";
import { watchPushes } from "./findings.ts";
import { hubClients } from "./hub-clients.ts";
import { readingRules } from "./reading-rules.ts";
import { locationReceiver } from "./location-receiver.ts";
import { reportUnpricedTariff } from "./report-unpriced-tariff.ts";
import type { OperatorPeer, Peers } from "./counterparties.ts";
import { refuseUnknownSession, pullSessions, TOO_MANY_CDRS } from "./pull.ts";
import { createRefusedPushes } from "./refused-pushes.ts";
import { OCPI_BASE, type RoamingDeps } from "./roaming-deps.ts";
import { storeResult } from "./send-command.ts";
import { clampFutureDates } from "./clamp-future-dates.ts";
import { receiveSession } from "./receive-session.ts";
import { findSession } from "./announced-sessions.store.ts";
import { tokensSender } from "./tokens.ts";
import { takeCdr } from "./take-cdr.ts";

const LOOK_BACK_MS = 24 * 3_600_000;
/** How many requests of ours a partner's pushes may cause. */
const LOOK_UPS = { perSecond: 0.2, burst: 20, atOnce: 2 };

const SPENT = "partner-calls";

/** Shares the rate-limit counts of this replica with the others. A replica ignores its own signals. */
function spendingOf({ bus }: RoamingDeps): SharedCounts {
  const own = newSecret().slice(0, 12);
  return {
    tell: (key, calls) => bus.publish({ topic: SPENT, key, id: own, version: calls }),
    onTold: (listener) => {
      bus.subscribe(SPENT, ({ key, id, version }) => {
        if (id !== own) listener(key, version);
      });
    },
  };
}

/** The OCPI receiver: handles pushes of all partners and passes them to `deps.events`. */
export function createReceiver(deps: RoamingDeps, peers: Peers) {
  const { events, logger } = deps;
  const { db } = deps.database;
  const lookUps = createRateLimiter(LOOK_UPS);
  const pushes = watchPushes(deps.findings);
  const entrance = createRateLimiter(deps.limits, undefined, spendingOf(deps));
  const refused = createRefusedPushes(deps);

  const handlers: EmspHandlers<OperatorPeer> = {
    credentials: credentialsHandlers(deps, () => peers.forget()),
    locations: locationReceiver(deps, lookUps),
    tariffs: {
      get: async (_context, owner, id) => {
        const tariff = await events.readTariff(owner, id);
        return tariff ? done(tariff) : missing("no such tariff");
      },
      put: async ({ peer }, owner, tariff) => {
        const known = await events.readTariff(owner, tariff.id);
        await events.onTariffs([clampFutureDates(deps, tariff)]);
        reportUnpricedTariff(deps, peer.operatorId, tariff);
        return known ? done() : created();
      },
      delete: async (_context, owner, id) =>
        (await events.onTariffRemoved(owner, id)) ? done() : missing("no such tariff"),
    },
    sessions: sessionReceiver(deps, lookUps),
    cdrs: {
      post: async ({ peer }, cdr) => {
        const taken = await takeCdr(deps, peer.operatorId, cdr);
        if (taken.outcome === "DIFFERENT") return invalid("a different charge record has this id");
        return taken.outcome === "STORED" ? created({ id: taken.id }) : done({ id: taken.id });
      },
      get: async ({ peer }, id) => {
        const cdr = await events.readCdr(peer.operatorId, id);
        return cdr ? done(cdr) : missing("no such charge record");
      },
    },
    invoices: {
      get: async ({ peer }, owner, id) => {
        const invoice = await events.readInvoice(peer.operatorId, owner, id);
        return invoice ? done(invoice) : missing("no such invoice");
      },
      put: async ({ peer }, record) => {
        const taken = await events.onInvoice(peer.operatorId, clampFutureDates(deps, record));
        if (taken === "TOO_MANY") return invalid(TOO_MANY_CDRS);
        return taken === "NEW" ? created() : done();
      },
      delete: async ({ peer }, owner, id) =>
        (await events.onInvoiceRemoved(peer.operatorId, owner, id))
          ? done()
          : missing("no such invoice"),
    },
    tokens: tokensSender(deps),
    clients: hubClients(deps, () => peers.forget()),
    commandResult: async ({ peer }, kind, commandId, result) =>
      (await storeResult(deps, peer.operatorId, kind, commandId, result))
        ? done()
        : missing("no such command"),
  };

  const server = createOcpiServer<OperatorPeer>({
    base: OCPI_BASE,
    origin: deps.publicUrl,
    role: "EMSP",
    authenticate: peers.authenticate,
    enter: ({ operatorId }) => entrance.enter(operatorId),
    handlers,
    now: () => deps.clock.now().getTime(),
    onExchange: (peer, exchange) => {
      deps.log.note("IN", peer.operatorId, exchange);
      refused.hear(peer, exchange);
      pushes.onExchange(peer.operatorId, exchange);
    },
    rules: readingRules(deps),
    onFindings: ({ operatorId }, found) => pushes.onFindings(operatorId, found),
    onError: (error) => logger.error({ err: error }, "an OCPI request broke"),
  });
  const handle: typeof server.handle = async (request) => {
    const response = await server.handle(request);
    await refused.kept();
    return response;
  };
  return { handle, refuseStranger: server.refuseStranger, offers: server.offers };

  function sessionReceiver(
    { clock }: RoamingDeps,
    looks: RateLimiter,
  ): NonNullable<EmspHandlers<OperatorPeer>["sessions"]> {
    return {
      get: async ({ peer }, party, id) => {
        const session = await findSession(db, peer.operatorId, party, id);
        return session ? done(session) : missing("no such session");
      },
      put: async ({ peer }, party, session) => {
        const { isNew, isOurs } = await receiveSession(deps, peer.operatorId, party, session);
        if (!isOurs) refuseUnknownSession(deps, peer.operatorId, session);
        return isNew ? created() : done();
      },
      patch: async ({ peer }, party, id, patch) => {
        const kept = clampFutureDates(deps, patch);
        const update = { party, id, whole: false, session: patch, kept };
        const take = async () => (await events.onSession(peer.operatorId, update)) !== "UNKNOWN";
        if (await take()) return done();
        // OCPI: after a refused PATCH the partner should PUT the session. We also pull it, in case the partner does not.
        const place = looks.enter(peer.operatorId);
        if (!place.ok) return missing("no such session");
        try {
          const since = new Date(clock.now().getTime() - LOOK_BACK_MS);
          await pullSessions(deps, peer.operatorId, since);
        } finally {
          place.leave();
        }
        return (await take()) ? done() : missing("no such session");
      },
    };
  }
}

import {
  createAccessToken,
  createSignIn,
  createSignInMemory,
  accountsRoutes,
  findKnownDriver,
  deactivateRoutes,
  getUser,
  listKnownDrivers,
  mobileOf,
  providerDeskRoutes,
  signInHolds,
} from "./features/accounts/index.ts";
import { billingRoutes, onCdr, readCdr } from "./features/billing/index.ts";
import {
  chargingRoutes,
  liveRoute,
  onCommandNews,
  onLimitDue,
  onSessionNews,
  openSessions,
  startsAt,
  watchAll,
  watchSession,
  type ChargingDeps,
} from "./features/charging/index.ts";
import { companiesRoutes, companyOfNumber } from "./features/companies/index.ts";
import { createOpenDesk, deskRoutes } from "./features/desk/index.ts";
import {
  createMessages,
  notificationsRoutes,
  tableCarrier,
} from "./features/notifications/index.ts";
import {
  askDueSyncs,
  createLines,
  createPeers,
  listOperators,
  onSyncAsked,
  operatorNamed,
  partnersRoutes,
  pullCdrs,
  pullLocation,
  pullSessions,
  registerWith,
  roamingRoutes,
  sealTokens,
  sendCommand,
  syncOperator,
  type CommandOrder,
  type RoamingDeps,
} from "./features/roaming/index.ts";
import {
  createDrivers,
  keepInStep,
  onEvse,
  onEvsePatches,
  onLocations,
  onPullComplete,
  partyOfLocation,
  readOcpiLocation,
  stationListRoutes,
  stationsRoutes,
  watchesRoutes,
  type StationsDeps,
} from "./features/stations/index.ts";
import {
  createRetail,
  onTariffListComplete,
  onTariffRemoved,
  onTariffs,
  readOcpiTariff,
  tariffsRoutes,
} from "./features/tariffs/index.ts";
import { vehiclesRoutes } from "./features/vehicles/index.ts";
import {
  closeWallet,
  createRazorpay,
  creditPayment,
  lockWallet,
  onRefundNotice,
  payRoutes,
  pollTopUp,
  readBalances,
  reopenWallet,
  sendRefund,
  sweepClosed,
  walletRoutes,
  type PaymentNotice,
  type RefundDeps,
  type RefundNotice,
  type TopUpDeps,
} from "./features/wallet/index.ts";
import type { Bus } from "./platform/bus.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import type { Database } from "./platform/database.ts";
import { createSeal } from "./platform/seal.ts";
import { serviceKey } from "./platform/secrets.ts";
import { createMountBytes } from "./platform/http/bytes.ts";
import { createMount, type Caller, type Gate } from "./platform/http/mount.ts";
import { createOutbound } from "./platform/http/outbound.ts";
import { mountRaw } from "./platform/http/raw.ts";
import { createHttp, type HttpServer } from "./platform/http/server.ts";
import { mountStream } from "./platform/http/stream.ts";
import { createGroupCommit } from "./platform/group-commit.ts";
import type { Logger } from "./platform/logger.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createOutbox, type Outbox, type Waker } from "./platform/outbox.ts";
import { statusRoutes } from "./platform/http/status.routes.ts";

export type Service = {
  http: HttpServer;
  outbox: Outbox;
  /** Registers with the operators of the configuration and pulls their catalogues; true when all are in step. */
  connectOperators(): Promise<boolean>;
  /** Synchronises every registered partner now, whole. */
  pullAll(): Promise<void>;
  /** Has every partner synchronised whose turn it is; every minute. */
  askDueSyncs(): Promise<void>;
  /** Looks after every charge that is not settled; at start. */
  resume(): Promise<void>;
  /** Every route with its access rule. */
  routes: readonly { method: string; path: string; access: { rule: string } }[];
};

export type ServiceParts = {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  bus: Bus;
  wake: Waker;
  checkAnswers: boolean;
};

const MOST_NOTICE_BYTES = 1024 * 1024;
/** Paise: what a wallet must hold for any charge at all. */
const LEAST_CREDIT = 5_000n;
/** Writers of pushed statuses, each for its own range of EVSEs, and how many it writes at once. */
const STATUS_WRITERS = 4;
const STATUSES_AT_ONCE = 250;
const MOST_OCPI_BYTES = 5 * 1024 * 1024;
/** How long somebody who opens a station waits for its operator's word. */
const ASK_MS = 2_000;

/** Puts the features together: the only file that knows every one of them. */
export async function compose(parts: ServiceParts): Promise<Service> {
  const { config, database, clock, logger, bus } = parts;
  const metrics = createMetrics();
  const key = await serviceKey(database, "service-key");
  const outbox = createOutbox({ database, clock, logger, metrics, wake: parts.wake });
  const outbound = createOutbound(config.profile);

  const accessToken = await createAccessToken(database, clock);
  const signIn = createSignIn({ database, clock, logger, accessToken, key });
  if (config.profile === "PROD") {
    logger.warn(
      "messages are kept in the database only: there is no carrier for SMS, mail and push yet",
    );
  }
  const messages = createMessages({
    database,
    clock,
    outbox,
    carrier: tableCarrier({ database, clock }),
  });
  const razorpay = createRazorpay(config.razorpay, outbound);
  const topUps: TopUpDeps = { database, clock, logger, outbox, razorpay };
  const refunds: RefundDeps = {
    ...topUps,
    tellDriver: async (tx, userId, text) => {
      const to = await mobileOf(tx, userId);
      if (to) await messages.send(tx, { channel: "sms", to, text });
    },
  };
  const retail = createRetail({ database, clock, bus });
  const onSize = (locations: number) => metrics.indexedLocations.set(locations);
  const search = keepInStep({ database, clock, bus, logger, onSize });
  const drivers = createDrivers({ database, clock, bus });
  const stations: StationsDeps = {
    database,
    clock,
    retail,
    customerTypeOf: async (userId) =>
      (await getUser(database.db, userId))?.customer_type ?? "PERSONAL",
    drivers,
    search,
    publicUrl: config.publicUrl,
    startsAt: (locationId, since) => startsAt(database.db, locationId, since),
    askOperator: (operatorId, at) => pullLocation(roaming, operatorId, at, ASK_MS),
    tellDriver: (tx, userId, text) => messages.send(tx, { channel: "push", to: userId, text }),
  };
  const operatorByName = (name: string) => operatorNamed(database.db, name);

  const roaming: RoamingDeps = {
    database,
    clock,
    logger,
    outbox,
    lines: createLines({ outbound, database, clock, logger }),
    seal: createSeal(key, "partner-tokens"),
    limits: config.partnerLimits,
    publicUrl: config.publicUrl,
    party: config.party,
    news: {
      onLocations: (operatorId, locations) => onLocations(stations, operatorId, locations),
      onLocationsComplete: (operatorId, startedAt, unreadable) =>
        onPullComplete(stations, operatorId, startedAt, unreadable),
      onEvse: (party, locationId, evse) => onEvse(stations, party, locationId, evse),
      onEvsePatch: createGroupCommit({
        run: (patches) => onEvsePatches(stations, patches),
        keyOf: ({ party, locationId, uid }) =>
          `${party.country_code}/${party.party_id}/${locationId}/${uid}`.toLowerCase(),
        lanes: STATUS_WRITERS,
        most: STATUSES_AT_ONCE,
      }),
      readLocation: (party, locationId) => readOcpiLocation(database.db, party, locationId),
      partyOf: (operatorId, locationId) => partyOfLocation(database.db, operatorId, locationId),
      readTariff: (party, id) => readOcpiTariff(database.db, party, id),
      onTariffs: (tariffs) => onTariffs(stations, tariffs).then(search.tariffsChanged),
      onTariffsComplete: (party, kept) =>
        onTariffListComplete(stations, party, kept).then(search.tariffsChanged),
      onTariffRemoved: (party, id) =>
        onTariffRemoved(stations, party, id).finally(search.tariffsChanged),
      onSession: (operatorId, news) => onSessionNews(charging, operatorId, news),
      onCdr: (operatorId, cdr) => onCdr(charging, operatorId, cdr),
      readCdr: (operatorId, id) => readCdr(database.db, operatorId, id),
      onCommand: (news) => onCommandNews(charging, news),
    },
    drivers: {
      list: (query) => listKnownDrivers(database.db, query),
      find: (uid) => findKnownDriver(database.db, uid),
      hasCredit: async (userId) =>
        (await getUser(database.db, userId))?.customer_type === "CORPORATE" ||
        (await readBalances(database.db, userId)).wallet >= LEAST_CREDIT,
    },
  };
  const charging: ChargingDeps = {
    database,
    clock,
    logger,
    metrics,
    outbox,
    bus,
    demoSpeed: config.demoSpeed,
    stations,
    ask: {
      sessions: (operatorId, since) => pullSessions(roaming, operatorId, since),
      cdrs: (operatorId, since) => pullCdrs(roaming, operatorId, since),
    },
  };

  outbox.on("roaming.command", (order: CommandOrder) => sendCommand(roaming, order));
  outbox.on("roaming.sync", (at: { operatorId: string }, row) =>
    onSyncAsked(roaming, at, row.attempts),
  );
  outbox.on("charging.watch", (at: Parameters<typeof watchSession>[1], row) =>
    watchSession(charging, at, row.attempts),
  );
  outbox.on("charging.limit", (at: { userId: string; sessionId: string }) =>
    onLimitDue(charging, at),
  );
  outbox.on("payment.poll", (at: { userId: string; topUpId: string }, row) =>
    pollTopUp(topUps, at, row.attempts),
  );
  outbox.on("payment.notice", async ({ orderId, payment }: PaymentNotice) => {
    await creditPayment(topUps, orderId, payment);
  });
  outbox.on("payment.refund", (at: { userId: string; refundId: string }, row) =>
    sendRefund(refunds, at, row.attempts),
  );
  outbox.on("refund.notice", ({ refund }: RefundNotice) => onRefundNotice(refunds, refund));
  outbox.on("wallet.sweep", (at: { userId: string }, row) => sweepClosed(topUps, at, row.attempts));

  const http = await createHttp({
    config,
    logger,
    metrics,
    xsrfKey: key,
    checkAnswers: parts.checkAnswers,
  });
  const isSignedIn = ({ userId, sid }: Caller) =>
    signInHolds(database.db, userId, sid, clock.now());
  const lately = createSignInMemory({ holds: isSignedIn, clock, bus });
  const gateBy = (holds: (caller: Caller) => Promise<boolean>): Gate => ({
    driverOf: async (bearer) => {
      const read = await accessToken.read(bearer);
      return read && (await holds(read)) ? read : null;
    },
    openDesk: createOpenDesk({ database, clock, token: config.providerToken }),
  });
  const gate = gateBy(isSignedIn);
  const mount = createMount(http, gate);
  const devOutbox = config.profile !== "PROD";

  accountsRoutes(mount, {
    database,
    clock,
    settings: config.otp,
    signIn: {
      ...signIn,
      close: (userId, sid) => signIn.close(userId, sid).then(() => lately.ended(userId)),
    },
    sms: (tx, { to, text, code }) => messages.send(tx, { channel: "sms", to, text, code }),
    domain: new URL(config.publicUrl).hostname,
    companyOfNumber,
  });
  providerDeskRoutes(mount, { database });
  companiesRoutes(mount, {
    database,
    clock,
    purse: {
      close: async (tx, userId) => void (await closeWallet(topUps, tx, userId)),
      reopen: reopenWallet,
    },
  });
  const peers = createPeers(roaming);
  partnersRoutes(mount, roaming, peers);
  deskRoutes(mount, { database, clock, party: config.party, operatorNamed: operatorByName });
  vehiclesRoutes(mount, { database, clock, onChange: drivers.changed });
  tariffsRoutes(mount, { retail, operatorNamed: operatorByName });
  stationsRoutes(mount, stations);
  stationListRoutes(createMountBytes(http, gateBy(lately.holds), mount.mounted), stations);
  watchesRoutes(mount, stations);
  chargingRoutes(mount, charging);
  billingRoutes(mount, {
    database,
    clock,
    partyId: config.party.partyId,
    operatorNamed: operatorByName,
  });
  deactivateRoutes(mount, {
    database,
    clock,
    openCharge: async (tx, userId) => {
      await lockWallet(tx, userId);
      return (await openSessions(tx, userId))[0]?.id ?? null;
    },
    closeWallet: (tx, userId) => closeWallet(topUps, tx, userId),
  });
  walletRoutes(mount, {
    ...topUps,
    isCorporate: async (userId) =>
      (await getUser(database.db, userId))?.customer_type === "CORPORATE",
    settings: {
      name: config.party.name,
      partyId: config.party.partyId,
      environment: config.profile,
      otpLength: config.otp.length,
      otpValidSeconds: config.otp.validSeconds,
      mapStyleUrl: config.mapStyleUrl,
      demoSpeed: config.demoSpeed,
      devOutbox,
      withdrawal: config.withdrawal,
    },
  });
  if (devOutbox) notificationsRoutes(mount, messages);
  mountStream(http, gate, metrics.liveStreams, liveRoute(charging, isSignedIn));
  const pay = payRoutes({
    ...topUps,
    name: config.party.name,
    publicUrl: config.publicUrl,
    checkoutBase:
      config.razorpay.baseUrl === "https://api.razorpay.com"
        ? "https://checkout.razorpay.com"
        : config.razorpay.baseUrl,
  });
  await mountRaw(http, pay, MOST_NOTICE_BYTES);
  await mountRaw(http, roamingRoutes(roaming, peers), MOST_OCPI_BYTES);

  const connectOperators = async () => {
    let all = true;
    await sealTokens(roaming);
    for (const partner of config.operators) {
      const registered = await registerWith(roaming, partner);
      if (!registered.ok) {
        logger.error(
          { operator: partner.name, reason: registered.message },
          "cannot register with an operator",
        );
        all = false;
        continue;
      }
      const pulled = await syncOperator(roaming, registered.operator.id, { whole: true });
      if (!pulled.ok) all = false;
      else logger.info({ operator: registered.operator.name, ...pulled }, "operator in step");
    }
    return all;
  };
  statusRoutes(http, {
    database,
    clock,
    metrics,
    isConnected: async () => {
      const known = await listOperators(database.db);
      return config.operators.every((o) =>
        known.some((k) => k.versions_url === o.versionsUrl && k.locations_pulled_at !== null),
      );
    },
  });

  return {
    http,
    outbox,
    connectOperators,
    pullAll: async () => {
      for (const { id, registered_at } of await listOperators(database.db))
        if (registered_at) await syncOperator(roaming, id, { whole: true });
    },
    askDueSyncs: () => askDueSyncs(roaming),
    resume: () => watchAll(charging),
    routes: mount.mounted,
  };
}

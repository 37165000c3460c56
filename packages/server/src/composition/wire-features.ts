import {
  createAccounts,
  getUser,
  lockNumber,
  mobileOf,
  numberNamed,
  signInHolds,
  SOCIAL_CALLBACK,
} from "../features/accounts/index.ts";
import { createBilling, createPortal, figuresOf } from "../features/billing/index.ts";
import {
  createCharging,
  findSession,
  openSessions,
  type ChargingDeps,
} from "../features/charging/index.ts";
import { companyOfNumber, createCompanies } from "../features/companies/index.ts";
import { createContent } from "../features/content/index.ts";
import { createDevOutbox } from "../features/dev-outbox/index.ts";
import { createFiles } from "../features/files/index.ts";
import { createNotifications, languageOf } from "../features/notifications/index.ts";
import { consentOf, createPersonalData, withdrawConsent } from "../features/personal-data/index.ts";
import { createRatings } from "../features/ratings/index.ts";
import { createRoaming, operatorNamed, type RoamingApi } from "../features/roaming/index.ts";
import { keepSessions } from "../features/roaming/index.ts";
import { membersWho } from "../features/staff/index.ts";
import { createSupport, isInTicket } from "../features/support/index.ts";
import { createRetail } from "../features/tariffs/index.ts";
import { createVehicles } from "../features/vehicles/index.ts";
import { checkoutOf, createRazorpay, createWallet, lockWallet } from "../features/wallet/index.ts";
import { passkeySite } from "../platform/config/passkey-site.ts";
import { createEncryption } from "../platform/encryption.ts";
import type { Feature } from "../platform/feature.ts";
import { createOidc } from "../platform/http/oidc.ts";
import { createKeyedMutex } from "../platform/locks/keyed-mutex.ts";
import type { AccessParts } from "./access-rules.ts";
import type { FeatureParts } from "./service-parts.ts";
import { companyPurse } from "./company-purse.ts";
import { mailOfficer } from "./mail-officer.ts";
import { listChargeNotice, notifyOfCharge, notifyOfLimit } from "./session-events.ts";
import { tellBreached } from "./tell-breached.ts";
import { warnUnused } from "./warn-unused.ts";
import { wireAppConfig } from "./wire-app-config.ts";
import { wireConsole } from "./wire-console.ts";
import { driversAsTokens, wireRoamingEvents } from "./wire-roaming-events.ts";
import { wireNotice } from "./wire-notice.ts";
import { wireStations } from "./wire-stations.ts";
import { wireTrips } from "./wire-trips.ts";

/** How long an SMS about a refund is tried. */
const REFUND_SMS_SECONDS = 86_400;

export type Features = ReturnType<typeof wireFeatures>;

/** Creates the features and gives each what it needs of the others. */
export function wireFeatures(parts: FeatureParts, access: AccessParts) {
  const { config, database, clock, logger, bus, metrics, outbox, outbound, key, replicaReads } =
    parts;
  const { publicUrl } = config;
  const { writeAudit, signIn, signInMemory } = access;
  const prod = config.profile === "PROD";
  const party = { country_code: config.party.countryCode, party_id: config.party.partyId };
  const operatorByName = (name: string) => operatorNamed(database.db, name);
  const { name } = config.party;
  const passkeys = passkeySite({ name, publicUrl, ...config.passkeys });
  const oidc = createOidc({
    providers: config.social,
    redirectUri: `${publicUrl}${SOCIAL_CALLBACK}`,
    insecure: !prod,
  });

  const notifications = createNotifications({
    database,
    clock,
    logger,
    metrics,
    outbox,
    outbound,
    publicUrl,
    name,
    prod,
    seal: createEncryption(key, "messages"),
    settings: config.messages,
    mailOf: async (userId) => (await getUser(database.db, userId))?.email ?? null,
    signInHolds: ({ userId, sid }) => signInHolds(database.db, userId, sid, clock.now()),
    billsOf: (userId, ids) => figuresOf(database.db, userId, ids),
  });
  const { messages, notices } = notifications.api;

  const files = createFiles({ database, clock, outbox, blobs: parts.blobs, isNeeded: isInTicket });

  const razorpay = createRazorpay(config.razorpay, outbound);
  const wallet = createWallet({
    database,
    clock,
    logger,
    outbox,
    razorpay,
    writeAudit,
    name,
    publicUrl,
    checkoutBase: checkoutOf(config.razorpay.baseUrl),
    withdrawal: config.withdrawal,
    maximumBalance: config.maximumBalance,
    isCorporate: async (userId) =>
      (await getUser(database.db, userId))?.customer_type === "CORPORATE",
    tellDriver: async (tx, userId, { kind, variables }) => {
      const to = await mobileOf(tx, userId);
      if (!to) return;
      const language = await languageOf(tx, userId);
      const validSeconds = REFUND_SMS_SECONDS;
      const sms = { channel: "sms", kind, to, language, variables, validSeconds } as const;
      await messages.send(tx, sms);
    },
    notifyDriver: async (tx, userId, news) => {
      if (!(await getUser(tx, userId))) return;
      await notices.notify(tx, { ...news, userId, subject: { type: "WALLET", id: null } });
    },
  });

  const retail = createRetail({ database, clock, bus });
  const stations = wireStations(parts, {
    retail,
    notices,
    photos: files.api,
    roaming: () => roaming.api,
    onChanged: (ids) => trips.api.stationsChanged(ids),
  });
  const trips = wireTrips(parts, stations, notices);
  const forgetDriver = (userId: string) => {
    signInMemory.ended(userId);
    stations.drivers.changed(userId);
  };

  const chargingDeps: ChargingDeps = {
    database,
    clock,
    logger,
    metrics,
    outbox,
    bus,
    party,
    demoSpeed: config.demoSpeed,
    starts: createKeyedMutex(),
    stations: stations.deps,
    tellDriver: (tx, userId, said, about) =>
      listChargeNotice({ notices }, tx, { userId, said }, about),
    bills: {
      early: (at) => billing.api.early(at),
      provisionally: (at) => billing.api.provisionally(at),
      finally: (at) => billing.api.finally(at),
    },
    unpricedTotal: config.unpricedCdrTotal,
    updatesTogether: config.sessionUpdatesTogether,
    keepUpdates: keepSessions,
    meterFell: (row, energy) => roaming.api.meterFell(row.operator_id, row, energy),
    ask: {
      sessions: (operatorId, question) => roaming.api.askSessions(operatorId, question),
      hasSentUnreadable: (operatorId, since) => roaming.api.hasSentUnreadable(operatorId, since),
      cdrs: (operatorId, question) => roaming.api.askCdrs(operatorId, question),
    },
  };
  const charging = createCharging({
    charging: chargingDeps,
    notifySteps: (at, row) => notifyOfCharge({ database, notices, clock }, at, row),
    notifyLimit: (at) => notifyOfLimit({ database, notices }, at),
  });
  const billing = createBilling({
    database,
    replicaReads,
    clock,
    partyId: config.party.partyId,
    operatorNamed: operatorByName,
    charging: chargingDeps,
    outbox,
    portal: config.eInvoice && createPortal(config.eInvoice, outbound),
  });

  const roaming: Feature<RoamingApi> = createRoaming({
    database,
    bus,
    clock,
    logger,
    metrics,
    outbox,
    outbound,
    key,
    operators: config.operators,
    ocpiLog: config.ocpiLog,
    limits: config.partnerLimits,
    publicUrl,
    party: config.party,
    events: wireRoamingEvents(
      parts,
      stations,
      () => charging.api,
      () => billing.api,
    ),
    drivers: driversAsTokens(parts),
    charges: charging.api.atOperator,
  });

  const notice = wireNotice(parts);
  const accounts = createAccounts({
    database,
    clock,
    logger,
    key,
    publicUrl,
    writeAudit,
    signIn,
    onEnded: signInMemory.ended,
    settings: config.otp,
    sms: async (tx, { isDriver, ...code }) =>
      (await messages.send(tx, { channel: "sms", kind: "CODE", ...code }, isDriver)) !== null,
    companyOfNumber,
    consent: consentOf({ notice, clock }),
    withdrawConsent,
    site: passkeys,
    oidc,
    beginsPerHourAndAddress: config.otp.sendsPerHourAndAddress,
    openCharge: async (tx, userId) => {
      await lockWallet(tx, userId);
      return (await openSessions(tx, userId))[0]?.id ?? null;
    },
    closeWallet: (tx, userId) => wallet.api.close(tx, userId, { forGood: true }),
    onClosed: forgetDriver,
    restrict: (tx, userId) => personalData.api.restrict(tx, userId),
    inactiveMonths: config.inactiveMonths,
    warnUnused: warnUnused({ notices, messages }),
  });
  const personalData = createPersonalData({
    notice,
    database,
    clock,
    logger,
    outbox,
    closedDays: config.closedAccountDays,
    tellBreached: tellBreached({ notices, messages }),
    writeAudit,
    numberNamed: (named) => numberNamed(database.db, named),
    lockNumber,
    lockWallet,
    dropFiles: files.api.dropAll,
    onErased: forgetDriver,
  });
  const companies = createCompanies({
    database,
    clock,
    purse: companyPurse(wallet.api),
  });
  const support = createSupport({
    database,
    name,
    clock,
    notices,
    isOwnSession: async (userId, id) => (await findSession(database.db, userId, id)) !== null,
    photoOf: files.api.read,
    keepPhoto: files.api.keepTicketPhoto,
    answerers: (on) => membersWho(on, ["support", "admin"]),
    mailOfficer: mailOfficer(messages),
    consoleUrl: `${config.consoleOrigin}/console`,
  });
  const appConfig = wireAppConfig(parts, notice, oidc.providers, passkeys !== null);

  return {
    accounts,
    appConfig,
    ...wireConsole(parts, {
      operatorNamed: operatorByName,
      charging: chargingDeps,
      retail,
      search: stations.search,
      wallet: wallet.api,
      writeAudit,
    }),
    billing,
    charging,
    companies,
    content: createContent({ database, clock, name, appLinkHosts: config.appLinkHosts }),
    ...(!prod && { devOutbox: createDevOutbox(messages) }),
    files,
    notifications,
    personalData,
    ratings: createRatings({ database, clock }),
    roaming,
    stations: stations.feature,
    support,
    trips,
    vehicles: createVehicles({ database, clock, onChange: stations.drivers.changed }),
    wallet,
  };
}

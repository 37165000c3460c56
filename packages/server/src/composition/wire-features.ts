import {
  getUser,
  listKnownDrivers,
  findKnownDriver,
  mobileOf,
} from "../features/accounts/index.ts";
import {
  billProvisionally,
  closeProvisional,
  onUnreadCdr,
  readCdr,
  takeCdr,
} from "../features/billing/index.ts";
import {
  endAllAt,
  onCommandNews,
  onSessionNews,
  startsAt,
  unsettledAt,
  type ChargingDeps,
} from "../features/charging/index.ts";
import type { FilesDeps } from "../features/files/index.ts";
import { languageOf } from "../features/notifications/index.ts";
import {
  createFindings,
  createLines,
  createOcpiLog,
  pullCdrs,
  pullLocation,
  pullSessions,
  toldUnread,
  type RoamingDeps,
} from "../features/roaming/index.ts";
import {
  askedNow,
  createDrivers,
  onEvse,
  onEvsePatches,
  onLocations,
  onPullComplete,
  partyOfLocation,
  readOcpiLocation,
  type EvseNews,
} from "../features/stations/index.ts";
import { syncIndex, type StationSearchDeps } from "../features/station-search/index.ts";
import {
  createRetail,
  onTariffListComplete,
  onTariffRemoved,
  onTariffs,
  readOcpiTariff,
  whyUnpriced,
} from "../features/tariffs/index.ts";
import { createRazorpay, type RefundDeps, type TopUpDeps } from "../features/wallet/index.ts";
import { listChargeNotice } from "./session-events.ts";
import { wireMessages } from "./wire-messages.ts";
import { standsInTicket } from "../features/support/index.ts";
import { createTurns } from "../platform/locks/keyed-mutex.ts";
import { createGroupCommit } from "../platform/database/group-commit.ts";
import { createSeal } from "../platform/encryption.ts";
import { newId } from "../platform/ids.ts";
import type { Ground } from "./service-parts.ts";

/** Pushed statuses that are written at once. */
const STATUSES_AT_ONCE = 250;
/** How long an SMS about money that came back is tried. */
const REFUND_NEWS_SECONDS = 86_400;
/** How long somebody who opens a station waits for its operator's word. */
const ASK_MS = 2_000;

export type Wired = ReturnType<typeof wireFeatures>;

/** Gives each feature what it asks for; news that travel upward are handed in here. */
export function wireFeatures(ground: Ground) {
  const { config, database, clock, logger, bus, metrics, outbox, outbound, key } = ground;
  const { messaging, messages, notices, devices } = wireMessages(ground, outbound);
  const files: FilesDeps = {
    database,
    clock,
    outbox,
    blobs: ground.blobs,
    isNeeded: standsInTicket,
  };
  const razorpay = createRazorpay(config.razorpay, outbound);
  const topUps: TopUpDeps = { database, clock, logger, outbox, razorpay };
  const refunds: RefundDeps = {
    ...topUps,
    tellDriver: async (tx, userId, { text, kind, variables }) => {
      const to = await mobileOf(tx, userId);
      if (!to) return;
      const validSeconds = REFUND_NEWS_SECONDS;
      const language = await languageOf(tx, userId);
      await messages.send(tx, {
        channel: "sms",
        kind,
        to,
        text,
        language,
        variables,
        validSeconds,
      });
    },
  };
  const retail = createRetail({ database, clock, bus });
  const onSize = (locations: number) => metrics.indexedLocations.set(locations);
  const search = syncIndex({ database, late: ground.late, clock, bus, logger, onSize });
  const drivers = createDrivers({ database, clock, bus });
  const stations: StationSearchDeps = {
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
    tellDriver: async (tx, userId, { name, locationId }) => {
      await notices.notify(tx, {
        userId,
        key: newId("free", clock.now()),
        said: { of: "CHARGER_FREE", place: name },
        subject: { type: "LOCATION", id: locationId },
      });
    },
  };

  const writeStatus = createGroupCommit({
    run: (patches: readonly EvseNews[]) => onEvsePatches(stations, patches),
    keyOf: ({ party, locationId, uid }) =>
      `${party.country_code}/${party.party_id}/${locationId}/${uid}`.toLowerCase(),
    most: STATUSES_AT_ONCE,
  });
  const roaming: RoamingDeps = {
    database,
    bus,
    clock,
    logger,
    outbox,
    log: createOcpiLog({
      database,
      clock,
      logger,
      bodies: config.ocpiLog.bodies,
      onOutcome: (outcome, rows) => metrics.ocpiLog.inc({ outcome }, rows),
    }),
    findings: createFindings({
      database,
      clock,
      logger,
      onWritten: (operator, outcome, count) =>
        metrics.operatorFindings.inc({ operator, outcome: outcome.toLowerCase() }, count),
    }),
    syncs: createTurns(),
    lines: createLines({ outbound, database, clock, logger, bus }),
    seal: createSeal(key, "partner-tokens"),
    limits: config.partnerLimits,
    publicUrl: config.publicUrl,
    party: config.party,
    news: {
      onLocations: (operatorId, locations, asked) =>
        onLocations(stations, operatorId, locations, asked),
      askedNow: (listWinsBefore) => askedNow(stations, listWinsBefore),
      onLocationsComplete: (operatorId, startedAt, unreadable) =>
        onPullComplete(stations, operatorId, startedAt, unreadable),
      onLocationsMoved: (operatorId, moved) =>
        search.changed(
          operatorId,
          moved.map((each) => ({ ...each, freed: [] })),
        ),
      onEvse: (party, locationId, evse) => onEvse(stations, party, locationId, evse),
      onEvsePatch: async (patch) => {
        const seen = metrics.pushToVisible.startTimer({ what: "status" });
        const { known, told } = await writeStatus(patch);
        await told;
        seen();
        return known;
      },
      readLocation: (party, locationId) => readOcpiLocation(database.db, party, locationId),
      partyOf: (operatorId, locationId) => partyOfLocation(database.db, operatorId, locationId),
      readTariff: (party, id) => readOcpiTariff(database.db, party, id),
      onTariffs: (tariffs) => onTariffs(stations, tariffs).then(search.tariffsChanged),
      whyUnpriced: (tariff) => whyUnpriced(tariff as Parameters<typeof whyUnpriced>[0]),
      onTariffsComplete: (party, kept) =>
        onTariffListComplete(stations, party, kept).then(search.tariffsChanged),
      onTariffRemoved: (party, id) =>
        onTariffRemoved(stations, party, id).finally(search.tariffsChanged),
      onSession: (operatorId, news) => {
        const seen = metrics.pushToVisible.startTimer({ what: "session" });
        return onSessionNews(charging, operatorId, news).finally(() => void seen());
      },
      onCdr: (operatorId, cdr) => takeCdr(charging, operatorId, cdr),
      onUnreadCdr: (operatorId, came) => onUnreadCdr(charging, operatorId, came),
      readCdr: (operatorId, id) => readCdr(database.db, operatorId, id),
      onCommand: (news) => onCommandNews(charging, news),
    },
    drivers: {
      list: (query) => listKnownDrivers(database.db, query),
      find: (uid) => findKnownDriver(database.db, uid),
    },
    charges: {
      unsettled: (operatorId) => unsettledAt(database.db, operatorId),
      endAll: (operatorId) => endAllAt(charging, operatorId),
    },
  };
  const charging: ChargingDeps = {
    database,
    clock,
    logger,
    metrics,
    outbox,
    bus,
    party: { country_code: config.party.countryCode, party_id: config.party.partyId },
    demoSpeed: config.demoSpeed,
    starts: createTurns(),
    stations,
    tellDriver: (tx, userId, said, about) =>
      listChargeNotice({ notices }, tx, { userId, said }, about),
    bills: {
      provisionally: (at) => billProvisionally(charging, at),
      finally: (at) => closeProvisional(charging, at),
    },
    ask: {
      sessions: async (operatorId, since) =>
        (await pullSessions(roaming, operatorId, since)) === "ALL",
      toldUnread: (operatorId, since) => toldUnread(database.db, operatorId, since),
      cdrs: async (operatorId, since) => (await pullCdrs(roaming, operatorId, since)) === "ALL",
    },
  };
  return {
    messaging,
    messages,
    notices,
    devices,
    files,
    topUps,
    refunds,
    retail,
    drivers,
    stations,
    roaming,
    charging,
  };
}

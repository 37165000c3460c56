import * as contract from "@voltmarg/contract";
import {
  accountsRoutes,
  deactivateRoutes,
  getUser,
  lockNumber,
  providerDeskRoutes,
  signInsRoutes,
  SOCIAL_CALLBACK,
  socialCallback,
  socialRoutes,
} from "../features/accounts/index.ts";
import { auditRoutes } from "../features/audit/index.ts";
import { billingRoutes } from "../features/billing/index.ts";
import {
  chargingRoutes,
  findSession,
  liveRoute,
  openSessions,
} from "../features/charging/index.ts";
import { companiesRoutes, companyOfNumber } from "../features/companies/index.ts";
import { contentRoutes } from "../features/content/index.ts";
import { deskRoutes } from "../features/backoffice/index.ts";
import {
  dropFiles,
  filesRoutes,
  MOST_UPLOAD_BYTES,
  readFileOf,
  takeUpload,
} from "../features/files/index.ts";
import {
  centreRoutes,
  messagesDeskRoutes,
  notificationsRoutes,
  reportRoutes,
} from "../features/notifications/index.ts";
import { personalDataRoutes } from "../features/personal-data/index.ts";
import { ratingsRoutes } from "../features/ratings/index.ts";
import {
  createPeers,
  getPartner,
  operatorNamed,
  partnersRoutes,
  roamingRoutes,
} from "../features/roaming/index.ts";
import {
  createPictures,
  pictureRoutes,
  stationsRoutes,
  watchesRoutes,
} from "../features/stations/index.ts";
import { problemsRoutes } from "../features/station-reports/index.ts";
import { stationListRoutes, stationSearchRoutes } from "../features/station-search/index.ts";
import { firstSupport, supportRoutes } from "../features/support/index.ts";
import { tariffsRoutes } from "../features/tariffs/index.ts";
import { catalogueRoutes, vehiclesRoutes } from "../features/vehicles/index.ts";
import {
  closeWallet,
  lockWallet,
  payRoutes,
  reopenWallet,
  walletRoutes,
} from "../features/wallet/index.ts";
import { createMountBytes } from "../platform/http/bytes.ts";
import { createOidc } from "../platform/http/oidc.ts";
import { createMount } from "../platform/http/mount.ts";
import { passkeySite } from "../platform/config/passkey-site.ts";
import { mountRaw } from "../platform/http/raw.ts";
import type { HttpServer } from "../platform/http/server.ts";
import { mountStream } from "../platform/http/stream.ts";
import { mountUpload } from "../platform/http/upload.ts";
import { openGates } from "./access-rules.ts";
import type { Ground } from "./service-parts.ts";
import type { Wired } from "./wire-features.ts";

/** A notice of a payment is signed over what it says, so anybody may send so much; real ones have some 5 KB. */
const MOST_NOTICE_BYTES = 64 * 1024;
const MOST_REPORT_BYTES = 256 * 1024;
/** What a partner may push at once: a large station has some 50 KB. */
const MOST_OCPI_BYTES = 256 * 1024;

/** Opens every feature's doors. Answers all routes with their access rules. */
export async function mountRoutes(http: HttpServer, ground: Ground, wired: Wired) {
  const { config, database, clock, logger, metrics, key } = ground;
  const {
    messages,
    messaging,
    notices,
    devices,
    files,
    topUps,
    retail,
    drivers,
    stations,
    roaming,
    charging,
  } = wired;
  const operatorByName = (name: string) => operatorNamed(database.db, name);
  const { noteAct, signIn, lately, isSignedIn, signIns, gate, listGate } = await openGates(ground);
  const mount = createMount(http, gate);
  const devOutbox = config.profile !== "PROD";

  accountsRoutes(mount, {
    database,
    clock,
    settings: config.otp,
    signIn,
    sms: (tx, { isDriver, ...code }) =>
      messages.send(tx, { channel: "sms", kind: "CODE", ...code }, isDriver),
    domain: new URL(config.publicUrl).hostname,
    companyOfNumber,
    noteAct,
  });
  const passkeys = passkeySite({
    name: config.party.name,
    publicUrl: config.publicUrl,
    ...config.passkeys,
  });
  signInsRoutes(mount, {
    database,
    clock,
    logger,
    noteAct,
    signIn,
    key,
    site: passkeys,
    onEnded: lately.ended,
  });
  auditRoutes(mount, { database });
  const social = {
    database,
    clock,
    logger,
    signIn,
    beginsPerHourAndAddress: config.otp.sendsPerHourAndAddress,
    oidc: createOidc({
      providers: config.social,
      redirectUri: `${config.publicUrl}${SOCIAL_CALLBACK}`,
      insecure: config.profile !== "PROD",
    }),
  };
  socialRoutes(mount, social);
  providerDeskRoutes(mount, { database, clock, noteAct, onEnded: lately.ended });
  personalDataRoutes(mount, {
    database,
    clock,
    noteAct,
    lockNumber,
    lockWallet,
    dropFiles: (tx, userId) => dropFiles(files, tx, userId),
    onErased: (userId) => {
      lately.ended(userId);
      drivers.changed(userId);
    },
  });
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
  catalogueRoutes(mount, { database, clock });
  vehiclesRoutes(mount, { database, clock, onChange: drivers.changed });
  tariffsRoutes(mount, { retail, operatorNamed: operatorByName });
  stationsRoutes(mount, stations);
  stationSearchRoutes(mount, stations);
  stationListRoutes(createMountBytes(http, listGate, mount.mounted), stations);
  watchesRoutes(mount, stations);
  problemsRoutes(mount, stations);
  chargingRoutes(mount, charging);
  billingRoutes(mount, {
    database,
    late: ground.late,
    clock,
    partyId: config.party.partyId,
    operatorNamed: operatorByName,
    charging,
  });
  deactivateRoutes(mount, {
    database,
    clock,
    noteAct,
    onEnded: lately.ended,
    openCharge: async (tx, userId) => {
      await lockWallet(tx, userId);
      return (await openSessions(tx, userId))[0]?.id ?? null;
    },
    closeWallet: (tx, userId) => closeWallet(topUps, tx, userId),
  });
  walletRoutes(mount, {
    ...topUps,
    noteAct,
    isCorporate: async (userId) =>
      (await getUser(database.db, userId))?.customer_type === "CORPORATE",
    settings: {
      name: config.party.name,
      partyId: config.party.partyId,
      environment: config.profile,
      otpLength: config.otp.length,
      otpValidSeconds: config.otp.validSeconds,
      mapStyleUrl: config.mapStyleUrl,
      googleMaps: config.googleMaps,
      demoSpeed: config.demoSpeed,
      webPushKey: config.messages.webPush?.publicKey ?? null,
      devOutbox,
      social: social.oidc.providers,
      withdrawal: config.withdrawal,
      passkeys: passkeys !== null,
    },
    support: () => firstSupport(database.db),
  });
  centreRoutes(mount, notices, devices);
  messagesDeskRoutes(mount, { database, clock, budgets: config.messages.budgets });
  filesRoutes(mount, files);
  await mountUpload(
    http,
    gate,
    mount.mounted,
    contract.files.uploadFile,
    MOST_UPLOAD_BYTES,
    takeUpload(files),
  );
  supportRoutes(mount, {
    database,
    clock,
    notices,
    isOwnSession: async (userId, id) => (await findSession(database.db, userId, id)) !== null,
    photoOf: (userId, id) => readFileOf(files, userId, id),
  });
  contentRoutes(mount, { database, clock });
  ratingsRoutes(mount, { database, clock });
  if (devOutbox) notificationsRoutes(mount, messages);
  mountStream(
    http,
    gate,
    signIns,
    metrics.liveStreams,
    ground.draining,
    liveRoute(charging, isSignedIn),
  );
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
  const carriers = config.messages.sms?.carriers ?? [];
  const reports = reportRoutes(messaging, { carriers, publicUrl: config.publicUrl });
  await mountRaw(http, reports, MOST_REPORT_BYTES);
  await mountRaw(http, socialCallback(social, config.publicUrl), 0);
  const pictures = createPictures({
    outbound: ground.outbound,
    now: () => clock.now().getTime(),
  });
  const logoOf = async (operatorId: string) => {
    const logo = (await getPartner(database, operatorId))?.logo;
    return logo?.thumbnail ?? logo?.url ?? null;
  };
  await mountRaw(http, pictureRoutes(stations, pictures, logoOf), 0);
  await mountRaw(http, roamingRoutes(roaming, peers), MOST_OCPI_BYTES);
  return mount.mounted;
}

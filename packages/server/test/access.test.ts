import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@voltmarg/client";
import * as contract from "@voltmarg/contract";
import {
  accounts,
  audit,
  charging,
  companies,
  content,
  backoffice,
  books,
  development,
  errorCatalogue,
  files,
  invoice,
  consent,
  legal,
  notifications,
  partners,
  personalData,
  provider,
  ratings,
  signIns,
  social,
  staff,
  stations,
  support,
  trips,
  vehicles,
  wallet,
  mayDo,
  type Problem,
  type RouteSpec,
} from "@voltmarg/contract";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows, sql } from "../src/platform/database/database.ts";
import { A_BREACH } from "@voltmarg/testkit/fixtures/breach";
import { upload } from "@voltmarg/testkit/file-upload";
import {
  codeFor,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { routesOf } from "@voltmarg/testkit/routes-of";
import { AGREED } from "@voltmarg/testkit/agreed";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";

/** What a request may name. */
type Things = {
  userId: string;
  mobile: string;
  vehicleId: string;
  topUpId: string;
  sessionId: string;
  runningId: string;
  cdrId: string;
  fileId: string;
  tripId: string;
  ticketId: string;
  notificationId: string;
  /** On another device. */
  signInId: string;
};
type Input = {
  params?: object;
  query?: object;
  body?: object;
  /** A form with a file that is no picture: only who may send one is told so. */
  form?: true;
};

let world: Harness;
let appDir: string;
let plugs: {
  location_id: string;
  evse_uid: string;
  connector_id: string;
  tariffId: string;
  /** What is printed on the charger. */
  code: string;
}[];
let own: Things;
let other: Things;
let me: Driver;
let them: Driver;
let loggedOut: string;
let expired: string;
let operatorId: string;
let closed: string;

beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), "voltmarg-app-"));
  await writeFile(join(appDir, "index.html"), "<!doctype html><title>Voltmarg</title>");
  const env = { APP_DIR: appDir, FILES_DIR: join(appDir, "files") };
  world = await startHarness({ locations: 60, roads: true, env });
  me = await world.signUp();
  const shown = await world.call(partners.searchPartners, { token: me.token });
  operatorId = shown.body.content[0]!.id;
  plugs = await freePlugs(me);
  them = await world.signUp();
  own = await livedIn(me);
  other = await livedIn(them);
  const leaving = await world.signUp();
  await world.call(accounts.logout, { token: leaving.token });
  loggedOut = leaving.token;
  expired = me.token;
  await world.pass(601, 30);
  me = await refreshed(me);
  them = await refreshed(them);
  const gone = await world.signUp();
  closed = gone.token;
  await sql`update app_user set deactivated_at = ${world.clock.now()} where id = ${gone.id}`.execute(
    world.database.db,
  );
});
afterAll(async () => {
  await world.stop();
  await rm(appDir, { recursive: true });
});

async function refreshed(driver: Driver): Promise<Driver> {
  const { body } = await world.call(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: driver.refresh },
  });
  return { ...driver, token: body.access_token, refresh: body.refresh_token };
}

async function freePlugs(driver: Driver): Promise<typeof plugs> {
  const { body } = await world.call(stations.searchLocations, {
    query: { latitude: 18.52, longitude: 73.85, distance: 500, status: "AVAILABLE" },
    token: driver.token,
  });
  return body.content
    .filter((location) => location.isOpened !== false)
    .flatMap((location) =>
      location.evses
        .filter((evse) => evse.status === "AVAILABLE" && evse.connectors[0]?.tariff_id)
        .map((evse) => ({
          location_id: location.id,
          evse_uid: evse.uid,
          connector_id: evse.connectors[0]!.id,
          tariffId: evse.connectors[0]!.tariff_id!,
          code: evse.evse_id!,
        })),
    );
}

/** A driver with one of everything: vehicle, top-up, favourite, a billed charge and a running one. */
async function livedIn(driver: Driver): Promise<Things> {
  const as = { params: { userId: driver.id }, token: driver.token };
  await world.call(provider.setDriverFlags, {
    params: { mobile: driver.mobile },
    body: { allow_multi_charging: true },
    token: PROVIDER_TOKEN,
  });
  const vehicle = await world.call(vehicles.addVehicle, { ...as, body: NEXON });
  const trip = await world.call(trips.planTrip, { body: A_TRIP, token: driver.token });
  await world.topUp(driver, 500_000);
  const topUp = await world.call(wallet.createTopUp, { ...as, body: { amount_minor: 50_000 } });
  await world.call(stations.addToWishlist, {
    ...as,
    body: { location_id: plugs[0]!.location_id },
  });
  const start = async () => {
    const { tariffId: _, code: _code, ...plug } = plugs.shift()!;
    const body = { ...plug, estimation_info: { selectedPower: 20 } };
    return (await world.call(charging.startSession, { body, token: driver.token })).body.data.id;
  };
  const billed = await start();
  await world.pass(20, 5);
  await world.call(charging.stopSession, { body: { session_id: billed }, token: driver.token });
  await world.pass(20, 5);
  const running = await start();
  await world.pass(10, 5);
  const bill = await world.call(charging.getCdrOfSession, {
    params: { id: billed },
    token: driver.token,
  });
  return {
    ...(await asked(driver)),
    signInId: await signedInElsewhere(driver),
    userId: driver.id,
    mobile: driver.mobile,
    tripId: trip.body.data.id!,
    vehicleId: vehicle.body.data.id,
    topUpId: topUp.body.data.id,
    sessionId: billed,
    runningId: running,
    cdrId: bill.body.data.id,
  };
}

/** A ticket that support has answered, and a photo that does not stand in it. */
async function asked({ id, token }: Driver) {
  const photo = { create: { width: 9, height: 9, channels: 3, background: "red" } } as const;
  const sent = await upload(world, { id, token }, await sharp(photo).png().toBuffer());
  const body = { category: "OTHER", text: "It hums." } as const;
  const ticket = await world.call(support.createTicket, { body, token });
  const params = { id: ticket.body.data.id };
  await world.call(support.answerTicket, { params, body: { text: "So?" }, token: PROVIDER_TOKEN });
  const told = await world.call(notifications.listNotifications, { token });
  return {
    fileId: sent.body.data!.id,
    ticketId: params.id,
    notificationId: told.body.content[0]!.id,
  };
}

/** Signs the driver in on one more device; answers that sign-in's id. */
async function signedInElsewhere({ id, mobile, token }: Driver): Promise<string> {
  world.clock.advance(31_000);
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
  const otp = await codeFor(world, mobile);
  await world.call(accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp, userType: "DRIVER", type: "LG" },
  });
  const { body } = await world.call(signIns.listSignIns, { params: { id }, token });
  return body.data.sign_ins.find(({ this_device }) => !this_device)!.id;
}

const ABSENT: Things = {
  fileId: "fil_absent",
  tripId: "trp_absent",
  ticketId: "tkt_absent",
  notificationId: "ntf_absent",
  signInId: "sid_absent",
  userId: "usr_absent",
  mobile: "9999999999",
  vehicleId: "veh_absent",
  topUpId: "top_absent",
  sessionId: "ses_absent",
  runningId: "ses_absent",
  cdrId: "cdr_absent",
};

const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const specs: RouteSpec[] = Object.values(contract)
  .filter((part) => typeof part === "object")
  .flatMap((part) => Object.values(part))
  .filter(
    (value): value is RouteSpec =>
      typeof value === "object" && value !== null && "path" in value && "response" in value,
  );
const byKey = new Map(specs.map((spec) => [key(spec), spec]));

/** Routes anybody may call. A new one has to be written down here, on purpose. */
const PUBLIC = new Set(
  [
    accounts.sendOtp,
    accounts.otpExpiryTime,
    accounts.verifyOtp,
    accounts.refreshToken,
    social.socialAuthorize,
    social.socialFinish,
    // A link shows a plan to everybody who has it, and nothing of its driver.
    trips.getSharedTrip,
    signIns.passkeySignInOptions,
    signIns.passkeySignIn,
    staff.invitationOptions,
    staff.acceptInvitation,
    staff.staffSignInOptions,
    staff.signInStaff,
    staff.getStaffOpenid,
    staff.beginStaffOpenid,
    staff.acceptByOpenid,
    wallet.getEmspConfig,
    development.devOutbox,
    // Sent with an empty authorization header.
    support.findSupportInformation,
    // Who sells and who answers for complaints has to be shown to everybody.
    legal.getLegal,
    consent.getPrivacyNotice,
    // The terms and the privacy policy have no guard, and an old app must learn that it is.
    content.listCustomMessages,
    content.getAppVersion,
  ].map(key),
);

const A_TRIP = {
  start: { latitude: 18.52, longitude: 73.85 },
  end: { latitude: 19.1, longitude: 72.9 },
  charge_percent: 90,
};
const customer = ({ userId }: Things) => ({ category: "CUSTOMER", category_resource_id: userId });
const QUESTION = { category: "BILL", text: "Why so much?" };
const A_TEXT = { type: "TOU", key: "prices", language: "hi" };
const A_MODEL = { make: "Deccan", model: "Bullock" };
const FACTS = {
  vehicle_type: "THREE_WHEELER",
  battery_capacity: 8,
  range: 120,
  max_dc_intake: null,
  onboard_charger_capacity: 2,
  inlets: [],
  unknown: ["inlets"],
  source: "a leaflet",
  source_date: "2026-11-20",
};
const A_PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
} as const;
const A_SIGNATURE = {
  ...A_PASSKEY,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
} as const;
const A_REASON = { reason: "The driver called" };
const AN_APP = { name: "voltmarg-lite", device_type: "android" };

/** A well-formed request of each route for some driver's things; `named` says that it names what is somebody's. */
const REQUESTS: [RouteSpec, (t: Things) => Input, "named" | "common"][] = [
  [accounts.getUser, (t) => ({ params: { id: t.userId } }), "named"],
  [accounts.updateUser, (t) => ({ params: { id: t.userId }, body: { name: "Asha" } }), "named"],
  // For oneself it is refused while a charge runs, and here one does.
  [accounts.deactivate, (t) => ({ params: { id: t.userId } }), "named"],
  [consent.getConsent, (t) => ({ params: { userId: t.userId } }), "named"],
  [consent.giveConsent, (t) => ({ params: { userId: t.userId }, body: AGREED }), "named"],
  [consent.nominate, (t) => ({ params: { userId: t.userId }, body: { nominee: null } }), "named"],
  [consent.exportOwnData, (t) => ({ params: { userId: t.userId } }), "named"],
  [accounts.findUserByUsername, (t) => ({ params: { name: t.mobile } }), "named"],
  [signIns.listSignIns, (t) => ({ params: { id: t.userId } }), "named"],
  [signIns.endSignIn, (t) => ({ params: { id: t.userId, signIn: t.signInId } }), "named"],
  [signIns.endOtherSignIns, (t) => ({ params: { id: t.userId } }), "named"],
  [signIns.listPasskeys, (t) => ({ params: { id: t.userId } }), "named"],
  [signIns.passkeyOptions, (t) => ({ params: { id: t.userId } }), "named"],
  [signIns.addPasskey, (t) => ({ params: { id: t.userId }, body: A_PASSKEY }), "named"],
  [signIns.removePasskey, (t) => ({ params: { id: t.userId, passkey: "pk_absent" } }), "named"],
  [audit.listAccountAudit, () => ({ query: { page_size: 3, act: "SIGN_IN" } }), "common"],
  [vehicles.listVehicles, (t) => ({ params: { userId: t.userId } }), "named"],
  [vehicles.addVehicle, (t) => ({ params: { userId: t.userId }, body: NEXON }), "named"],
  [vehicles.getVehicle, (t) => ({ params: { userId: t.userId, id: t.vehicleId } }), "named"],
  [
    vehicles.updateVehicle,
    (t) => ({ params: { userId: t.userId, id: t.vehicleId }, body: NEXON }),
    "named",
  ],
  [vehicles.deleteVehicle, (t) => ({ params: { userId: t.userId, id: t.vehicleId } }), "named"],
  [vehicles.listModelsByType, () => ({ query: { vehicleType: "TWO_WHEELER" } }), "common"],
  [vehicles.searchModels, () => ({ query: { make: "Tata" } }), "common"],
  [vehicles.getModels, () => ({ params: { make: "Tata", model: "Nexon EV" } }), "common"],
  [vehicles.listOptions, () => ({ params: { kind: "make" } }), "common"],
  [vehicles.listOptionsOf, () => ({ params: { kind: "model", of: "Tata" } }), "common"],
  [vehicles.listCatalogue, () => ({}), "common"],
  [vehicles.putModel, () => ({ params: A_MODEL, body: FACTS }), "common"],
  [vehicles.removeModel, () => ({ params: A_MODEL }), "common"],
  [
    stations.searchLocations,
    () => ({ query: { latitude: 18.52, longitude: 73.85, page_size: 3 } }),
    "common",
  ],
  [
    stations.listPins,
    () => ({ query: { west: 73.8, south: 18.5, east: 73.9, north: 18.6 } }),
    "common",
  ],
  [stations.getLocation, () => ({ params: { id: plugs[0]!.location_id } }), "common"],
  [
    stations.getLocationConnector,
    () => ({
      params: {
        location: plugs[0]!.location_id,
        evse: plugs[0]!.evse_uid,
        connector: plugs[0]!.connector_id,
      },
    }),
    "common",
  ],
  [stations.getLocationByEvseId, () => ({ params: { id: plugs[0]!.code } }), "common"],
  [stations.getLocationByQrCode, () => ({ params: { code: plugs[0]!.code } }), "common"],
  [stations.findLocationByQrCode, () => ({ body: { qr_code: plugs[0]!.code } }), "common"],
  [stations.countLocationsByState, () => ({}), "common"],
  [
    stations.findAlongRoute,
    () => ({ body: { points: [{ latitude: 18.52, longitude: 73.85 }] } }),
    "common",
  ],
  [
    trips.planTrip,
    (t) => ({
      body: { ...A_TRIP, vehicle_id: t.vehicleId },
    }),
    "named",
  ],
  [trips.planWay, (t) => ({ body: { ...A_TRIP, vehicle_id: t.vehicleId } }), "named"],
  [trips.getReach, (t) => ({ query: { vehicle_id: t.vehicleId, charge_percent: 80 } }), "named"],
  [trips.listTrips, () => ({}), "common"],
  [trips.getTrip, (t) => ({ params: { id: t.tripId } }), "named"],
  [trips.updateTrip, (t) => ({ params: { id: t.tripId }, body: { name: "Goa" } }), "named"],
  [trips.deleteTrip, (t) => ({ params: { id: t.tripId } }), "named"],
  [
    stations.getWhitelist,
    (t) => ({ params: { userId: t.userId, id: plugs[1]!.location_id } }),
    "named",
  ],
  [stations.listWatches, (t) => ({ params: { userId: t.userId } }), "named"],
  [
    stations.watchStation,
    (t) => ({ params: { userId: t.userId }, body: { location_id: plugs[1]!.location_id } }),
    "named",
  ],
  [stations.seeNotice, (t) => ({ params: { userId: t.userId, id: "wat_absent" } }), "named"],
  [
    stations.reportStationProblem,
    (t) => ({
      params: { userId: t.userId },
      body: { location_id: plugs[1]!.location_id, kind: "BLOCKED", text: "A van stands there" },
    }),
    "named",
  ],
  [stations.listStationProblems, () => ({}), "common"],
  [stations.closeStationProblem, () => ({ params: { id: "prb_absent" } }), "common"],
  // Nobody of them is there or charged there.
  [
    stations.checkIn,
    () => ({ params: { id: plugs[1]!.location_id }, body: { worked: true } }),
    "common",
  ],
  [stations.listCheckIns, () => ({ params: { id: plugs[1]!.location_id } }), "common"],
  [stations.removeCheckIn, () => ({ params: { id: "chk_absent" } }), "common"],
  [stations.getCheckInPhoto, () => ({ params: { id: "chk_absent" } }), "common"],
  [
    stations.reportCheckIn,
    () => ({ params: { id: "chk_absent" }, body: { reason: "NOT_TRUE" } }),
    "common",
  ],
  [stations.listReportedCheckIns, () => ({}), "common"],
  [stations.hideCheckIn, () => ({ params: { id: "chk_absent" } }), "common"],
  [stations.restoreCheckIn, () => ({ params: { id: "chk_absent" } }), "common"],
  [stations.unwatchStation, (t) => ({ params: { userId: t.userId, id: "wat_absent" } }), "named"],
  [
    stations.getTariff,
    () => ({ params: { locationId: plugs[0]!.location_id, tariffId: plugs[0]!.tariffId } }),
    "common",
  ],
  [stations.getWishlist, (t) => ({ params: { userId: t.userId } }), "named"],
  [
    stations.addToWishlist,
    (t) => ({ params: { userId: t.userId }, body: { location_id: plugs[1]!.location_id } }),
    "named",
  ],
  [
    stations.removeFromWishlist,
    (t) => ({ params: { userId: t.userId, locationId: plugs[1]!.location_id } }),
    "named",
  ],
  [wallet.getWallet, (t) => ({ params: { userId: t.userId } }), "named"],
  [wallet.listMovements, (t) => ({ params: { userId: t.userId } }), "named"],
  [
    wallet.createTopUp,
    (t) => ({ params: { userId: t.userId }, body: { amount_minor: 50_000 } }),
    "named",
  ],
  [
    wallet.createWithdrawal,
    (t) => ({ params: { userId: t.userId }, body: { amount_minor: 100 } }),
    "named",
  ],
  [wallet.planWithdrawal, (t) => ({ params: { userId: t.userId }, query: {} }), "named"],
  [wallet.listWithdrawals, (t) => ({ params: { userId: t.userId } }), "named"],
  [wallet.getTopUp, (t) => ({ params: { userId: t.userId, id: t.topUpId } }), "named"],
  [
    wallet.verifyTopUp,
    (t) => ({
      params: { userId: t.userId, id: t.topUpId },
      body: { razorpay_payment_id: "p", razorpay_order_id: "o", razorpay_signature: "s" },
    }),
    "named",
  ],
  [
    charging.startSession,
    (t) => {
      const { tariffId: _, code: _code, ...plug } = plugs[2]!;
      return { body: { ...plug, vehicle_id: t.vehicleId } };
    },
    "named",
  ],
  [charging.latestSession, (t) => ({ params: { userId: t.userId } }), "named"],
  [charging.activeSessions, (t) => ({ params: { userId: t.userId } }), "named"],
  [charging.getSession, (t) => ({ params: { id: t.sessionId } }), "named"],
  [charging.askForSession, (t) => ({ params: { endpoint: operatorId, id: t.sessionId } }), "named"],
  [charging.getCdr, (t) => ({ params: { id: t.cdrId } }), "named"],
  [charging.getCdrOfSession, (t) => ({ params: { id: t.sessionId } }), "named"],
  [charging.searchCdrs, (t) => ({ params: { userId: t.userId } }), "named"],
  [
    charging.powerConsumption,
    (t) => ({ query: { user_id: t.userId, date_from: "2026-11-01", date_to: "2026-11-30" } }),
    "named",
  ],
  [invoice.getBillInfo, () => ({ params: { id: "default" } }), "common"],
  [charging.stopSession, (t) => ({ body: { session_id: t.runningId } }), "named"],
  [accounts.logout, () => ({}), "common"],
  [companies.listCompanyVehicles, () => ({ params: { id: "com_absent" } }), "named"],
  [companies.getCompanyOffer, (t) => ({ params: { userId: t.userId } }), "named"],
  [
    companies.acceptCompanyOffer,
    (t) => ({ params: { userId: t.userId }, body: { company_id: "com_absent" } }),
    "named",
  ],
  [companies.leaveCompany, (t) => ({ params: { userId: t.userId } }), "named"],
  [companies.listCompanies, () => ({}), "common"],
  [companies.getCompany, () => ({ params: { id: "com_absent" } }), "common"],
  [
    companies.updateCompany,
    () => ({ params: { id: "com_absent" }, body: { state: "SUSPENDED" } }),
    "common",
  ],
  [
    companies.limitCompanyNumber,
    (t) => ({ params: { id: "com_absent", mobile: t.mobile }, body: { limit_minor: 5_000 } }),
    "common",
  ],
  [
    companies.unlistCompanyNumber,
    (t) => ({ params: { id: "com_absent", mobile: t.mobile } }),
    "common",
  ],
  [companies.addCompanyVehicle, () => ({ params: { id: "com_absent" }, body: NEXON }), "common"],
  [
    companies.removeCompanyVehicle,
    () => ({ params: { id: "com_absent", vehicleId: "veh_absent" } }),
    "common",
  ],
  [
    companies.recordCompanyPayment,
    () => ({ params: { id: "com_absent" }, body: { amount_minor: 500, reference: "UTR 1" } }),
    "common",
  ],
  [
    companies.reverseCompanyPayment,
    () => ({
      params: { id: "com_absent" },
      body: { reference: "UTR 1", reason: "Mistyped by me" },
    }),
    "common",
  ],
  [
    companies.getCompanyStatement,
    () => ({ params: { id: "com_absent", month: "2026-11" } }),
    "common",
  ],
  [backoffice.listCredentials, () => ({}), "common"],
  [
    backoffice.createCredential,
    () => ({ body: { name: "night-shift", role: "support" } }),
    "common",
  ],
  [backoffice.revokeCredential, () => ({ params: { name: "nobody" } }), "common"],
  [backoffice.listAudit, () => ({ query: { page_size: 3 } }), "common"],
  [partners.getPartnerFigures, () => ({ params: { id: "opr_absent" } }), "common"],
  [companies.listVehiclesOfCompany, () => ({ params: { id: "com_absent" } }), "common"],
  [backoffice.listCharges, (t) => ({ query: { q: t.mobile, limit: 3 } }), "common"],
  [backoffice.getOverview, () => ({}), "common"],
  [backoffice.searchConsole, (t) => ({ query: { q: t.mobile } }), "common"],
  [backoffice.getConsoleDriver, (t) => ({ params: { id: t.userId } }), "common"],
  [backoffice.showDriver, (t) => ({ params: { id: t.userId }, body: A_REASON }), "common"],
  [
    backoffice.getDriverTimeline,
    (t) => ({ params: { id: t.userId }, query: { limit: 3 } }),
    "common",
  ],
  [backoffice.listPayments, () => ({ query: { state: "CREDITED", limit: 3 } }), "common"],
  [backoffice.listPaymentDisputes, () => ({ query: { state: "OPEN", limit: 3 } }), "common"],
  [
    backoffice.savePaymentEvidence,
    () => ({ params: { id: "disp_absent" }, body: A_REASON }),
    "common",
  ],
  [backoffice.listRefunds, () => ({ query: { state: "WAITING", limit: 3 } }), "common"],
  [backoffice.listApprovals, () => ({ query: { state: "WAITING", limit: 3 } }), "common"],
  [backoffice.getApproval, () => ({ params: { id: "apr_absent" } }), "common"],
  [backoffice.confirmApproval, () => ({ params: { id: "apr_absent" } }), "common"],
  [backoffice.rejectApproval, () => ({ params: { id: "apr_absent" }, body: A_REASON }), "common"],
  [
    backoffice.refundByBank,
    () => ({
      params: { id: "usr_absent" },
      body: {
        ...A_REASON,
        amount_minor: 100,
        holder_name: "Nobody",
        bank_reference: "HDFC00000001",
      },
    }),
    "common",
  ],
  [backoffice.retryRefund, () => ({ params: { id: "rfd_absent" } }), "common"],
  [backoffice.askAboutPayment, () => ({ params: { id: "top_absent" } }), "common"],
  [backoffice.getCharge, (t) => ({ params: { id: t.sessionId } }), "common"],
  // Nobody's: it would change what the others need.
  [backoffice.stopCharge, () => ({ params: { id: "ses_absent" }, body: A_REASON }), "common"],
  [backoffice.askAboutCharge, () => ({ params: { id: "ses_absent" }, body: A_REASON }), "common"],
  [
    backoffice.closeChargeUnbilled,
    () => ({ params: { id: "ses_absent" }, body: A_REASON }),
    "common",
  ],
  [backoffice.listLocations, () => ({ query: { q: "hub", limit: 3 } }), "common"],
  [backoffice.getConsoleLocation, () => ({ params: { id: plugs[0]!.location_id } }), "common"],
  [backoffice.hideLocation, () => ({ params: { id: "loc_absent" }, body: A_REASON }), "common"],
  [
    backoffice.confirmLocationState,
    () => ({ params: { id: "loc_absent" }, body: { state: "Goa", ...A_REASON } }),
    "common",
  ],
  [backoffice.showLocation, () => ({ params: { id: "loc_absent" }, body: A_REASON }), "common"],
  [staff.listStaff, () => ({}), "common"],
  [staff.inviteStaff, () => ({ body: { name: "night-shift", role: "support" } }), "common"],
  [staff.inviteStaffAgain, () => ({ params: { name: "nobody" } }), "common"],
  [staff.changeStaff, () => ({ params: { name: "nobody" }, body: { role: "read" } }), "common"],
  [staff.revokeStaff, () => ({ params: { name: "nobody" } }), "common"],
  [staff.getStaffSession, () => ({}), "common"],
  [staff.signOutStaff, () => ({}), "common"],
  [staff.passkeyAgainOptions, () => ({}), "common"],
  [staff.passkeyAgain, () => ({ body: { passkey: A_SIGNATURE } }), "common"],
  [staff.openidAgain, () => ({ body: { return_to: "/console/" } }), "common"],
  [backoffice.listWhitelist, () => ({}), "common"],
  [
    backoffice.addToWhitelist,
    () => ({ body: { company_id: "com_absent", location_id: "loc_absent" } }),
    "common",
  ],
  [backoffice.removeFromWhitelist, () => ({ params: { id: "wht_absent" } }), "common"],
  [
    backoffice.giveGoodwill,
    () => ({
      params: { mobile: "9999999999" },
      body: { amount_minor: 500, reason: "Long wait", reference: "T-17" },
    }),
    "common",
  ],
  [
    backoffice.getSettlement,
    () => ({ params: { month: "2026-11" }, query: { operator: "nobody we know" } }),
    "common",
  ],
  [
    backoffice.payOperator,
    () => ({
      params: { month: "2026-11" },
      body: {
        operator: "nobody we know",
        amount_minor: 100,
        utr: "HDFC00000001",
        paid_on: "2026-11-20",
      },
    }),
    "common",
  ],
  [
    backoffice.reverseOperatorPayment,
    () => ({
      params: { month: "2026-11" },
      body: { operator: "nobody we know", utr: "HDFC00000001", reason: "Mistyped by me" },
    }),
    "common",
  ],
  [backoffice.checkBooks, () => ({}), "common"],
  [books.getBooks, () => ({ params: { month: "2026-11" } }), "common"],
  [
    books.exportBooks,
    () => ({ params: { month: "2026-11", file: "gstr-1.json" as const } }),
    "common",
  ],
  // A month that is not over.
  [books.listGatewaySettlements, () => ({ query: { limit: 3 } }), "common"],
  [books.listSettlementMismatches, () => ({ query: { reason: "UNKNOWN", limit: 3 } }), "common"],
  [books.listCustomerMoney, () => ({ query: { state: "OPEN" as const, limit: 3 } }), "common"],
  [
    books.enterBankBalance,
    () => ({ params: { day: "2099-01-01" }, body: { balance_minor: 100 } }),
    "common",
  ],
  [books.fileBooks, () => ({ params: { month: "2099-01" } }), "common"],
  [
    backoffice.correctBill,
    () => ({
      params: { id: "cdr_absent" },
      body: { reason: "A wrong price", reference: "CASE 1" },
    }),
    "common",
  ],
  [
    provider.correctBuyer,
    () => ({ params: { id: "cdr_absent" }, body: { reason: "A wrong GSTIN" } }),
    "common",
  ],
  [
    provider.decideDispute,
    () => ({ params: { id: "cdr_absent" }, body: { owed_minor: 0, reason: "Never happened" } }),
    "common",
  ],
  [
    provider.decideQuarantinedCdr,
    () => ({
      params: { id: "cdr_absent" },
      body: { decision: "REJECTED" as const, reason: "Never happened" },
    }),
    "common",
  ],
  [backoffice.getSeller, () => ({}), "common"],
  [backoffice.writeOffDebt, (t) => ({ params: { mobile: t.userId }, body: A_REASON }), "common"],
  [backoffice.updateSeller, () => ({ body: { gst_in: "27AAAAA0000A1Z0" } }), "common"],
  [provider.putCompany, () => ({ body: { name: "Konkan Cabs" } }), "common"],
  [
    provider.listCompanyNumber,
    () => ({ params: { id: "com_absent" }, body: { mobile: "9999999999" } }),
    "common",
  ],
  [provider.getDriver, (t) => ({ params: { mobile: t.mobile } }), "common"],
  [
    provider.setDriverFlags,
    (t) => ({ params: { mobile: t.mobile }, body: { allow_multi_charging: true } }),
    "common",
  ],
  // Nobody's: it would end what the others need.
  [provider.signOutDriver, () => ({ params: { mobile: "9999999999" } }), "common"],
  [
    personalData.exportDriver,
    (t) => ({ params: { mobile: t.mobile }, body: { reason: "The driver asked" } }),
    "common",
  ],
  // Nobody's as well.
  [
    personalData.eraseDriver,
    () => ({
      params: { mobile: "9999999999" },
      body: { reason: "They asked for it", reference: "CASE 2" },
    }),
    "common",
  ],
  [personalData.listBreaches, () => ({}), "common"],
  [personalData.tellBreach, () => ({ body: A_BREACH }), "common"],
  [provider.listRetailRules, () => ({}), "common"],
  [
    provider.previewRetailRule,
    () => ({ body: { operator: "nobody we know", markup_percent: 10 } }),
    "common",
  ],
  [
    provider.putRetailRule,
    () => ({ body: { operator: "nobody we know", markup_percent: 10 } }),
    "common",
  ],
  [provider.listTaxRates, () => ({}), "common"],
  [provider.putTaxRate, () => ({ body: { percent: 18, sac: "998714" } }), "common"],
  [provider.deleteRetailRule, () => ({ query: { customer_type: "CORPORATE" } }), "common"],
  [provider.listDisputes, () => ({ query: { state: "OPEN" } }), "common"],
  [provider.listGstDocuments, () => ({ query: { page_size: 5 } }), "common"],
  [provider.registerAgain, () => ({ body: { number: "VM/26-27/999999" } }), "common"],
  [provider.listOperatorInvoices, () => ({ query: { page_size: 5 } }), "common"],
  [provider.getOperatorInvoice, () => ({ params: { id: "opi_absent" } }), "common"],
  [provider.listOperatorInvoiceCdrs, () => ({ params: { id: "opi_absent" } }), "common"],
  [provider.listNotInvoicedCdrs, () => ({ query: { operator: "opr_absent" } }), "common"],
  [provider.listQuarantinedCdrs, () => ({ query: { page_size: 5 } }), "common"],
  [provider.getQuarantinedCdr, () => ({ params: { id: "cdr_absent" } }), "common"],
  [files.uploadFile, (t) => ({ query: customer(t), form: true }), "named"],
  [files.listFiles, (t) => ({ query: customer(t) }), "named"],
  [files.downloadFile, (t) => ({ params: { id: t.fileId } }), "named"],
  [support.createTicket, (t) => ({ body: { ...QUESTION, session_id: t.sessionId } }), "named"],
  [support.listTickets, () => ({}), "common"],
  [support.getTicket, (t) => ({ params: { id: t.ticketId } }), "named"],
  // Answered, so that it may be handed on.
  [support.escalateTicket, (t) => ({ params: { id: t.ticketId } }), "named"],
  [
    support.replyToTicket,
    (t) => ({ params: { id: t.ticketId }, body: { text: "And now?", file_ids: [t.fileId] } }),
    "named",
  ],
  // For oneself it is refused now: it stands in the ticket.
  [files.deleteFile, (t) => ({ params: { id: t.fileId } }), "named"],
  [support.closeTicket, (t) => ({ params: { id: t.ticketId } }), "named"],
  [backoffice.listConsoleTickets, () => ({ query: { state: "OPEN", assignee: "me" } }), "common"],
  [backoffice.getConsoleTicket, () => ({ params: { id: "tkt_absent" } }), "common"],
  [support.addTicketPhoto, () => ({ params: { id: "tkt_absent" }, form: true }), "common"],
  [
    backoffice.assignTicket,
    () => ({ params: { id: "tkt_absent" }, body: { assignee: null } }),
    "common",
  ],
  [backoffice.listAnswerTemplates, () => ({}), "common"],
  [
    backoffice.saveAnswerTemplate,
    () => ({ params: { key: "we-look" }, body: { title: "We look", en: "We look.", version: 9 } }),
    "common",
  ],
  [
    backoffice.removeAnswerTemplate,
    () => ({ params: { key: "absent" }, query: { version: 1 } }),
    "common",
  ],
  [
    support.getTicketPhoto,
    () => ({ params: { id: "tkt_absent", fileId: "fil_absent" } }),
    "common",
  ],
  [
    support.answerTicket,
    () => ({ params: { id: "tkt_absent" }, body: { text: "We look." } }),
    "common",
  ],
  [support.closeBackofficeTicket, () => ({ params: { id: "tkt_absent" } }), "common"],
  [support.updateSupportInformation, () => ({ body: { hours: "At all hours" } }), "common"],
  [content.listMessageVersions, () => ({ query: { type: "TOU" } }), "common"],
  [
    content.putMessage,
    () => ({ params: A_TEXT, body: { title: "Prices", text: "All with GST." } }),
    "common",
  ],
  [content.removeMessage, () => ({ params: A_TEXT }), "common"],
  [content.listAppVersions, () => ({}), "common"],
  [
    content.putAppVersion,
    () => ({ params: AN_APP, body: { latest_version: "2.0.0", minimum_version: "1.8.0" } }),
    "common",
  ],
  [content.removeAppVersion, () => ({ params: AN_APP }), "common"],
  [
    ratings.rateSession,
    (t) => ({ params: { id: t.sessionId }, body: { stars: 4, tags: ["CLEAN"] } }),
    "named",
  ],
  [ratings.getRating, (t) => ({ params: { id: t.sessionId } }), "named"],
  [ratings.getLocationRating, () => ({ params: { id: plugs[0]!.location_id } }), "common"],
  [notifications.listNotifications, () => ({}), "common"],
  [
    notifications.markNotification,
    (t) => ({ params: { id: t.notificationId }, body: { read: true } }),
    "named",
  ],
  [notifications.markAllNotifications, () => ({}), "common"],
  [notifications.getNotificationPreferences, () => ({}), "common"],
  [notifications.updateNotificationPreferences, () => ({ body: { quiet_hours: null } }), "common"],
  [
    notifications.registerDevice,
    (t) => ({ params: { id: t.userId, token: "fcm:one-of-the-tests" } }),
    "named",
  ],
  [
    notifications.registerPushyDevice,
    (t) => ({ params: { id: t.userId }, body: { device_token: "a-token-of-the-tests" } }),
    "named",
  ],
  [notifications.countMessages, () => ({}), "common"],
  [partners.searchPartners, () => ({ query: { page_size: 5 } }), "common"],
  [partners.getPartner, () => ({ params: { id: operatorId } }), "common"],
  [partners.listPartnerRecords, () => ({}), "common"],
  [
    partners.addPartner,
    () => ({ body: { name: "Half Told", versions_url: "https://peer.example/versions" } }),
    "common",
  ],
  [partners.getPartnerRecord, () => ({ params: { id: "opr_absent" } }), "common"],
  [partners.listPartnerMessages, () => ({ params: { id: "opr_absent" } }), "common"],
  [partners.listPartnerFindings, () => ({ params: { id: "opr_absent" } }), "common"],
  [partners.rotatePartner, () => ({ params: { id: "opr_absent" } }), "common"],
  [partners.acceptPartner, () => ({ params: { id: "opr_absent" }, body: {} }), "common"],
  [partners.syncPartner, () => ({ params: { id: "opr_absent" }, body: {} }), "common"],
  [partners.checkPartner, () => ({ params: { id: "opr_absent" } }), "common"],
  [partners.removePartner, () => ({ params: { id: "opr_absent" } }), "common"],
];
const requestOf = new Map(REQUESTS.map(([spec, input, kind]) => [key(spec), { input, kind }]));

/** What even one's own things do not allow, in the state these drivers are in. */
const REFUSED_TO_ALL = new Map<string, [status: number, code: string]>([
  // At a bare address there are no passkeys; passkeys.test.ts has a service that has them.
  [key(signIns.passkeyOptions), [404, "NOT_FOUND"]],
  [key(signIns.addPasskey), [404, "NOT_FOUND"]],
  [key(signIns.removePasskey), [404, "NOT_FOUND"]],
  [key(companies.acceptCompanyOffer), [404, "NOT_FOUND"]],
  [key(companies.leaveCompany), [404, "NOT_FOUND"]],
  [key(wallet.verifyTopUp), [400, "PAYMENT_NOT_VERIFIED"]],
  [key(accounts.deactivate), [409, "CHARGE_UNDER_WAY"]],
  [key(stations.watchStation), [409, "ALREADY_FREE"]],
  [key(files.uploadFile), [400, "FILE_NOT_AN_IMAGE"]],
  [key(files.deleteFile), [409, "FILE_IN_TICKET"]],
  [key(stations.checkIn), [403, "NOT_AT_STATION"]],
  [key(stations.removeCheckIn), [404, "NOT_FOUND"]],
  [key(stations.getCheckInPhoto), [404, "NOT_FOUND"]],
  [key(stations.reportCheckIn), [404, "NOT_FOUND"]],
  [key(stations.unwatchStation), [404, "WATCH_NOT_FOUND"]],
]);

async function send(spec: RouteSpec, input: Input, headers: Record<string, string> = {}) {
  const params = (input.params ?? {}) as Record<string, string>;
  const named = [...spec.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [
    name,
    (params[name] ?? "").toWellFormed(),
  ]);
  const path = addressOf(spec.path, { params: Object.fromEntries(named), query: input.query });
  const hasBody = input.body !== undefined && spec.method !== "GET";
  const response = await fetch(`${world.url}${path}`, {
    method: spec.method,
    headers: {
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    ...(input.form ? { body: formOf("no picture") } : {}),
  });
  const type = response.headers.get("content-type");
  const isJson = type?.includes("json");
  return {
    status: response.status,
    type,
    body: (isJson ? await response.json() : { file: await response.text() }) as Problem,
  };
}
function formOf(text: string): FormData {
  const form = new FormData();
  form.set("file", new File([text], "a.jpg"));
  return form;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Every row that is somebody's, to see that a refused request wrote nothing. */
const owned = async (userId: string) =>
  rows(
    world.database.db,
    sql`
      select 'user' as what, to_jsonb(t) as row from app_user t where id = ${userId}
      union all select 'vehicle', to_jsonb(t) from vehicle t where user_id = ${userId}
      union all select 'favourite', to_jsonb(t) from favourite t where user_id = ${userId}
      union all select 'top_up', to_jsonb(t) from top_up t where user_id = ${userId}
      union all select 'session', to_jsonb(t) from session t where user_id = ${userId}
      union all select 'cdr', to_jsonb(t) from cdr t where user_id = ${userId}
      union all select 'account', to_jsonb(t) from ledger_wallet t where owner = ${userId}
      union all select 'station_watch', to_jsonb(t) from station_watch t where user_id = ${userId}
      union all select 'station_problem', to_jsonb(t) from station_problem t where user_id = ${userId}
      union all select 'withdrawal', to_jsonb(t) from withdrawal t where user_id = ${userId}
      union all select 'transfer', to_jsonb(t) from ledger_transfer t where scope = ${userId}
      union all select 'sign_in', to_jsonb(t) from sign_in t where user_id = ${userId}
      union all select 'passkey', to_jsonb(t) from passkey t where user_id = ${userId}
      union all select 'file', to_jsonb(t) from file_record t where user_id = ${userId}
      union all select 'ticket', to_jsonb(t) from ticket t where user_id = ${userId}
      union all select 'ticket_message', to_jsonb(t) from ticket_message t where user_id = ${userId}
      union all select 'rating', to_jsonb(t) from session_rating t where user_id = ${userId}
      union all select 'notification', to_jsonb(t) from notification t where user_id = ${userId}
      union all select 'preference', to_jsonb(t) from notification_preference t where user_id = ${userId}
      union all select 'quiet_hours', to_jsonb(t) from quiet_hours t where user_id = ${userId}
      union all select 'device', to_jsonb(t) from device_token t where user_id = ${userId}
      order by 1, 2`,
  );

describe("every route", () => {
  test("[N-4] of the contract is mounted, and no other", () => {
    const mounted = world.service.routes.map(key);
    expect(mounted.toSorted()).toEqual([...byKey.keys()].toSorted());
  });

  test("has a rule, written down here", () => {
    const without = world.service.routes.filter((route) =>
      route.access.rule === "public" ? !PUBLIC.has(key(route)) : !requestOf.has(key(route)),
    );
    expect(without.map(key)).toEqual([]);
  });

  test("that is not of the contract is one of these", () => {
    expect(otherRoutes()).toEqual([
      // All under /ocpi/, which the listing leaves out.
      "*",
      "/.well-known/apple-app-site-association",
      "/.well-known/assetlinks.json",
      "/.well-known/security.txt",
      charging.liveSessions.path,
      "/auth/oauth/social/callback",
      "/healthz",
      "/index.html",
      "/logos/:operator",
      "/metrics",
      "/openapi.json",
      "/pay/:order",
      "/pay/:order/return",
      "/pay/checkout-page.js",
      "/pictures/:location/:picture",
      "/provider/v1/session/openid/callback",
      "/readyz",
      "/webhooks/razorpay",
    ]);
  });
});

describe("every route", () => {
  test("without a valid sign-in nothing is read or written, whatever is named", async () => {
    const before = [await owned(own.userId), await owned(other.userId)];
    const garbage = ["x", "a.b.c", `${me.token}x`, me.refresh];
    const tokens = [...garbage, expired, loggedOut, closed].map(bearer);
    const headers = [{}, ...tokens, { authorization: me.token }, { authorization: "Basic eDp5" }];
    for (const [spec, input] of REQUESTS) {
      const sent = headers.flatMap((header) =>
        [own, other, ABSENT].map((things) => send(spec, input(things), header)),
      );
      for (const { status, type, body } of await Promise.all(sent)) {
        expect([key(spec), status, body.code]).toEqual([key(spec), 401, "UNAUTHENTICATED"]);
        expect(type).toContain("application/problem+json");
      }
    }
    expect([await owned(own.userId), await owned(other.userId)]).toEqual(before);
  });

  test("what is another driver's looks exactly like what is not there", async () => {
    const before = await owned(other.userId);
    for (const [spec, input, kind] of REQUESTS) {
      if (kind === "common") continue;
      const theirs = await send(spec, input(other), bearer(me.token));
      const absent = await send(spec, input(ABSENT), bearer(me.token));
      expect([key(spec), theirs]).toEqual([key(spec), absent]);
      expect([key(spec), theirs.status]).toEqual([key(spec), 404]);
      // It names nobody but oneself, and would end what a later test names.
      if (spec === signIns.endOtherSignIns) continue;
      // Own user id, somebody else's thing: the mixture is refused the same way.
      const mixed = await send(spec, input({ ...other, userId: own.userId }), bearer(me.token));
      const mixedAbsent = await send(
        spec,
        input({ ...ABSENT, userId: own.userId }),
        bearer(me.token),
      );
      if (mixed.status >= 400) expect([key(spec), mixed]).toEqual([key(spec), mixedAbsent]);
      expect(JSON.stringify(mixed.body)).not.toContain(other.userId);
    }
    expect(await owned(other.userId)).toEqual(before);
  });

  test("the back office opens to its own token only", async () => {
    const asStaff = REQUESTS.filter(([spec]) => spec.access.rule === "provider");
    expect(asStaff.length).toBeGreaterThan(0);
    for (const [spec, input] of asStaff) {
      for (const token of [me.token, `${PROVIDER_TOKEN}x`, PROVIDER_TOKEN.slice(1)]) {
        expect((await send(spec, input(own), bearer(token))).status).toBe(401);
      }
      expect((await send(spec, input(own), bearer(PROVIDER_TOKEN))).status).not.toBe(401);
    }
    for (const [spec, input] of REQUESTS.filter(([each]) => each.access.rule !== "provider")) {
      expect((await send(spec, input(own), bearer(PROVIDER_TOKEN))).status).toBe(401);
    }
  });

  test("of the back office's roles each may read, change what is its own, and nothing else", async () => {
    for (const role of ["read", "support", "finance", "admin"] as const) {
      const made = await world.call(backoffice.createCredential, {
        body: { name: `walker-${role}`, role },
        token: PROVIDER_TOKEN,
      });
      for (const [spec, input] of REQUESTS) {
        const { status } = await send(spec, input(own), bearer(made.body.data.token));
        if (spec.access.rule !== "provider") expect([key(spec), status]).toEqual([key(spec), 401]);
        else {
          const may = mayDo(role, spec.access.effect);
          expect([role, key(spec), status !== 403]).toEqual([role, key(spec), may]);
        }
        expect(status).toBeLessThan(500);
      }
    }
  });

  // The control of this file: the very same requests work for whom they belong to.
  test("one's own things can be read and written by each route", async () => {
    for (const [spec, input] of REQUESTS) {
      if (spec.access.rule === "provider" || spec === accounts.logout) continue;
      // Last, as it takes away what the others name; and a company's drivers have no wallet to look at.
      if (spec === vehicles.deleteVehicle || spec === companies.listCompanyVehicles) continue;
      const { status, body } = await send(spec, input(own), bearer(me.token));
      const wanted = REFUSED_TO_ALL.get(key(spec)) ?? [200, undefined];
      expect([key(spec), status, body.code]).toEqual([key(spec), ...wanted]);
    }
    const gone = await send(
      vehicles.deleteVehicle,
      { params: { userId: own.userId, id: own.vehicleId } },
      bearer(me.token),
    );
    expect(gone.status).toBe(200);
  });
});

describe("the live stream", () => {
  const open = (headers: Record<string, string>) =>
    fetch(`${world.url}${charging.liveSessions.path}`, { headers });

  test("opens to a valid sign-in only", async () => {
    for (const headers of [{}, ...["x", expired, loggedOut, closed, PROVIDER_TOKEN].map(bearer)]) {
      const response = await open(headers);
      expect(response.status).toBe(401);
      expect(((await response.json()) as Problem).code).toBe("UNAUTHENTICATED");
    }
  });

  test("[S-2] shows one's own sessions and nobody else's, from the start and as they change", async () => {
    const response = await open({ ...bearer(me.token), "last-event-id": "0" });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    const until = async (text: string) => {
      while (!seen.includes(text)) seen += (await reader.read()).value ?? "";
    };
    await until("event: ready");
    expect(seen).toContain(own.sessionId);
    const versions = await versionsOf(own.runningId, other.runningId);
    await world.pass(30, 10);
    await until(`"id":"${own.runningId}","status":"ACTIVE"`);
    await reader.cancel();
    // The control: the other driver's charge went on as well.
    const later = await versionsOf(own.runningId, other.runningId);
    expect(later.every((version, index) => version > versions[index]!)).toBe(true);
    expect(seen).not.toContain(other.runningId);
    expect(seen).not.toContain(other.sessionId);
    expect(seen).not.toContain(other.userId);
  });

  test("[A-4] ends with the sign-in it was opened under, before anything more is told", async () => {
    const { mobile } = me;
    world.clock.advance(31_000);
    await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
    const { body } = await world.call(accounts.verifyOtp, {
      params: { mobile },
      body: { mobile, otp: await codeFor(world, mobile), userType: "DRIVER", type: "LG" },
    });
    const response = await open(bearer(body.access_token));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!seen.includes("event: ready")) seen += (await reader.read()).value ?? "";
    const id = await runningNow();
    const [version] = await versionsOf(id);
    await world.call(accounts.logout, { token: body.access_token });
    await world.pass(20, 10);
    expect((await versionsOf(id))[0]).toBeGreaterThan(version!);
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) rest += read.value;
    expect(rest).not.toContain("event: session");
  });

  test.each(["1e30", "-1", "x", "9".repeat(40)])(
    "bears %s as the last event seen",
    async (last) => {
      const response = await open({ ...bearer(me.token), "last-event-id": last });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let seen = "";
      while (!seen.includes("event: ready")) seen += (await reader.read()).value ?? "";
      await reader.cancel();
      expect(seen).toContain(await runningNow());
    },
  );

  const runningNow = async () =>
    (
      await world.call(charging.activeSessions, {
        params: { userId: own.userId },
        token: me.token,
      })
    ).body.content[0]!.id;
  const versionsOf = async (...ids: string[]) => {
    const found = await rows(
      world.database.db,
      sql<{ version: bigint }>`select version from session where id = any(${ids}) order by id`,
    );
    return found.map(({ version }) => version);
  };
});

describe("anti-forgery", () => {
  const write = (headers: Record<string, string>) =>
    send(
      accounts.updateUser,
      { params: { id: own.userId }, body: { name: "Asha" } },
      { ...bearer(me.token), ...headers },
    );

  test("[N-3] a page sets a cookie that every write from a browser must repeat", async () => {
    const page = await fetch(`${world.url}/tabs`);
    expect(page.headers.get("content-type")).toContain("text/html");
    const set = page.headers.get("set-cookie")!;
    expect(set).toContain("SameSite=Strict");
    expect(set).not.toContain("HttpOnly");
    const token = /XSRF-TOKEN=([^;]+)/.exec(set)![1]!;
    const cookie = `other=1; XSRF-TOKEN=${token}`;
    const forged = "bm9uY2U.c2lnbmF0dXJl";
    const refused = [
      { cookie },
      { cookie, "x-xsrf-token": forged },
      { cookie: `XSRF-TOKEN=${forged}`, "x-xsrf-token": forged },
      { cookie: "XSRF-TOKEN=", "x-xsrf-token": "" },
    ];
    for (const headers of refused) {
      const { status, body } = await write(headers as Record<string, string>);
      expect([status, body.code]).toEqual([403, "XSRF_REJECTED"]);
    }
    expect((await write({ cookie, "x-xsrf-token": token })).status).toBe(200);
    // Native shells and servers have no cookie, and reading needs none.
    expect((await write({})).status).toBe(200);
    const read = { params: { id: own.userId } };
    expect((await send(accounts.getUser, read, { ...bearer(me.token), cookie })).status).toBe(200);
    const again = await fetch(`${world.url}/tabs`, { headers: { cookie } });
    expect(again.headers.get("set-cookie")).toBe(null);
  });

  test("partners and the payment provider never need it", async () => {
    const cookie = "XSRF-TOKEN=x";
    const webhook = await fetch(`${world.url}/webhooks/razorpay`, {
      method: "POST",
      headers: { cookie },
      body: "{}",
    });
    expect(webhook.status).toBe(401);
    const partner = await fetch(`${world.url}/ocpi/emsp/2.2.1/cdrs`, {
      method: "POST",
      headers: { cookie },
      body: "{}",
    });
    expect(partner.status).toBe(401);
    const back = await fetch(`${world.url}/pay/order_x/return`, {
      method: "POST",
      headers: { cookie },
      redirect: "manual",
      body: new URLSearchParams(),
    });
    expect(back.status).toBe(303);
  });
});

describe("bad input", () => {
  const text = fc.oneof(
    fc.constantFrom("", " ", "\0", "a\0b", "\ud800", "\udc00x", "%00", "%", "../..", "'\"; --"),
    fc.constantFrom("null", "NaN", "-1", "1e999", "9".repeat(40), "x".repeat(300), "२", "\u202e"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const junk: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 3, arbitrary: text },
    fc.constantFrom(null, true, -1, 0, 0.5, 5e-324, 2 ** 53, 1e308, [], {}, [[]]),
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(text, text, { maxKeys: 3 }),
  );
  const leaves = (value: unknown, path: string[] = []): string[][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
      : [path];
  const replace = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown =>
    name === undefined
      ? by
      : { ...(value as object), [name]: replace((value as never)[name], rest, by) };
  /** A right request of which one part is not. */
  const nearly = (input: Input): fc.Arbitrary<Input> => {
    const parts = leaves(input);
    if (parts.length === 0) return fc.constant(input);
    return fc
      .tuple(fc.constantFrom(...parts), junk, text)
      .map(([path, wild, words]) =>
        replace(input, path, path[0] === "body" ? wild : words),
      ) as fc.Arbitrary<Input>;
  };
  const wild: fc.Arbitrary<Input> = fc.record({
    params: fc.dictionary(fc.constantFrom("id", "userId", "mobile", "name"), text),
    query: fc.dictionary(text, text, { maxKeys: 3 }),
    body: junk as fc.Arbitrary<object>,
  });

  /** What is wrong with an answer: a refusal must be a problem document with a code of the catalogue. */
  const faultOf = ({ status, type, body }: Awaited<ReturnType<typeof send>>): string | null => {
    if (status >= 500) return `broke with ${status}`;
    if (status < 400) return null;
    if (!type?.includes("application/problem+json")) return `is ${type}`;
    if (errorCatalogue[body.code]?.[0] !== status) return `says ${body.code} with ${status}`;
    return body.message ? null : "says nothing";
  };

  test("is refused with a code by every route, and breaks none", async () => {
    const anybody: typeof REQUESTS = [
      [
        accounts.sendOtp,
        (t) => ({ params: { mobile: t.mobile }, query: { otpType: "LG" } }),
        "common",
      ],
      [accounts.otpExpiryTime, (t) => ({ params: { mobile: t.mobile } }), "common"],
      [
        accounts.verifyOtp,
        (t) => ({
          params: { mobile: t.mobile },
          body: { mobile: t.mobile, otp: "123456", userType: "DRIVER", type: "LG" },
        }),
        "common",
      ],
      [
        accounts.refreshToken,
        () => ({ query: { grant_type: "refresh_token", refresh_token: "x" } }),
        "common",
      ],
      [wallet.getEmspConfig, () => ({ params: { id: "default" } }), "common"],
      [signIns.passkeySignInOptions, () => ({}), "common"],
      [signIns.passkeySignIn, () => ({ body: { credential: A_SIGNATURE } }), "common"],
      [development.devOutbox, () => ({ query: { to: "x" } }), "common"],
      [support.findSupportInformation, () => ({}), "common"],
      [legal.getLegal, () => ({}), "common"],
      [consent.getPrivacyNotice, () => ({ query: {} }), "common"],
      [
        content.listCustomMessages,
        () => ({ query: { messageTypes: "FAQ", language: "hi", search: "gst" } }),
        "common",
      ],
      [
        content.getAppVersion,
        () => ({ params: { name: "voltmarg" }, query: { version: "1.8.0" } }),
        "common",
      ],
    ];
    for (const [spec, input] of [...REQUESTS, ...anybody]) {
      // Its success would end the sign-in the others need.
      if (spec === accounts.logout) continue;
      const token = spec.access.rule === "provider" ? PROVIDER_TOKEN : me.token;
      const tries = fc.oneof({ weight: 3, arbitrary: nearly(input(own)) }, wild);
      await fc.assert(
        fc.asyncProperty(tries, async (request) => {
          const answer = await send(spec, request, bearer(token));
          expect([key(spec), faultOf(answer)]).toEqual([key(spec), null]);
        }),
        { numRuns: 20 },
      );
    }
  });

  test.each([
    ["broken JSON", "application/json", '{"name":'],
    ["no JSON at all", "application/json", ""],
    ["a list", "application/json", "[]"],
    ["text", "text/plain", "name"],
    ["a form", "application/x-www-form-urlencoded", "name=x"],
    ["no type", "", "{}"],
    ["a poisoned object", "application/json", '{"__proto__":{"admin":true},"name":7}'],
    ["far too much", "application/json", JSON.stringify({ name: "x".repeat(1_100_000) }), 413],
  ] as const)("a body that is %s is refused", async (_name, type, body, status: number = 400) => {
    const response = await fetch(`${world.url}/api/user/v1/users/${own.userId}`, {
      method: "PATCH",
      headers: { ...bearer(me.token), "content-type": type },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(((await response.json()) as Problem).code).toBe("INVALID_INPUT");
  });

  test.each([
    ["that is no address", "/api/user/v1/users/%E0%A4%A", 400, "INVALID_INPUT"],
    ["that is far too long", `/api/user/v1/users/${"x".repeat(5_000)}`, 400, "INVALID_INPUT"],
    ["that holds what nothing can be called", "/pay/%00", 404, "NOT_FOUND"],
    ["that is unknown", "/api/user/v1/nothing", 404, "NOT_FOUND"],
    ["asked with another method", "/auth/oauth/token", 404, "NOT_FOUND"],
  ])("an address %s is answered with a problem document", async (_name, path, status, code) => {
    const response = await fetch(`${world.url}${path}`);
    const problem = (await response.json()) as Problem;
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });
});

test("the codes of the catalogue are what the wire says", async () => {
  const { status, body } = await send(accounts.getUser, { params: { id: "x" } }, bearer(me.token));
  expect(body).toEqual({
    type: "urn:voltmarg:error:not-found",
    title: "not found",
    status,
    detail: errorCatalogue.NOT_FOUND[1],
    code: "NOT_FOUND",
    message: errorCatalogue.NOT_FOUND[1],
  });
});

/** Paths the router knows besides those of the contract. */
function otherRoutes(): string[] {
  // The router names a parameter after every route that shares its place.
  const nameless = (path: string) => path.replaceAll(/:\w+(\|:\w+)*/g, ":");
  const known = new Set(specs.map((spec) => nameless(spec.path)));
  return routesOf(world.service.http).filter((path) => !known.has(nameless(path)));
}

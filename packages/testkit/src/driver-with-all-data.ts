import {
  accounts,
  consent,
  notifications,
  ratings,
  signIns,
  stations,
  support,
  vehicles,
  type TripPlan,
} from "@voltmarg/contract";
import { sql } from "../../server/src/platform/database/database.ts";
import { upload } from "./file-upload.ts";
import { newCompany } from "./company.ts";
import type { Driver } from "./harness.ts";
import { NEXON } from "./fixtures/vehicle.ts";
import type { OwnOperator } from "./own-operator.ts";

/** Identifying data of a person. */
export type Person = { mobile: string; name: string; email: string; registration: string };

/** The smallest valid picture. */
const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const noon = "2026-11-20T06:30:00.000Z";
const place = { latitude: 18.52, longitude: 73.86 };
/** A plan without stops. */
const A_TRIP: TripPlan = {
  preference: "QUICKEST",
  start: place,
  end: { ...place, latitude: 18.9 },
  departs_at: noon,
  arrives_at: noon,
  arrive_percent: 60,
  km: 48,
  minutes: 70,
  drive_minutes: 70,
  charge_minutes: 0,
  kwh: 7,
  price_minor: 0,
  petrol_minor: 33_000,
  stops: [],
  legs: [{ km: 48, minutes: 70, kwh: 7 }],
  line: "",
  assumptions: [],
};

/** A driver who has used every feature once, with identifying data in every free text. */
export async function liveWholeLife(own: OwnOperator, person: Person): Promise<Driver> {
  const { world } = own;
  const { database, clock } = world;
  const { mobile, email, name, registration } = person;
  const driver = await world.signUp(mobile);
  const { id } = driver;
  const said = `${name}, ${mobile}, ${email}, ${registration}`;
  const as = { token: await own.tokenOf(driver) };
  const self = { params: { id }, ...as };
  await world.call(accounts.updateUser, { ...self, body: { name, email } });
  await world.call(consent.nominate, {
    params: { userId: id },
    ...as,
    body: { nominee: { name, contact: said } },
  });
  await world.call(vehicles.addVehicle, {
    params: { userId: id },
    ...as,
    body: { ...NEXON, registration },
  });
  const location_id = own.places.get("EVEN")!;
  await world.call(stations.addToWishlist, {
    params: { userId: id },
    body: { location_id },
    ...as,
  });
  await world.call(stations.reportStationProblem, {
    params: { userId: id },
    ...as,
    body: { location_id, kind: "BLOCKED", text: said },
  });
  await world.call(notifications.updateNotificationPreferences, {
    ...as,
    body: {
      kinds: [{ kind: "BILL_READY", channels: { MAIL: true } }],
      quiet_hours: { from: "22:00", until: "07:00" },
      language: "hi",
    },
  });
  await world.call(notifications.registerPushyDevice, {
    ...self,
    body: { device_token: "secret-device-token" },
  });

  await world.topUp(driver, 100_000);
  const charge = await own.ask(driver);
  clock.advance(60_000);
  await own.tell(charge, { kwh: 2 });
  clock.advance(540_000);
  await own.tell(charge, { kwh: 5, status: "COMPLETED" });
  await own.send(own.record(charge, 5, 600));
  await world.drain();
  as.token = await own.tokenOf(driver);
  await world.call(ratings.rateSession, {
    params: { id: charge.id },
    ...as,
    body: { stars: 4, tags: ["CLEAN"], text: said },
  });
  const photo = (await upload(world, { ...driver, ...as }, PICTURE)).body.data!;
  await upload(world, { ...driver, ...as }, PICTURE, { category: "CUSTOMER" });
  await world.call(support.createTicket, {
    ...as,
    body: { category: "BILL", text: said, session_id: charge.id, file_ids: [photo.id] },
  });
  await world.call(signIns.listSignIns, { ...self, ...as });

  // Rows that need another program to be created are inserted directly.
  const company = await newCompany(world);
  const at = clock.now();
  const later = new Date(at.getTime() + 3_600_000);
  const put = (query: ReturnType<typeof sql>) => query.execute(database.db);
  await put(sql`insert into passkey (id, user_id, public_key, counter, transports, browser, created_at)
    values (${`key-of-${id}`}, ${id}, 'secret-public-key', 0, '[]', 'Chrome', ${at})`);
  await put(sql`insert into social_identity (provider, subject, user_id, linked_at)
    values ('google', ${`subject-of-${id}`}, ${id}, ${at})`);
  await put(sql`insert into social_attempt (state_hash, provider, device_type, challenge, nonce, code_verifier, created_at,
      expires_at, name, email)
    values (${Buffer.from(id)}, 'google', 'web', 'c', 'n', 'v', ${at}, ${at}, ${name}, ${email})`);
  await put(sql`insert into otp_failure (mobile, at, id) values (${`+91${mobile}`}, ${at}, 'f')`);
  await put(sql`insert into file_try (user_id, id, at) values (${id}, 'f', ${at})`);
  await put(sql`insert into check_in (user_id, id, location_id, day, worked, body, vehicle, has_charged, created_at)
    values (${id}, ${`chk_${id}`}, ${location_id}, '2026-11-20', true, ${said}, 'Tata Nexon EV', true, ${at})`);
  await put(sql`insert into check_in_report (user_id, check_in_id, reason, created_at)
    values (${id}, 'chk_other', 'NOT_TRUE', ${at})`);
  await put(sql`insert into vehicle_reading (user_id, vehicle_id, at, odometer_km, percent)
    values (${id}, 'veh_1', ${at}, 10000, 80)`);
  await put(sql`insert into trip (user_id, id, name, plan, share_key, created_at)
    values (${id}, ${`trp_${id}`}, ${said}, ${JSON.stringify(A_TRIP)}::jsonb, ${`link-of-${id}`}, ${at})`);
  await put(sql`insert into trip_stop_watch (user_id, trip_id, nth, location_id, arrives_at, until_at)
    values (${id}, ${`trp_${id}`}, 0, ${location_id}, ${at}, ${later})`);
  await put(sql`insert into trip_share (key, user_id, trip_id, created_at, start_name)
    values (${`link-of-${id}`}, ${id}, ${`trp_${id}`}, ${at}, ${said})`);
  await put(sql`insert into trip_place values (${id}, 18.52, 73.86, 18.53, 73.87, ${at})`);
  await put(sql`insert into whitelist_entry (id, user_id, location_id, created_at)
    values (${`wht_${id}`}, ${id}, 'loc_elsewhere', ${at})`);
  await put(sql`insert into station_watch (user_id, id, location_id, created_at, expires_at)
    values (${id}, 'wch_1', ${location_id}, ${at}, ${later})`);
  await put(sql`insert into token_authorization (id, operator_id, user_id, allowed, location_id, evse_uids, created_at)
    select ${`aut_${id}`}, operator_id, ${id}, 'ALLOWED', 'EVEN', '{EVEN-1}', ${at} from session
    where user_id = ${id} and id = ${charge.id}`);
  await put(sql`insert into meter_evidence select user_id, session_id, at, until, kwh, charging from meter_value
    where user_id = ${id}`);
  await put(
    sql`insert into company_number (mobile, company_id) values (${`+91${mobile}`}, ${company})`,
  );
  await put(
    sql`insert into company_number_limit (mobile, company_id, monthly_limit) values (${`+91${mobile}`}, ${company}, 5)`,
  );
  await put(sql`insert into desk_read (day, credential, route, subject, last_at, noted_at)
    values (${at}, 'asha', '/provider/v1/drivers/:mobile', ${JSON.stringify({ mobile })}, ${at}, ${at})`);
  await put(sql`insert into company_charge (session_id, company_id, user_id, started_at, may_cost, expected, dropped_at)
    values (${`ses_of_${id}`}, ${company}, ${id}, ${at}, 0, 0, ${at})`);
  await put(sql`update message_attempt set reason = ${`no such number: ${mobile}`}, reference = ${`ref-${id}`}
    where message_id in (select id from message where recipient = ${`+91${mobile}`})`);
  // The format in which payment notices were stored earlier.
  await put(sql`update outbox set payload = jsonb_set(payload, '{payment}',
      payload -> 'payment' || ${JSON.stringify({ contact: `+91${mobile}`, email })}::jsonb)
    where topic = 'payment.notice' and payload ->> 'orderId' in (select order_id from top_up where user_id = ${id})`);
  return driver;
}

/** Closes an account, and lets its money be refunded. */
export async function closeAccount(own: OwnOperator, driver: Driver): Promise<void> {
  const token = await own.tokenOf(driver);
  await own.world.call(accounts.deactivate, { params: { id: driver.id }, token });
  await own.world.drain();
}

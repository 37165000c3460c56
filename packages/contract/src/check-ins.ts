import * as z from "zod/mini";
import { PersonalText } from "./personal.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, ocpiData, queryInt, Point } from "./shapes.ts";

/** Why a driver could not charge. */
export const CheckInReason = z.enum([
  "NOT_POWERED",
  "SCREEN_OR_READER",
  "PLUG",
  "STOPS_OR_SLOW",
  "OCCUPIED",
  "PAYMENT",
  "CLOSED",
  "OTHER",
]);

/** Whether charging worked for a driver at a station. It does not name the driver. */
export const CheckIn = z.object({
  id: Id,
  location_id: Id,
  /** null: the station as a whole */
  evse_uid: z.nullable(z.string()),
  worked: z.boolean(),
  /** null where it worked */
  reason: z.nullable(CheckInReason),
  text: z.string(),
  /** Where the photo is, for any driver's token. */
  photo: z.nullable(z.string()),
  /** Make and model of the driver's vehicle; null: not known. */
  vehicle: z.nullable(z.string()),
  /** By the station's clock, such as 2026-11-20. */
  day: z.string(),
  mine: z.boolean(),
});

/**
 * What check-ins and charges say of a station now: the newest evidence decides, and no average. Accounts without a
 * charge decide nothing.
 */
export const StationSummary = z.object({
  /** null: nothing is known of the last 30 days */
  last_worked_at: z.nullable(Instant),
  /** How many drivers could not charge since it last worked, and from when on; null: none. */
  failing: z.nullable(z.object({ drivers: z.int(), since: Instant })),
});

const driver = { rule: "driver" } as const;
const Text = z._default(z.string().check(z.trim(), z.maxLength(300)), "");

/**
 * For drivers who tried to charge there within the last seven days, or stand within 200 m. One for each driver, station
 * and day: another one on the same day replaces it. What did not work is reported to the back office as well.
 */
export const checkIn = route({
  method: "PUT",
  path: "/api/ocpi/v1/locations/:id/check-in",
  access: driver,
  budget: { perMinute: 10, burst: 20 },
  params: IdParams,
  body: z
    .object({
      worked: z.boolean(),
      reason: z._default(z.nullable(CheckInReason), null),
      evse_uid: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(64))), null),
      text: Text,
      /** A file of the category CHECK_IN. */
      photo_id: z._default(z.nullable(Id), null),
      /** Where the driver is; not stored. */
      position: z._default(z.nullable(Point), null),
    })
    .check(
      z.refine(({ worked, reason }) => worked === (reason === null), {
        path: ["reason"],
        message: "a reason exactly where it did not work",
      }),
    ),
  response: ocpiData(CheckIn),
  errors: [
    "LOCATION_NOT_FOUND",
    "CONNECTOR_NOT_FOUND",
    "NOT_FOUND",
    "NOT_AT_STATION",
    "TOO_MANY_CHECK_INS",
    "TOO_MANY_PROBLEMS",
  ],
});
/** Newest first. */
export const listCheckIns = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/:id/check-ins",
  access: driver,
  params: IdParams,
  query: z.object({
    page_no: z._default(queryInt(0, 1_000), 0),
    page_size: z._default(queryInt(1, 50), 10),
  }),
  response: z.extend(list(CheckIn), { summary: StationSummary }),
  errors: ["LOCATION_NOT_FOUND"],
});
/** The driver's own, with its photo. */
export const removeCheckIn = route({
  method: "DELETE",
  path: "/api/ocpi/v1/check-ins/:id",
  access: driver,
  params: IdParams,
  response: ocpiData(z.object({ id: Id })),
  errors: ["NOT_FOUND"],
});
/** Answers the bytes, always as image/jpeg. */
export const getCheckInPhoto = route({
  method: "GET",
  path: "/api/ocpi/v1/check-ins/:id/photo",
  access: driver,
  params: IdParams,
  response: z.never(),
  documents: ["image/jpeg"],
  errors: ["NOT_FOUND"],
});

export const CheckInComplaint = z.enum(["NOT_TRUE", "INSULTING", "PERSONAL_DATA", "ADVERTISING"]);
/** Another driver's check-in should not be shown. Once for each driver; again changes the reason. */
export const reportCheckIn = route({
  method: "PUT",
  path: "/api/ocpi/v1/check-ins/:id/report",
  access: driver,
  budget: { perMinute: 10, burst: 20 },
  params: IdParams,
  body: z.object({ reason: CheckInComplaint }),
  response: ocpiData(z.object({ id: Id })),
  errors: ["NOT_FOUND"],
});

export const ReportedCheckIn = z.object({
  id: Id,
  location_id: Id,
  location_name: z.string(),
  evse_uid: z.nullable(z.string()),
  worked: z.boolean(),
  reason: z.nullable(CheckInReason),
  text: PersonalText,
  has_photo: z.boolean(),
  created_at: Instant,
  hidden_at: z.nullable(Instant),
  /** How many drivers gave which reason. */
  reports: z.array(z.object({ reason: CheckInComplaint, drivers: z.int() })),
});
/** Check-ins that drivers reported and that are shown, or those that are hidden; newest first. */
export const listReportedCheckIns = route({
  method: "GET",
  path: "/provider/v1/check-ins",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z._default(z.enum(["REPORTED", "HIDDEN"]), "REPORTED"),
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
  }),
  response: list(ReportedCheckIn),
  documents: ["text/csv"],
  errors: [],
});
const Hidden = data(z.object({ id: Id, hidden_at: z.nullable(Instant) }));
/** A hidden check-in is neither shown nor evidence. */
export const hideCheckIn = route({
  method: "PUT",
  path: "/provider/v1/check-ins/:id/hidden",
  access: { rule: "provider", effect: "PUBLISH" },
  params: IdParams,
  response: Hidden,
  errors: ["NOT_FOUND"],
});
/** Shows it again, and drops the reports about it. */
export const restoreCheckIn = route({
  method: "DELETE",
  path: "/provider/v1/check-ins/:id/hidden",
  access: { rule: "provider", effect: "PUBLISH" },
  params: IdParams,
  response: Hidden,
  errors: ["NOT_FOUND"],
});

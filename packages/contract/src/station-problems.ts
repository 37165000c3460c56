import * as z from "zod/mini";
import { CheckInReason } from "./check-ins.ts";
import { PersonalText } from "./personal.ts";
import { route } from "./route.ts";
import { data, Id, IdParams, Instant, list, ocpiData, queryInt, UserParams } from "./shapes.ts";

/** What is wrong at a station, as a driver says it. */
export const StationProblemKind = z.enum([
  "DOES_NOT_START",
  "PLUG_DAMAGED",
  "BLOCKED",
  "WRONG_INFO",
  "UNSAFE",
  "OTHER",
]);

/** The same driver's same kind at the same plug within an hour is one report, whose text is the newest. */
export const reportStationProblem = route({
  method: "POST",
  path: "/api/ocpi/v1/station-problems/:userId",
  access: { rule: "self", param: "userId" },
  budget: { perMinute: 10, burst: 20 },
  params: UserParams,
  body: z.object({
    location_id: Id,
    /** absent: the station as a whole */
    evse_uid: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
    kind: StationProblemKind,
    text: z._default(z.string().check(z.trim(), z.maxLength(1000)), ""),
  }),
  response: ocpiData(z.object({ id: Id, created_at: Instant })),
  errors: ["NOT_FOUND", "LOCATION_NOT_FOUND", "CONNECTOR_NOT_FOUND", "TOO_MANY_PROBLEMS"],
});

export const StationProblem = z.object({
  id: Id,
  /** Null: the account was erased. */
  driver: z.nullable(z.object({ id: Id, mobile_masked: z.nullable(z.string()) })),
  location_id: Id,
  location_name: z.string(),
  operator_name: z.string(),
  /** null: the station as a whole */
  evse_uid: z.nullable(z.string()),
  kind: StationProblemKind,
  /** What a check-in said; null: the report came without one. */
  reason: z.nullable(CheckInReason),
  text: PersonalText,
  created_at: Instant,
  closed_at: z.nullable(Instant),
});
/** Drivers' reports at the back office, newest first. */
export const listStationProblems = route({
  method: "GET",
  path: "/provider/v1/station-problems",
  access: { rule: "provider", effect: "READ" },
  query: z.object({
    state: z._default(z.enum(["OPEN", "CLOSED"]), "OPEN"),
    page_no: z._default(queryInt(0, 100_000), 0),
    page_size: z._default(queryInt(1, 100), 20),
  }),
  response: list(StationProblem),
  documents: ["text/csv"],
  errors: [],
});
/** It was looked after. Closing it again changes nothing. */
export const closeStationProblem = route({
  method: "PUT",
  path: "/provider/v1/station-problems/:id/closed",
  access: { rule: "provider", effect: "CARE" },
  params: IdParams,
  response: data(z.object({ id: Id, closed_at: Instant })),
  errors: ["NOT_FOUND"],
});

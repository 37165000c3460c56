import type { SentConnector } from "@voltmarg/rules";
import { one, planKept, rows, sql, type Queryable } from "../../platform/database/database.ts";
import { selectLocations, type LocationRow } from "./locations.store.ts";

/** Of each kind of thing at most. */
const MOST = 50;
const MOST_HISTORY = 500;

/** What the list says of one station, closed ones included. */
export const findConsoleLocation = (on: Queryable, id: string) =>
  one<LocationRow>(on, selectLocations(sql`l.id = ${id}`, 1));

export type WholeRow = {
  country_code: string;
  party_id: string;
  body: Record<string, unknown>;
  seen_at: Date;
  closed_at: Date | null;
  gst_state: string | null;
  favourite_of: number;
};
export const wholeLocation = async (on: Queryable, id: string): Promise<WholeRow> =>
  (await one(
    on,
    sql<WholeRow>`
      select country_code, party_id, body, seen_at, closed_at, gst_state,
        (select count(*)::int from favourite where location_id = ${id}) as favourite_of
      from location where id = ${id}`,
  ))!;

export type ConnectorBody = SentConnector & {
  id: string;
  format: string;
  tariff_ids?: string[] | null;
};
export type PlugRow = {
  uid: string;
  status: string;
  status_since: Date;
  last_updated: Date;
  body: Record<string, unknown> & { evse_id?: string | null; connectors: ConnectorBody[] };
};
export const plugsOf = (on: Queryable, id: string) =>
  rows(
    on,
    sql<PlugRow>`
      select uid, status, status_since, last_updated, body from evse
      where location_id = ${id} and status <> 'REMOVED' order by position nulls last, uid`,
  );

export type IntervalRow = {
  evse_uid: string;
  state: "free" | "used" | "down";
  began: Date;
  ended: Date;
};
/** What its EVSEs were before, newest first. */
export const intervalsOf = (on: Queryable, id: string, since: Date) =>
  rows(
    on,
    sql<IntervalRow>`
      select evse_uid, state, began, ended from evse_state_interval
      where location_id = ${id} and ended >= ${since} order by ended desc limit ${MOST_HISTORY}`,
  );

export type TariffRow = {
  ocpi_id: string;
  last_updated: Date;
  removed_at: Date | null;
  body: Record<string, unknown>;
};
export const tariffsOf = (
  on: Queryable,
  party: { country_code: string; party_id: string },
  ids: readonly string[],
) =>
  rows(
    on,
    sql<TariffRow>`
      select ocpi_id, last_updated, removed_at, body from tariff
      where lower(country_code) = lower(${party.country_code}) and lower(party_id) = lower(${party.party_id})
        and lower(ocpi_id) = any(${ids.map((each) => each.toLowerCase())}) order by ocpi_id`,
  );

const here = (id: string) => sql`snapshot -> 'location' ->> 'id' = ${id}`;

export type OpenRow = { id: string; requested_at: Date; step: string; evse_uid: string };
export const openChargesAt = (on: Queryable, id: string) =>
  rows(
    on,
    sql<OpenRow>`
      select id, requested_at, step, snapshot ->> 'evse_uid' as evse_uid from session
      where ${here(id)} and open order by requested_at desc limit ${MOST}`,
  );

export type FailedRow = { id: string; at: Date; evse_uid: string; code: string | null };
export const failedStartsAt = (on: Queryable, id: string, since: Date) =>
  rows(
    on,
    sql<FailedRow>`
      select id, requested_at as at, snapshot ->> 'evse_uid' as evse_uid, failure ->> 'code' as code from session
      where ${here(id)} and requested_at >= ${since} and failure is not null
      order by requested_at desc limit ${MOST}`,
  );

export type ProblemRow = {
  id: string;
  at: Date;
  evse_uid: string | null;
  kind: string;
  text: string;
  closed_at: Date | null;
};
export const problemsAt = (on: Queryable, id: string) =>
  rows(
    on,
    sql<ProblemRow>`
      select id, created_at as at, evse_uid, kind, body as text, closed_at from station_problem
      where location_id = ${id} order by created_at desc limit ${MOST}`,
  );

export type CheckInRow = {
  id: string;
  at: Date;
  evse_uid: string | null;
  worked: boolean;
  reason: string | null;
  text: string;
  hidden_at: Date | null;
};
export const checkInsAt = (on: Queryable, id: string) =>
  rows(
    on,
    sql<CheckInRow>`
      select id, created_at as at, evse_uid, worked, reason, body as text, hidden_at from check_in
      where location_id = ${id} order by created_at desc limit ${MOST}`,
  );

export type MessageRow = {
  id: string;
  at: Date;
  direction: "IN" | "OUT";
  method: string;
  path: string;
  http_status: number | null;
  status_code: number | null;
  failure: string | null;
  request: string | null;
};
/** Pushes and pulls of a location alone; lists of all of them are not kept by location. */
export const messagesAbout = (on: Queryable, operatorId: string, ocpiId: string) =>
  rows(
    on,
    sql<MessageRow>`
      select id, at, direction, method, path, http_status, status_code, failure, request from ocpi_log
      where operator_id = ${operatorId} and object_id = ${ocpiId} and module = 'locations'
      order by at desc, id desc limit 10 ${planKept}`,
  );

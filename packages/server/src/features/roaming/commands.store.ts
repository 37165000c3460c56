import type { Party } from "@voltmarg/ocpi";
import {
  columnsOf,
  one,
  planKept,
  rows,
  sql,
  type Queryable,
} from "../../platform/database/database.ts";

export type CommandKind = "START_SESSION" | "STOP_SESSION" | "RESERVE_NOW" | "CANCEL_RESERVATION";
export type CommandRow = {
  id: string;
  operator_id: string;
  kind: CommandKind;
  user_id: string;
  /** Our session's id; for a reservation, its id. */
  session_id: string;
  sent_at: Date | null;
  response: string | null;
  result: string | null;
  trace: string | null;
};

const columns = columnsOf<CommandRow>({
  id: true,
  operator_id: true,
  kind: true,
  user_id: true,
  session_id: true,
  sent_at: true,
  response: true,
  result: true,
  trace: true,
});

/** Claims a command for sending. Null: it was claimed before, and must not be sent again. */
export const claimCommand = (
  on: Queryable,
  c: {
    id: string;
    operatorId: string;
    kind: CommandKind;
    userId: string;
    sessionId: string;
    locationId: string | null;
    evseUid: string | null;
    party: Party;
    at: Date;
    /** The trace in which it was sent, if there was one. */
    trace: string | null;
  },
) =>
  one(
    on,
    sql<CommandRow>`
      insert into operator_command (id, operator_id, kind, user_id, session_id, country_code, party_id, location_id,
        evse_uid, created_at, sent_at, trace)
      values (${c.id}, ${c.operatorId}, ${c.kind}, ${c.userId}, ${c.sessionId}, ${c.party.country_code},
        ${c.party.party_id}, ${c.locationId}, ${c.evseUid}, ${c.at}, ${c.at}, ${c.trace})
      on conflict (id) do nothing
      returning ${columns} ${planKept}`,
  );

export const findCommand = (on: Queryable, id: string) =>
  one(on, sql<CommandRow>`select ${columns} from operator_command where id = ${id} ${planKept}`);

export const noteResponse = (on: Queryable, id: string, response: string) =>
  sql`update operator_command set response = ${response} where id = ${id} and response is null ${planKept}`.execute(
    on,
  );

/** Results that are a certain "no", from the operator or the charger: OCPI 2.2.1 mod_commands, and those of 2.1.1. */
export const REFUSALS: readonly string[] = [
  "EVSE_INOPERATIVE",
  "EVSE_OCCUPIED",
  "FAILED",
  "NOT_SUPPORTED",
  "REJECTED",
  "UNKNOWN_RESERVATION",
  "UNKNOWN_SESSION",
];
/** Results after which no other comes. */
const TERMINAL = ["ACCEPTED", "CANCELED_RESERVATION", ...REFUSALS];

/**
 * Stores a result. A command has one terminal result: true for it, however often it comes, and for results before it. It
 * may come again because we could not act on it.
 */
export const noteResult = async (
  on: Queryable,
  id: string,
  result: string,
  at: Date,
): Promise<boolean> =>
  (await one(
    on,
    sql`update operator_command set result = ${result},
          result_at = case when result = ${result} then result_at else ${at} end
        where id = ${id} and (result is null or result = ${result} or not result = any(${TERMINAL})) returning id ${planKept}`,
  )) !== null;

/** Null: a start by a release before 0.9, which did not store the party. */
type StartRow = {
  session_id: string;
  country_code: string | null;
  party_id: string | null;
  location_id: string | null;
  evse_uid: string | null;
};

/** The starts of a driver's sessions that the operator did not refuse, newest first. */
export const startsOf = (
  on: Queryable,
  userId: string,
  operatorId: string,
  sessionIds: readonly string[],
) =>
  rows(
    on,
    sql<StartRow>`
      select session_id, country_code, party_id, location_id, evse_uid from operator_command
      where user_id = ${userId} and operator_id = ${operatorId} and kind = 'START_SESSION'
        and session_id = any(${sessionIds})
        and (response is null or response not like 'no: %' and not response = any(${REFUSALS}))
        and (result is null or result <> 'CANCELED_RESERVATION' and not result = any(${REFUSALS}))
      order by created_at desc`,
  );

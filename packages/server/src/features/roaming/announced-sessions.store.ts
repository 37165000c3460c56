import type { Party, Session, SessionPatch } from "@voltmarg/ocpi";
import { one, planKept, sql, type Queryable } from "../../platform/database/database.ts";
import { sqlState } from "../../platform/database/sql-state.ts";

/** OCPI's ids are the same in capital and small letters. */
const keyOf = ({ country_code, party_id }: Party, id: string) =>
  sql`lower(${country_code}) || '/' || lower(${party_id}) || '/' || lower(${id})`;

/**
 * Stores a session as its partner last sent it; an older update never overwrites a newer one. Returns the stored one from
 * before: null if there was none; if the id is used again, the start of the earlier session.
 */
export const keepSession = (on: Queryable, operatorId: string, session: Session) =>
  one(
    on,
    sql<{ began: string | null }>`
      with kept as (
        insert into partner_session (key, country_code, party_id, ocpi_id, operator_id, body, last_updated)
        values (${keyOf(session, session.id)}, ${session.country_code}, ${session.party_id}, ${session.id}, ${operatorId},
          ${JSON.stringify(session)}, ${new Date(session.last_updated)})
        on conflict (key) do update
          set body = excluded.body, last_updated = excluded.last_updated
          where excluded.last_updated >= partner_session.last_updated
            and partner_session.operator_id = excluded.operator_id)
      select body ->> 'start_date_time' as began from partner_session
      where key = ${keyOf(session, session.id)} ${planKept}`,
  );

const UNIQUE_VIOLATION = "23505";

/**
 * The same outside a transaction, without a lock of the session. While the table has two unique indexes, one for the
 * release before, two first announcements at the same moment may collide: the second then finds the first one's row.
 */
export const keepUnlockedSession: typeof keepSession = async (on, operatorId, session) => {
  try {
    return await keepSession(on, operatorId, session);
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return keepSession(on, operatorId, session);
  }
};

/** OCPI 2.2.1 mod_sessions: PATCH appends periods, and replaces its other fields. */
export const keepSessionPatch = (
  on: Queryable,
  operatorId: string,
  party: Party,
  id: string,
  { charging_periods, ...patch }: SessionPatch,
) =>
  sql`update partner_session set
        body = body || ${JSON.stringify(patch)}::jsonb || case
          -- The same once more: its periods are there already.
          when ${charging_periods === undefined} or last_updated = ${new Date(patch.last_updated)} then '{}'::jsonb
          else jsonb_build_object('charging_periods',
            coalesce(body -> 'charging_periods', '[]'::jsonb) || ${JSON.stringify(charging_periods ?? [])}::jsonb) end,
        last_updated = ${new Date(patch.last_updated)}
      where key = ${keyOf(party, id)} and operator_id = ${operatorId}
        and last_updated <= ${new Date(patch.last_updated)} ${planKept}`.execute(on);

export const findSession = async (
  on: Queryable,
  operatorId: string,
  party: Party,
  id: string,
): Promise<Session | null> =>
  (
    await one(
      on,
      sql<{ body: Session }>`select body from partner_session
        where key = ${keyOf(party, id)} and operator_id = ${operatorId}`,
    )
  )?.body ?? null;

/** Deletes sessions that are too old to be asked about. */
export const forgetSessions = (on: Queryable, before: Date) =>
  sql`delete from partner_session where last_updated < ${before}`.execute(on);

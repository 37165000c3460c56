import type { Party, Session, SessionPatch } from "@voltmarg/ocpi";
import {
  one,
  againIfTaken,
  planKept,
  sql,
  type Queryable,
} from "../../platform/database/database.ts";

/** OCPI's ids are the same in capital and small letters. */
const keyOf = ({ country_code, party_id }: Party, id: string) =>
  sql`lower(${country_code}) || '/' || lower(${party_id}) || '/' || lower(${id})`;

/** A session as its partner sent it, or, unless it is whole, what of it changed. */
type Sent = {
  operatorId: string;
  update: { party: Party; id: string; whole: boolean; kept: Partial<Session> & SessionPatch };
};

/**
 * Stores sessions as their partners last sent them; an older update never overwrites a newer one. While the table has two
 * unique indexes, one of them unused since 0.9, two first announcements at the same moment may collide.
 */
export async function keepSessions(on: Queryable, sent: readonly Sent[]): Promise<void> {
  const whole = sent.filter(({ update }) => update.whole);
  if (whole.length > 0) await keepWhole(on, whole);
  for (const { operatorId, update } of sent)
    if (!update.whole) await keepPatch(on, operatorId, update.party, update.id, update.kept);
}

const keepWhole = (on: Queryable, sent: readonly Sent[]) => {
  const given = sent.map(({ operatorId, update: { party, id, kept } }) => ({
    operator_id: operatorId,
    ...party,
    id,
    body: kept,
    last_updated: new Date(kept.last_updated),
  }));
  return sql`
    insert into partner_session (key, country_code, party_id, ocpi_id, operator_id, body, last_updated, announced_on)
    select lower(country_code) || '/' || lower(party_id) || '/' || lower(id) as key, country_code, party_id, id,
      operator_id, body, last_updated, last_updated::date
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given
      (operator_id text, country_code text, party_id text, id text, body jsonb, last_updated timestamptz)
    order by key
    on conflict (key) do update
      set body = excluded.body, last_updated = excluded.last_updated
      where excluded.last_updated >= partner_session.last_updated
        and partner_session.operator_id = excluded.operator_id ${planKept}`.execute(on);
};

/** The same outside a transaction, without locks of sessions. */
export const keepUnlockedSessions: typeof keepSessions = (on, sent) =>
  againIfTaken(() => keepSessions(on, sent));

/** OCPI 2.2.1 mod_sessions: PATCH appends periods, and replaces its other fields. */
const keepPatch = (
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

/** When the stored session of an id began, whoever announced it; null: there is none. */
export const findBegan = (on: Queryable, party: Party, id: string) =>
  one(
    on,
    sql<{ began: string | null }>`
      select body ->> 'start_date_time' as began from partner_session where key = ${keyOf(party, id)} ${planKept}`,
  );

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

/** Deletes sessions that are too old to be asked about. One may stay a day longer: that day is not read each minute. */
export const forgetSessions = (on: Queryable, before: Date) =>
  sql`delete from partner_session
      where announced_on < (${before}::timestamptz)::date and last_updated < ${before}`.execute(on);

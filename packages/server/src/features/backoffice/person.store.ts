import { one, sql, type Queryable } from "../../platform/database/database.ts";
import { BOOTSTRAP } from "./authenticate-staff.ts";

/**
 * Whose a name is. A credential's token was shown to who made it, so it counts as theirs; one made with the bootstrap
 * credential is its own.
 */
export const personOf = async (on: Queryable, name: string): Promise<string> =>
  (await one(
    on,
    sql<{ name: string }>`
      with recursive maker as (
        select ${name}::text as name, 0 as step
        union all
        select c.created_by, m.step + 1 from maker m join desk_credential c on c.name = m.name
        where c.created_by <> ${BOOTSTRAP.name})
      select name from maker order by step desc limit 1`,
  ))!.name;

type Name = { name: string; person: string };

/** Whether a token of one was shown to the other. */
const bootstrapped = async (on: Queryable, a: Name, b: Name): Promise<boolean> => {
  const other = a.name === BOOTSTRAP.name ? b : b.name === BOOTSTRAP.name ? a : null;
  if (!other) return false;
  const made = await one(
    on,
    sql`select name from desk_credential where name = ${other.person} and created_by = ${BOOTSTRAP.name}`,
  );
  return made !== null;
};

/** Whether two names are one person's, as far as the service can know. */
export const isSamePerson = async (on: Queryable, a: Name, b: Name): Promise<boolean> =>
  a.person === b.person || (await bootstrapped(on, a, b));

/**
 * Whether one of the two made the link by which the other got the passkey, since an instant: whoever has a link can be
 * the member it invites.
 */
export const hasLinkOf = async (on: Queryable, a: Name, b: Name, since: Date): Promise<boolean> =>
  (await one(
    on,
    sql`select name from staff_invitation
        where used_at > ${since} and (
          name in (${a.name}, ${a.person}) and created_by in (${b.name}, ${b.person})
          or name in (${b.name}, ${b.person}) and created_by in (${a.name}, ${a.person}))
        limit 1`,
  )) !== null;

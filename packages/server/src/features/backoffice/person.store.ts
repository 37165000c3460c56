import { one, rows, sql, type Queryable } from "../../platform/database/database.ts";
import { BOOTSTRAP } from "./backoffice.store.ts";

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
 * The names behind which one person may be, since an instant: whoever makes a token or a sign-in link can be who gets it,
 * and so on from there. The bootstrap credential joins nobody, because it makes all first ones.
 */
export const namesLinkedTo = async (on: Queryable, name: string, since: Date): Promise<string[]> =>
  (
    await rows(
      on,
      sql<{ name: string }>`
        with recursive link as (
          select name, created_by from desk_credential where created_by <> ${BOOTSTRAP.name}
          union all
          select name, created_by from staff_invitation
            where used_at > ${since} and created_by <> ${BOOTSTRAP.name}),
        linked as (
          select ${name}::text as name
          union
          select case when l.name = k.name then l.created_by else l.name end
            from linked k join link l on k.name in (l.name, l.created_by))
        select name from linked`,
    )
  ).map((each) => each.name);

/** Whether the bootstrap credential is one of the two and made the sign-in link of the other, since an instant. */
export const isInvitedByBootstrap = async (
  on: Queryable,
  a: Name,
  b: Name,
  since: Date,
): Promise<boolean> => {
  const other = a.name === BOOTSTRAP.name ? b : b.name === BOOTSTRAP.name ? a : null;
  if (!other) return false;
  const invited = await one(
    on,
    sql`select name from staff_invitation
      where name = ${other.person} and created_by = ${BOOTSTRAP.name} and used_at > ${since} limit 1`,
  );
  return invited !== null;
};

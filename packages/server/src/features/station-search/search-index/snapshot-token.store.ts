import { one, rows, sql, type Queryable } from "../../../platform/database/database.ts";

const KEY = "search snapshot ";

/** Which code made a file, and what is in it. */
export type Token = { maker: string; sha: string };

const nameOf = ({ maker, sha }: Token) => `${KEY}${maker} ${sha}`;
/** Null: a release before that did not say. */
const makerIn = (name: string) => /^(\d+) /.exec(name.slice(KEY.length))?.[1] ?? null;

/** Commits that such a file is of this database. */
export const addToken = (db: Queryable, token: Token) =>
  sql`insert into setting (name, value) values (${nameOf(token)}, to_jsonb(now()))
    on conflict (name) do update set value = excluded.value`.execute(db);

export const isKnown = async (db: Queryable, token: Token): Promise<boolean> =>
  Boolean(await one(db, sql`select 1 from setting where name = ${nameOf(token)}`));

/** Forgets files that are too old to be used; before that, tells the makers of which none is left. */
export async function forgetTokens(
  db: Queryable,
  mostDays: number,
  onUnused: (maker: string) => Promise<void>,
): Promise<void> {
  const all = await rows(
    db,
    sql<{ name: string; is_old: boolean }>`
      select name, (value #>> '{}')::timestamptz < now() - ${mostDays} * interval '1 day' as is_old
      from setting where starts_with(name, ${KEY})`,
  );
  const used = new Set(all.filter(({ is_old }) => !is_old).map(({ name }) => makerIn(name)));
  const outdated = all.filter(({ is_old }) => is_old).map(({ name }) => name);
  for (const maker of new Set(outdated.map(makerIn)))
    if (maker !== null && !used.has(maker)) await onUnused(maker);
  await sql`delete from setting where name = any(${outdated})`.execute(db);
}

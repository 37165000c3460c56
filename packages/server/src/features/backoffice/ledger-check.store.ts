import { one, sql, type Queryable } from "../../platform/database/database.ts";

/** What the last check of the books found, and when. */
export type BooksCheck = { at: string; faults: Record<string, number> };

const NAME = "books-check";

export const keepBooksCheck = (on: Queryable, found: BooksCheck) =>
  sql`insert into setting (name, value) values (${NAME}, ${JSON.stringify(found)})
      on conflict (name) do update set value = excluded.value`.execute(on);

/** The last one; null before the first. */
export const lastBooksCheck = async (on: Queryable): Promise<BooksCheck | null> =>
  (await one(on, sql<{ value: BooksCheck }>`select value from setting where name = ${NAME}`))
    ?.value ?? null;

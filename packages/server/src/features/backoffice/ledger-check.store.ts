import { one, sql, type Queryable } from "../../platform/database/database.ts";
import type { RowsCursor } from "./rows-check.store.ts";

type Faults = Record<string, number>;

/** What the checks of the ledger found. */
export type BooksCheck = {
  /** When a slice was checked last. */
  at: string;
  /** What is known to be wrong: the last complete pass's faults, or this pass's where they are more. */
  faults: Faults;
  /** When the last pass began, and what it found if it is complete. Absent: stored by release 0.3.0. */
  began?: string;
  complete?: Faults;
  /** A pass that goes on: from where, and what it has found. */
  pass?: {
    next: { owner: string | null; transfer: { scope: string; id: string } | null };
    /** Absent: stored before 0.9. */
    rows?: RowsCursor;
    faults: Faults;
  } | null;
};

const NAME = "books-check";

export const keepBooksCheck = (on: Queryable, found: BooksCheck) =>
  sql`insert into setting (name, value) values (${NAME}, ${JSON.stringify(found)})
      on conflict (name) do update set value = excluded.value`.execute(on);

/** The last one; null before the first. */
export const lastBooksCheck = async (on: Queryable): Promise<BooksCheck | null> =>
  (await one(on, sql<{ value: BooksCheck }>`select value from setting where name = ${NAME}`))
    ?.value ?? null;

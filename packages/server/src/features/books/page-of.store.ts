import { sql, type Sql } from "../../platform/database/database.ts";

/** Where a page of a list by time begins, in which order it goes on, and how many rows it has. */
export type PageOf = {
  after: { at: Date; id: string } | null;
  order: "NEWEST" | "OLDEST";
  limit: number;
};

/** The rows of a list by `at` and `id`; each part of it reads no more than the page. */
export const pageOf = (list: Sql, { after, order, limit }: PageOf) => {
  const [beyond, way] = order === "NEWEST" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql`select * from (${list}) t where ${after ? sql`(t.at, t.id) ${beyond} (${after.at}, ${after.id})` : sql`true`}
    order by t.at ${way}, t.id ${way} limit ${limit}`;
};

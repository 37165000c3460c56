import { createHash } from "node:crypto";
import type { Books } from "@voltmarg/contract";
import { monthBounds } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { findFiled, insertFiled } from "./books.store.ts";
import { basisOf, exportMonth, FILES } from "./export-month.ts";
import { readBooks } from "./read-books.ts";

export type BooksDeps = { database: Database; clock: Clock };

/** By then all that began within a month is booked, also by a clock that is behind. */
const DAY_MS = 86_400_000;

/**
 * Marks a month as filed: from then on its exports never change, and nothing is booked into it. Again changes nothing.
 * CONFLICT: it ended less than a day ago.
 */
export async function fileMonth(
  { database, clock }: BooksDeps,
  backoffice: BackofficeCall,
  month: string,
): Promise<Outcome<Books, "CONFLICT">> {
  const { db } = database;
  const at = clock.now();
  if (at.getTime() < monthBounds(month).until.getTime() + DAY_MS)
    return refuse("CONFLICT", { message: "A month can be filed a day after its end." });
  const basis = await basisOf(db, month);
  const digests: Record<string, string> = {};
  for (const file of FILES) {
    const hash = createHash("sha256");
    for await (const part of exportMonth(db, month, file, basis)) hash.update(part);
    digests[file] = hash.digest("hex");
  }
  const filed = { ...basis, digests, filed_at: at, filed_by: backoffice.name };
  await backoffice.transact(async (tx) => {
    if (!(await findFiled(tx, month))) await insertFiled(tx, month, filed);
    return done(null);
  });
  return done(await readBooks(db, month));
}

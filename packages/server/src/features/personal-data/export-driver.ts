import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { exportAccount, exportRows, type ExportRow, type Who } from "./export.store.ts";
import { findById, findByNumber } from "./erasure.store.ts";
import { exportedNames } from "./register-entry.ts";

export type ExportDeps = { database: Database; clock: Clock; writeAudit: WriteAudit };

/** Starts the export of the caller's own account, which the audit log tells like any other. */
export async function exportOwn(
  { database, clock, writeAudit }: ExportDeps,
  userId: string,
): Promise<Outcome<AsyncIterable<string>, "NOT_FOUND">> {
  const who = await findById(database.db, userId);
  if (!who) return refuse("NOT_FOUND");
  await writeAudit(database.db, userId, "EXPORT", { of: "everything" });
  return done(writeExport(database, who, clock.now()));
}

/** Starts the export of a number's account. The audit log has it before the first byte is sent. */
export async function exportDriver(
  { database, clock, writeAudit }: ExportDeps,
  backoffice: BackofficeCall,
  mobile: string,
): Promise<Outcome<{ userId: string; text: AsyncIterable<string> }, "NOT_FOUND">> {
  const found = await backoffice.transact(async (tx) => {
    const user = await findByNumber(tx, mobile);
    if (!user) return refuse("NOT_FOUND");
    await writeAudit(tx, user.id, "EXPORT", { of: "everything", credential: backoffice.name });
    return done(user);
  });
  if (!found.ok) return found;
  const { value: who } = found;
  return done({ userId: who.id, text: writeExport(database, who, clock.now()) });
}

/** Streams the document: the next page of rows is read when the one before was sent. */
export async function* writeExport(
  { db }: Pick<Database, "db">,
  who: Who,
  at: Date,
): AsyncGenerator<string> {
  const account = JSON.stringify(await exportAccount(db, who.id), plainly);
  yield `{"exported_at":${JSON.stringify(at)},\n"account":${account}`;
  for (const name of exportedNames) {
    yield `,\n"${name}":[`;
    for (let after: readonly string[] | null = null; ;) {
      const page: ExportRow[] = await exportRows(db, name, who, after);
      const last = page.at(-1);
      if (!last) break;
      yield (after === null ? "\n" : ",\n") + page.map(toText).join(",\n");
      after = last._key;
    }
    yield "]";
  }
  yield "}\n";
}

const toText = ({ _key, _whole, ...fields }: ExportRow) =>
  JSON.stringify(_whole ?? fields, plainly);

/** Paise as a number: exact far beyond any wallet. */
const plainly = (_name: string, value: unknown) =>
  typeof value === "bigint" ? Number(value) : value;

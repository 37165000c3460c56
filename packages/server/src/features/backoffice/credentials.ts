import type { StaffCredential, BackofficeEntry, StaffRole } from "@voltmarg/contract";
import { withoutNumbers } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newSecret } from "../../platform/ids.ts";
import {
  countAudit,
  insertCredential,
  listAudit,
  listCredentials,
  revokeCredential,
  type AuditRow,
  type CredentialRow,
} from "./backoffice.store.ts";
import { isMember, lockNames } from "../staff/index.ts";
import { TOKEN_PREFIX } from "./authenticate-staff.ts";

type Deps = { database: Database; clock: Clock };

const toWire = (row: CredentialRow): StaffCredential => ({
  name: row.name,
  role: row.role,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  revoked_at: row.revoked_at && row.revoked_at.toISOString(),
});

/** All credentials, also revoked ones, oldest first. The bootstrap credential is a setting and not listed. */
export async function readCredentials(deps: Deps): Promise<StaffCredential[]> {
  return (await listCredentials(deps.database.db)).map(toWire);
}

/** Creates a credential. Its token is returned once and stored as a hash. */
export function createCredential(
  deps: Deps,
  backoffice: BackofficeCall,
  name: string,
  role: StaffRole,
): Promise<Outcome<StaffCredential & { token: string }, "CONFLICT">> {
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  return backoffice.transact(async (tx) => {
    await lockNames(tx);
    const row =
      name === "bootstrap" || (await isMember(tx, name))
        ? null
        : await insertCredential(tx, {
            name,
            role,
            token,
            by: backoffice.name,
            at: deps.clock.now(),
          });
    return row
      ? done({ ...toWire(row), token })
      : refuse("CONFLICT", { message: "There is or was a credential or a member of this name." });
  });
}

/** Revokes a credential: its token is refused from now on. */
export function endCredential(
  deps: Deps,
  backoffice: BackofficeCall,
  name: string,
): Promise<Outcome<StaffCredential, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const row = await revokeCredential(tx, name, deps.clock.now());
    return row ? done(toWire(row)) : refuse("NOT_FOUND");
  });
}

/** The audit log of the back office, newest first. */
export async function readAudit(
  deps: Deps,
  { role }: Pick<BackofficeCall, "role">,
  credential: string | null,
  pageNo: number,
  pageSize: number,
): Promise<Page<BackofficeEntry>> {
  const { db } = deps.database;
  const found = await listAudit(db, credential, pageNo * pageSize, pageSize);
  const entries = found.map(entryOf);
  // What somebody typed may be a driver's number.
  const shown = role === "admin" ? entries : entries.map(withoutNumbers);
  return page(shown, pageNo, pageSize, await countAudit(db, credential));
}

const entryOf = (row: AuditRow): BackofficeEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  credential: row.credential,
  method: row.method,
  route: row.route,
  parameters: row.parameters,
  outcome: row.outcome,
  request_id: row.request_id,
});

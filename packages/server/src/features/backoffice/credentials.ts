import type { BackofficeEntry, Effect, StaffCredential, StaffRole } from "@voltmarg/contract";
import { indianDayBounds, mobileToE164, withoutContacts } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import type { Mounted } from "../../platform/http/mount.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newSecret } from "../../platform/ids.ts";
import {
  countAudit,
  insertCredential,
  listAudit,
  listCredentials,
  revokeCredential,
  type AuditFilter,
  type AuditRow,
  type CredentialRow,
} from "./backoffice.store.ts";
import { getUser, getUserByMobile } from "../accounts/index.ts";
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

export type AuditAsked = {
  credential?: string | undefined;
  effect?: Effect | undefined;
  /** An id, or a driver's whole number. */
  object?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  page_no: number;
  page_size: number;
};

/** The audit log of the back office, newest first. Of a driver also what was asked by the number. */
export async function readAudit(
  deps: Deps,
  mounted: readonly Mounted[],
  { role }: Pick<BackofficeCall, "role">,
  asked: AuditAsked,
): Promise<Page<BackofficeEntry>> {
  const { db } = deps.database;
  const { page_no: pageNo, page_size: pageSize } = asked;
  const filter: AuditFilter = {
    credential: asked.credential ?? null,
    operations: asked.effect
      ? mounted
          .filter(({ access }) => access.rule === "provider" && access.effect === asked.effect)
          .map(({ method, path }) => `${method} ${path}`)
      : null,
    objects: asked.object ? await namesOf(deps, asked.object) : null,
    from: asked.from ? indianDayBounds(asked.from).from : null,
    until: asked.until ? indianDayBounds(asked.until).until : null,
  };
  const found = await listAudit(db, filter, pageNo * pageSize, pageSize);
  const entries = found.map(entryOf);
  // What somebody typed may be a driver's number.
  const shown = role === "admin" ? entries : entries.map(withoutContacts);
  return page(shown, pageNo, pageSize, await countAudit(db, filter));
}

/** All the ways in which the staff can have named a driver; of anything else its id alone. */
async function namesOf({ database: { db } }: Deps, object: string): Promise<string[]> {
  const number = mobileToE164(object);
  const driver = number ? await getUserByMobile(db, number) : await getUser(db, object);
  const mobile = driver?.mobile ?? number;
  return [object, ...(driver ? [driver.id] : []), ...(mobile ? [mobile, mobile.slice(-10)] : [])];
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

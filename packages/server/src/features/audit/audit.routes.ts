import { audit } from "@voltmarg/contract";
import { mobileToE164 } from "@voltmarg/rules";
import type { Database } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { readActs } from "./account-acts.ts";

/** What drivers' accounts went through, for the back office. */
export function auditRoutes({ mount }: Mount, deps: { database: Database }): void {
  mount(audit.listAccountAudit, async ({ query }) => {
    const named = query.mobile ?? null;
    const userId = named?.startsWith("usr_") ? named : null;
    const mobile = named === null || userId ? null : mobileToE164(named);
    if (named !== null && !userId && !mobile) return refuse("MOBILE_INVALID");
    const of = { mobile, userId, act: query.act ?? null };
    return done(await readActs(deps, of, query.page_no, query.page_size));
  });
}

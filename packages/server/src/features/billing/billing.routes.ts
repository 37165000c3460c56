import { charging } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { getBill, getBillOfSession, searchBills } from "./read-bills.ts";

export function billingRoutes({ mount }: Mount, deps: { database: Database; clock: Clock }): void {
  const { db } = deps.database;

  mount(charging.getCdr, async ({ params, caller }) => {
    const bill = await getBill(db, caller.userId, params.id);
    return bill ? done(ocpiData(bill, deps.clock.now())) : refuse("CDR_NOT_FOUND");
  });
  mount(charging.getCdrOfSession, async ({ params, caller }) => {
    const bill = await getBillOfSession(db, caller.userId, params.id);
    return bill ? done(ocpiData(bill, deps.clock.now())) : refuse("CDR_NOT_FOUND");
  });
  mount(charging.searchCdrs, async ({ params, query }) =>
    done(await searchBills(db, params.userId, query.page_no, query.page_size)),
  );
}

import { charging, provider } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import {
  getBill,
  getBillOfSession,
  searchBills,
  searchDisputes,
  searchQuarantined,
} from "./read-bills.ts";

export function billingRoutes(
  { mount }: Mount,
  deps: {
    database: Database;
    clock: Clock;
    operatorNamed(name: string): Promise<{ id: string } | null>;
  },
): void {
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

  /** Null: of all operators. Undefined: there is no such one. */
  const operatorOf = async (name: string | undefined) =>
    name === undefined ? null : (await deps.operatorNamed(name))?.id;
  mount(provider.listDisputes, async ({ query: { operator, state, page_no, page_size } }) => {
    const operatorId = await operatorOf(operator);
    if (operatorId === undefined) return refuse("NOT_FOUND", { message: noOperator });
    const filter = { operatorId, state: state ?? null };
    return done(await searchDisputes(db, filter, page_no, page_size));
  });
  mount(provider.listQuarantinedCdrs, async ({ query: { operator, page_no, page_size } }) => {
    const operatorId = await operatorOf(operator);
    if (operatorId === undefined) return refuse("NOT_FOUND", { message: noOperator });
    return done(await searchQuarantined(db, operatorId, page_no, page_size));
  });
}

const noOperator = "There is no operator of that id, name or party.";

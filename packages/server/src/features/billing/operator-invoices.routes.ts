import { provider as routes } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { noOperator, type BillingDeps } from "./billing.routes.ts";
import {
  readReconciled,
  searchInvoices,
  searchLines,
  searchNotInvoiced,
} from "./reconcile-invoices.ts";

/** Operators' invoices, matched against the CDRs that we have. */
export function operatorInvoicesRoutes({ mount }: Mount, deps: BillingDeps): void {
  const { db } = deps.database;

  mount(routes.listOperatorInvoices, async ({ query: { operator, page_no, page_size } }) => {
    const of = operator === undefined ? null : await deps.operatorNamed(operator);
    if (operator !== undefined && !of) return refuse("NOT_FOUND", { message: noOperator });
    return done(await searchInvoices(db, of?.id ?? null, page_no, page_size));
  });
  mount(routes.getOperatorInvoice, async ({ params }) => {
    const invoice = await readReconciled(db, params.id);
    return invoice ? done({ data: invoice }) : refuse("NOT_FOUND");
  });
  mount(routes.listOperatorInvoiceCdrs, async ({ params, query }) => {
    const { state, page_no, page_size } = query;
    const asked = { id: params.id, filter: state ?? null };
    const lines = await searchLines(db, asked, page_no, page_size);
    return lines ? done(lines) : refuse("NOT_FOUND");
  });
  mount(routes.listNotInvoicedCdrs, async ({ query: { operator, page_no, page_size } }) => {
    const of = await deps.operatorNamed(operator);
    if (!of) return refuse("NOT_FOUND", { message: noOperator });
    return done(await searchNotInvoiced(db, of.id, page_no, page_size));
  });
}

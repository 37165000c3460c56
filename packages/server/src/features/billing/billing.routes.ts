import { charging, invoice, provider } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Queryable } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { ReplicaReads } from "../../platform/database/read-replica.ts";
import type { ChargingDeps } from "../charging/index.ts";
import {
  getBill,
  getBillOfSession,
  readQuarantined,
  searchBills,
  searchDisputes,
  searchQuarantined,
  type BillFilter,
} from "./read-bills.ts";
import { decideDispute } from "./decide-dispute.ts";
import { decideOnQuarantined } from "./decide-quarantined.ts";
import { spokenBy } from "../../platform/http/language.ts";
import { registrationOf } from "./e-invoice/gst-documents.ts";
import type { Portal } from "./e-invoice/portal.ts";
import { drawInvoice } from "./invoice-pdf/draw-invoice.ts";
import { invoiceLanguage } from "./invoice-pdf/invoice-copy.ts";
import { readBillInfo } from "./read-bill-info.ts";
import { readUsage } from "./read-usage.ts";

export type BillingDeps = {
  database: Database;
  clock: Clock;
  partyId: string;
  operatorNamed(name: string): Promise<{ id: string } | null>;
  charging: ChargingDeps;
  replicaReads: ReplicaReads;
  /** Where invoices to buyers with a GSTIN are registered; null: nowhere. */
  portal: Portal | null;
};

export function billingRoutes({ mount }: Mount, deps: BillingDeps): void {
  const { db } = deps.database;

  mount(charging.getCdr, async ({ params, caller, request: { headers } }) => {
    const bill = await getBill(db, caller.userId, params.id);
    if (!bill) return refuse("CDR_NOT_FOUND");
    if (!prefersPdf(headers.accept)) return done(ocpiData(bill, deps.clock.now()));
    if (!bill.invoice) return refuse("INVOICE_NOT_ISSUED");
    const language = invoiceLanguage(headers["accept-language"]);
    const asked = spokenBy({ headers });
    const registration = await registrationOf(db, caller.userId, bill.id, deps.portal !== null);
    const invoiced = { ...bill, invoice: bill.invoice, registration };
    const bytes = await drawInvoice(invoiced, language, asked);
    const fileName = `${bill.invoice.number}.pdf`;
    return { ok: true, document: { type: "application/pdf", language, fileName, bytes } };
  });
  mount(charging.getCdrOfSession, async ({ params, caller }) => {
    const bill = await getBillOfSession(db, caller.userId, params.id);
    return bill ? done(ocpiData(bill, deps.clock.now())) : refuse("CDR_NOT_FOUND");
  });
  mount(charging.searchCdrs, async ({ params, query }) => {
    const { page_no, page_size, ...asked } = query;
    const search = (on: Queryable) =>
      searchBills(on, params.userId, filterOf(asked), page_no, page_size);
    // The newest bills are read from the primary; older ones from a read replica, which may be late.
    return done(page_no === 0 ? await search(db) : await deps.replicaReads(search));
  });
  mount(charging.powerConsumption, async ({ query, caller }) => {
    if (query.user_id !== caller.userId) return refuse("NOT_FOUND");
    const usage = await deps.replicaReads((on) => readUsage(on, query));
    return usage ? done(ocpiData(usage, deps.clock.now())) : refuse("INVALID_INPUT");
  });
  mount(invoice.getBillInfo, async ({ params, caller }) => {
    const info = await readBillInfo(db, caller.userId, params.id, deps.partyId, deps.clock.now());
    return info ? done({ data: info }) : refuse("NOT_FOUND");
  });

  /** Null: all operators. Undefined: unknown operator. */
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
  mount(provider.getQuarantinedCdr, async ({ params }) => {
    const aside = await readQuarantined(db, params.id);
    return aside ? done({ data: aside }) : refuse("NOT_FOUND");
  });
  mount(provider.decideDispute, async ({ params, body, backoffice }) => {
    const { owed_minor, reason } = body;
    const decision = { cdrId: params.id, owedMinor: BigInt(owed_minor), reason };
    const decided = await decideDispute(deps.charging, backoffice, decision);
    return decided.ok ? done({ data: decided.value }) : decided;
  });
  mount(provider.decideQuarantinedCdr, async ({ params, body, backoffice }) => {
    const decided = await decideOnQuarantined(deps.charging, backoffice, {
      id: params.id,
      ...body,
    });
    return decided.ok ? done({ data: decided.value }) : decided;
  });
}

export const noOperator = "There is no operator of that id, name or party.";

/** The first of the two in Accept; JSON if it has neither. */
function prefersPdf(accept: string | undefined): boolean {
  const named = (accept ?? "").toLowerCase().match(/application\/(?:pdf|json)/);
  return named?.[0] === "application/pdf";
}

function filterOf(asked: {
  month?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  search_text?: string | undefined;
}): BillFilter {
  const words = (asked.search_text ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.month !== undefined) {
    const [year, month] = asked.month.split("-").map(Number) as [number, number];
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    return { from: `${asked.month}-01`, until: last, words };
  }
  return { from: asked.date_from ?? null, until: asked.date_to ?? null, words };
}

import type { Party } from "../ids.ts";
import { type InvoiceRecord, reading, write, writing } from "../types/schemas.ts";
import type { Call, Caller, CallOptions, Failure, Result } from "./call.ts";
import { crawl, type ListQuery, type Page } from "./pages.ts";

const module = "invoicereconciliation";
type Push = (
  target: ReturnType<Caller["endpoint"]>,
  method: Call["method"],
  body?: unknown,
  call?: CallOptions,
) => Promise<Result<undefined>>;

/** OCPI 2.3.0 mod_invoice_reconciliation: `getInvoices` pulls, the others push as the party that invoices. */
export const invoiceCalls = ({ endpoint, ...caller }: Caller, push: Push, own: Party) => {
  const at = (id: string) => endpoint(module, "RECEIVER", own.country_code, own.party_id, id);
  return {
    getInvoices: async function* (
      query: ListQuery = {},
    ): AsyncGenerator<Result<Page<InvoiceRecord>>> {
      const target = endpoint(module, "SENDER");
      const list = { item: reading.invoiceRecord, module };
      if (target.ok) yield* crawl({ endpoint, ...caller }, list, target.url, query, true);
      else yield target satisfies Failure;
    },
    /** A new one. */
    postInvoice: (record: InvoiceRecord, call?: CallOptions) =>
      push(endpoint(module, "RECEIVER"), "POST", write(writing.invoiceRecord, record), call),
    /** One that changed. */
    putInvoice: (record: InvoiceRecord, call?: CallOptions) =>
      push(at(record.id), "PUT", write(writing.invoiceRecord, record), call),
    /** One that was an error. */
    deleteInvoice: (id: string, call?: CallOptions) => push(at(id), "DELETE", undefined, call),
  };
};

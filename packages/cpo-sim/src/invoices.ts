import { type Cdr, type OcpiClient, writeDateTime } from "@voltmarg/ocpi";
import type { Store } from "./store.ts";

const idsIn = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

/**
 * Sends an eMSP which CDRs stand on an invoice: all that it was sent, without `leave_out`, with `add`, and with `double`
 * twice. Returns the error, or null.
 */
export async function sendInvoice(
  store: Store,
  client: OcpiClient | null,
  of: { country_code: string; party_id: string },
  { leave_out, add, double }: Record<string, unknown>,
  now: number,
): Promise<string | null> {
  const sent = store
    .all("SELECT data FROM cdr WHERE operator = ? ORDER BY seq", of.party_id)
    .map(({ data }) => (JSON.parse(String(data)) as Cdr).id);
  const kept = sent.filter((id) => !idsIn(leave_out).includes(id));
  const cdrs = [...kept, ...idsIn(add), ...idsIn(double)];
  if (cdrs.length === 0) return "no CDR to invoice";
  const answer = await client?.postInvoice({
    ...of,
    id: `invoice-${now}`,
    invoice_id: `INV-${writeDateTime(now).slice(0, 10)}`,
    cdrs,
    last_updated: writeDateTime(now),
  });
  if (!answer) return "not registered";
  return answer.ok ? null : answer.message;
}

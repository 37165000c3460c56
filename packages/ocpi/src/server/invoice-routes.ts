import { sameParty } from "../ids.ts";
import { reading } from "../types/schemas.ts";
import type { EmspHandlers, Peer } from "./handlers.ts";
import { invalid } from "./reply.ts";
import { matching, owned, ownerPairs, type Route, withBody } from "./routes.ts";

/** OCPI 2.3.0 mod_invoice_reconciliation, the Receiver interface. */
export function invoiceRoutes<P extends Peer>(
  invoices: NonNullable<EmspHandlers<P>["invoices"]>,
): Route<P>[] {
  const row = { module: "invoicereconciliation", role: "RECEIVER", since: "2.3.0" } as const;
  const one = { ...row, path: [":", ":", ":"] };
  return [
    {
      ...row,
      method: "POST",
      path: [],
      run: (incoming) =>
        withBody(incoming, reading.invoiceRecord, (record) =>
          incoming.context.peer.parties.some((party) => sameParty(party, record))
            ? invoices.put(incoming.context, record)
            : invalid(`${record.country_code}/${record.party_id} is not a party of yours`),
        ),
    },
    {
      ...one,
      method: "PUT",
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) =>
          withBody(
            incoming,
            reading.invoiceRecord,
            (record) =>
              matching([...ownerPairs(owner, record), ["id", id, record.id]], () =>
                invoices.put(incoming.context, record),
              ),
            { ...owner, id },
          ),
        ),
    },
    {
      ...one,
      method: "GET",
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) => invoices.get(incoming.context, owner, id)),
    },
    {
      ...one,
      method: "DELETE",
      run: (incoming, country, party, id) =>
        owned(incoming, country, party, (owner) => invoices.delete(incoming.context, owner, id)),
    },
  ];
}

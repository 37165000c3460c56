import type { GstDocument } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

const COLUMNS: readonly Column<GstDocument>[] = [
  { head: "Issued", cell: ({ issued_at }) => <At at={issued_at} /> },
  {
    head: "Number",
    cell: ({ number, kind }) => (
      <>
        {number} {kind === "CREDIT_NOTE" ? "(credit note)" : ""}
      </>
    ),
  },
  { head: "Buyer’s GSTIN", cell: ({ gst_in }) => <code>{gst_in}</code> },
  {
    head: "Address",
    cell: ({ lacks_address }) => (lacks_address ? <State of="MISSING" /> : "on it"),
  },
  { head: "Registration", cell: ({ state }) => <State of={state} /> },
  { head: "IRN, or why not", cell: ({ irn, reason }) => (irn ? <code>{irn}</code> : reason) },
  {
    head: "Changes",
    cell: ({ number, state }) =>
      state === "REFUSED" || state === "NOT_DUE" ? (
        <Operation
          name="registerAgain"
          label="Send again"
          now={{ number }}
          about="Correct first what the portal refused. Addresses are then those of today, if the GSTIN is still the same; a wrong GSTIN is corrected on the page of the charging session."
          done="It is sent to the portal."
        />
      ) : null,
  },
];

/** Invoices and credit notes to buyers with a GSTIN. */
export default function GstDocuments() {
  return (
    <ListPage
      name="listGstDocuments"
      title="GST documents"
      about="Invoices and credit notes to buyers with a GSTIN. Where registration is on, the portal must have each within 30 days."
      rows={({ content }) => content}
      keyOf={({ number }) => number}
      empty="No invoice was issued to a buyer with a GSTIN."
      columns={COLUMNS}
    />
  );
}

import type { BillParty, Invoice } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { Link } from "../../ui/router.tsx";
import { when } from "../../ui/format.ts";
import { billCopy as copy } from "./copy.ts";

/** What the tax document is called, and who sold what to whom. */
export function Parties({ invoice, children }: { invoice: Invoice; children: ReactNode }) {
  const { buyer, kind, number, seller } = invoice;
  return (
    <details className="tax num">
      <summary>
        <h2 className="title--m">
          {kind === "CREDIT_NOTE" ? copy.creditNoteNumber(number) : copy.invoiceNumber(number)}
        </h2>
      </summary>
      <p className="cap ink3">{copy.issued(when(invoice.issued_at, INDIA_ZONE).fullDate)}</p>
      <dl>
        <Party name={copy.seller} party={seller} />
        {/* A driver who claims nothing knows their own name. */}
        {buyer.gst_in ? <Party name={copy.buyer} party={buyer} /> : null}
      </dl>
      <p className="sub">
        <Link className="textlink" to={paths.legal}>
          {copy.legal}
        </Link>
      </p>
      {invoice.example ? <p className="cap ink3">{copy.example}</p> : null}
      {children}
    </details>
  );
}

const Party = ({ name, party }: { name: string; party: BillParty }) => (
  <div>
    <dt className="cap ink3">{name}</dt>
    <dd className="sub">
      {party.name}
      {party.gst_in ? <span className="ink2 gstin">{copy.gstIn(party.gst_in)}</span> : null}
    </dd>
  </div>
);

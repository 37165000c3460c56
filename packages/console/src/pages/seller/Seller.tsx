import type { Seller as Details } from "@voltmarg/contract";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page } from "../../ui/Page.tsx";
import { Facts } from "../../ui/values.tsx";
import { TaxRates } from "./TaxRates.tsx";

/** Who sells to the drivers, as invoices name them. */
export default function Seller() {
  const seller = useOperation("getSeller", {});
  const data = seller.data?.data;
  return (
    <Page
      title="Seller"
      about="Who sells to the drivers, and who answers for complaints. Everybody can read it in the app, signed in or not. Invoices name the seller as it is when they are made; older ones stay."
      actions={
        data ? (
          <Operation
            name="updateSeller"
            label="Change"
            primary
            now={data}
            labels={{
              invoice_series: "First letters of invoice numbers",
              credit_series: "First letters of credit notes’ numbers",
              postal_code: "PIN code",
              branches: "Addresses of branches, one a line",
              officer_name: "Grievance officer: name",
              officer_designation: "Grievance officer: designation",
              officer_phone: "Grievance officer: phone, such as +912012345678",
              officer_email: "Grievance officer: e-mail",
            }}
            about="Invoices and the app’s legal page say so from now on. The GSTIN decides the state."
            done="The seller is changed."
          />
        ) : null
      }
    >
      <Answered query={seller}>
        {({ data: of }) => (
          <>
            {of.example ? (
              <p className="note note--bad">
                <b>This is the example seller.</b> Its documents say that they are no tax invoices.
                Write a GSTIN of your own.
              </p>
            ) : null}
            {OFFICER.every((field) => of[field]) ? null : (
              <p className="note note--bad">
                <b>There is no grievance officer yet.</b> Drivers must find a name, a designation, a
                phone number and an e-mail address. In production the service waits for it.
              </p>
            )}
            <Facts of={factsOf(of)} />
            <TaxRates />
          </>
        )}
      </Answered>
    </Page>
  );
}

const OFFICER = ["officer_name", "officer_designation", "officer_phone", "officer_email"] as const;

const factsOf = (of: Details) =>
  [
    ["Name", of.name],
    ["Address", of.address],
    ["City", of.city],
    ["PIN code", of.postal_code],
    ["GSTIN", <code key="g">{of.gst_in}</code>],
    ["State code", of.state_code],
    ["E-mail", of.email],
    ["Phone", of.phone],
    ["Website", of.website],
    ["Branches", of.branches],
    ["Grievance officer", of.officer_name],
    ["Designation", of.officer_designation],
    ["Officer’s phone", of.officer_phone],
    ["Officer’s e-mail", of.officer_email],
    ["Invoices begin with", <code key="i">{of.invoice_series}</code>],
    ["Credit notes begin with", <code key="c">{of.credit_series}</code>],
  ] as const;

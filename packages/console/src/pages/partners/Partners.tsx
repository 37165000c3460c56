import "../../styles/prices.css";
import type { PartnerRecord } from "@voltmarg/contract";
import { Link } from "react-router";
import { useMay } from "../../api/member.ts";
import { Health } from "../../ui/Health.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Ago, State } from "../../ui/values.tsx";
import { isWaiting, partyWords, STATES } from "./partner-words.ts";

const COLUMNS: readonly Column<PartnerRecord>[] = [
  { head: "Operator", cell: ({ name }) => name },
  {
    head: "State",
    cell: (partner) => (
      <span className="stack">
        <State of={partner.state}>{STATES[partner.state]}</State>
        {isWaiting(partner) ? <State of="WAITING">Waits for you</State> : null}
      </span>
    ),
  },
  { head: "Kind", cell: ({ partner_type }) => (partner_type === "HUB" ? "Hub" : "Operator") },
  {
    head: "Parties",
    cell: ({ parties }) =>
      parties.length > 3
        ? `${parties.slice(0, 3).map(partyWords).join(", ")} and ${parties.length - 3} more`
        : parties.map(partyWords).join(", ") || "none yet",
  },
  {
    head: "Last word",
    cell: ({ health }) =>
      health.last_contact_at ? (
        <>
          <Ago at={health.last_contact_at} /> ago
        </>
      ) : (
        "never"
      ),
  },
  {
    head: "How it is",
    cell: ({ health }) => <Health of={health} />,
  },
];

export default function Partners() {
  const may = useMay();
  return (
    <ListPage
      name="listPartnerRecords"
      title="Operators"
      about="Charge-point operators and hubs that we speak OCPI with."
      live
      labels={{ removed: "Removed ones too" }}
      rows={({ data }) => data.partners}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/partners/${id}`}
      empty="No operator is connected yet."
      columns={COLUMNS}
      actions={
        may("addPartner") ? (
          <Link className="btn btn--primary" to="/partners/connect">
            Connect an operator
          </Link>
        ) : null
      }
    />
  );
}

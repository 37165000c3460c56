import type { QuarantinedCdr } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";
import { Decision } from "./Decision.tsx";

const COLUMNS: readonly Column<QuarantinedCdr>[] = [
  { head: "Received", cell: ({ received_at }) => <At at={received_at} /> },
  { head: "Operator", cell: ({ operator }) => operator.name ?? operator.id },
  { head: "The operator’s id", cell: ({ ocpi_id }) => <code>{ocpi_id}</code> },
  { head: "Why", cell: ({ reason }) => reason },
  { head: "Decision", cell: ({ decision }) => <Decision of={decision} /> },
];

export default function QuarantinedCdrs() {
  return (
    <ListPage
      name="listQuarantinedCdrs"
      title="CDRs set aside"
      about="CDRs that looked impossible or fit nobody. Nobody was billed for them."
      live
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/quarantined-cdrs/${encodeURIComponent(id)}`}
      empty="No CDR was set aside."
      columns={COLUMNS}
    />
  );
}

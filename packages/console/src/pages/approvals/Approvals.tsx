import type { Approval } from "@voltmarg/contract";
import { ListPage } from "../../ui/ListPage.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, Money, State } from "../../ui/values.tsx";
import { KINDS, STATES } from "./approval-words.ts";

const COLUMNS: readonly Column<Approval>[] = [
  { head: "Proposed", cell: ({ proposed_at }) => <At at={proposed_at} /> },
  { head: "What", cell: ({ kind }) => KINDS[kind] },
  { head: "State", cell: ({ state }) => <State of={state}>{STATES[state]}</State> },
  { head: "Driver", cell: ({ driver }) => (driver ? (driver.mobile_masked ?? "erased") : "–") },
  { head: "By", cell: ({ proposed_by }) => proposed_by },
  { head: "Decided by", cell: ({ decided_by }) => decided_by ?? "–" },
  { head: "Reason", cell: ({ reason }) => reason },
  {
    head: "Amount",
    num: true,
    cell: ({ amount_minor }) => (amount_minor === null ? "–" : <Money minor={amount_minor} />),
  },
];

export default function Approvals() {
  return (
    <ListPage
      name="listApprovals"
      title="Approvals"
      about="What the staff gave drivers, and changes for all of them. A large one waits for a second member, for seven days."
      live
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/approvals/${id}`}
      empty="Nothing was proposed yet."
      columns={COLUMNS}
    />
  );
}

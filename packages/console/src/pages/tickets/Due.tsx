import type { ConsoleTicketSummary } from "@voltmarg/contract";
import { useNow } from "../../ui/use-now.ts";
import { At, State } from "../../ui/values.tsx";

/** By when support has to answer or to solve a ticket, and whether it is the grievance officer's. */
export function Due({
  of: { due_at, escalated_at },
}: {
  of: Pick<ConsoleTicketSummary, "due_at" | "escalated_at">;
}) {
  const now = useNow();
  const isOver = due_at !== null && Date.parse(due_at) <= now;
  return (
    <span className="stack">
      {due_at === null ? <span className="quiet">–</span> : <At at={due_at} />}
      {isOver ? <State of="OVERDUE" /> : null}
      {escalated_at === null ? null : <State of="ESCALATED" />}
    </span>
  );
}

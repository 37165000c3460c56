import type { ConsoleTicket } from "@voltmarg/contract";
import { useState } from "react";
import { call, sentenceOf } from "../../api/call.ts";
import { useMay, useMember } from "../../api/member.ts";
import { queryClient } from "../../api/query-client.ts";
import { Section } from "../../ui/Page.tsx";
import { say } from "../../ui/toasts.tsx";

/** Who looks after a ticket. */
export function Assignee({ of }: { of: ConsoleTicket }) {
  const { name } = useMember();
  const may = useMay();
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState("");
  if (!may("assignTicket") || of.state === "CLOSED")
    return (
      <Section title="Assigned to">
        <p>{of.assignee ?? "Nobody"}</p>
      </Section>
    );
  const names = [...new Set([name, ...of.may_be_assigned, ...(of.assignee ? [of.assignee] : [])])];
  const assign = async (assignee: string | null) => {
    setFailure("");
    setChosen(undefined);
    try {
      const body = { assignee, instead_of: of.assignee };
      await call("assignTicket", { params: { id: of.id }, body });
      say(assignee ? `Assigned to ${assignee}.` : "Assigned to nobody.");
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    await queryClient.invalidateQueries();
  };
  return (
    <Section
      title="Assigned to"
      actions={
        of.assignee === name ? null : (
          <button type="button" className="btn" onClick={() => void assign(name)}>
            Assign to me
          </button>
        )
      }
    >
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== undefined) void assign(chosen || null);
        }}
      >
        <select
          aria-label="Assigned to"
          value={chosen ?? of.assignee ?? ""}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">Nobody</option>
          {names.map((each) => (
            <option key={each} value={each}>
              {each === name ? `${each} (you)` : each}
            </option>
          ))}
        </select>
        {failure ? (
          <p className="help help--bad" role="alert">
            {failure}
          </p>
        ) : null}
        {chosen !== undefined && chosen !== (of.assignee ?? "") ? (
          <div className="dialog-actions">
            <button type="submit" className="btn btn--primary">
              Assign
            </button>
          </div>
        ) : null}
      </form>
    </Section>
  );
}

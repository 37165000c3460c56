import "../../styles/prices.css";
import type { PartnerFindings as Findings } from "@voltmarg/contract";
import { useParams } from "react-router";
import { count } from "../../ui/format.ts";
import { List } from "../../ui/ListPage.tsx";
import { Page } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

type Finding = Findings["findings"][number];

const OUTCOMES: Record<Finding["outcome"], string> = {
  REFUSED: "Refused",
  LEFT_OUT: "Field left out",
  READ_AS: "Read as another value",
};

const COLUMNS: readonly Column<Finding>[] = [
  {
    head: "What",
    cell: ({ module, path, message }) => (
      <span className="stack">
        <code>{[module, path].filter(Boolean).join(": ")}</code>
        {message}
      </span>
    ),
  },
  {
    head: "What was done",
    cell: ({ outcome, mended }) => (
      <span className="stack">
        <State of={outcome === "REFUSED" && !mended ? "FAILED" : "PLAIN"}>
          {OUTCOMES[outcome]}
        </State>
        {mended ? <State of="OK">Mended</State> : null}
      </span>
    ),
  },
  { head: "Times", num: true, cell: ({ count: times }) => count(times) },
  { head: "First", cell: ({ first_at }) => <At at={first_at} /> },
  { head: "Last", cell: ({ last_at }) => <At at={last_at} /> },
  {
    head: "Example",
    cell: ({ object, raw }) => (
      <span className="stack">
        <code>{object}</code>
        <small>{raw}</small>
      </span>
    ),
  },
];

/** What an operator sends otherwise than the standard says. */
export default function PartnerFindings() {
  const { id = "" } = useParams();
  return (
    <Page
      title="Findings"
      back={{ to: `/partners/${id}`, label: "Operator" }}
      about="What it sends otherwise than the standard says, kept for 90 days. You can send it to the operator as it is."
    >
      <List
        name="listPartnerFindings"
        title="Findings"
        params={{ id }}
        labels={{
          module: "Module, such as locations",
          since: "Since, such as 2026-11-20T09:00:00+05:30",
        }}
        rows={({ data }) => data.findings}
        keyOf={({ module, path, message, outcome }) => `${module} ${path} ${message} ${outcome}`}
        empty="Everything it sends could be read."
        columns={COLUMNS}
      />
    </Page>
  );
}
